import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { UNIT_BYTES } from '#contract/limits.ts';
import { digestsOf, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import type { Answer, QueueClient } from './queue-client.ts';

const CHUNK_UNITS = 4;
const PAUSE_MS = 200;

/** One raw chunk of a file. */
export const sendUnits = (
  client: QueueClient,
  file: SentFile,
  firstUnit: number,
  units: number,
  digests = digestsOf(file.bytes),
): Promise<Answer> => {
  const body = file.bytes.subarray(firstUnit * UNIT_BYTES, (firstUnit + units) * UNIT_BYTES);
  return client.once('POST', `/mam/ondemand?${new URLSearchParams({ profile: file.profile, fileName: file.name })}`, {
    body,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Upload-Id': file.id,
      'Upload-Offset': String(firstUnit * UNIT_BYTES),
      'Upload-Length': String(file.bytes.length),
      'Upload-Sha256': digests.slice(firstUnit, firstUnit + units).join(','),
    },
  });
};

interface Progress {
  received: [number, number][];
  contentId: string | null;
}

/**
 * Uploads a file like the app: after every failure it asks the server which ranges it has, and continues from there.
 *
 * @returns The content's id, and the number of bytes sent.
 */
export const sendWhole = async (
  client: QueueClient,
  file: SentFile,
  giveUpAtMs: number,
): Promise<{ contentId: string; sentBytes: number }> => {
  const digests = digestsOf(file.bytes);
  let sentBytes = 0;
  for (;;) {
    try {
      const asked = await client.once('GET', `/mam/uploads/${file.id}`);
      if (asked.status === 200) {
        const { received, contentId } = (JSON.parse(asked.body.toString()) as { data: Progress }).data;
        if (contentId) return { contentId, sentBytes };
        // Continue at the first gap. If every unit is there, repeat the last one: its answer makes the content.
        const from = received[0]?.[0] === 0 ? Math.min(received[0][1], digests.length - 1) : 0;
        const units = Math.min(CHUNK_UNITS, digests.length - from);
        sentBytes += Math.min(units * UNIT_BYTES, file.bytes.length - from * UNIT_BYTES);
        const answer = await sendUnits(client, file, from, units, digests);
        if (answer.status === 200) continue;
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 409) throw new Refused(answer);
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (performance.now() > giveUpAtMs) throw new Error(`The upload of ${file.name} is not done.`);
    await wait(PAUSE_MS);
  }
};

/** A refusal that no retry changes. */
class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor({ status, body }: Answer) {
    super(`Refused with ${status}: ${body.toString().slice(0, 300)}`);
    this.status = status;
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
