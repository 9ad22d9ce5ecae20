import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createCanvas } from '@napi-rs/canvas';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import { digestsOf, videoLike } from '#server/domains/upload/upload.fixtures.ts';

/* The six of crowd.bench.ts, in a process of their own: what they cost here must not slow the one who is measured. */

export interface Guest {
  token: string;
  /** Each comes from a network of its own. */
  headers: Record<string, string>;
}

/** Announced bytes of an upload: it does not end while it is measured. */
const UPLOAD_BYTES = 499_000_000;
/** Wrong sign-ins, and streams, that one of the crowd has under way at once. */
const TRIES_AT_ONCE = 4;
const STREAMS_AT_ONCE = 20;
/** A chunk is sent this often: some 17 Mbit/s each, the line of a phone. */
const CHUNK_EVERY_MS = 500;
const NOTHING_DONE = { chunks: 0, pictures: 0, checked: 0, refused: 0, streams: 0 };
export type Done = typeof NOTHING_DONE;
interface Site {
  url: string;
}

/** One request of the crowd. @returns Its status; undefined when the bench is over or the connection was closed. */
const send = async ({ url }: Site, path: string, init: RequestInit): Promise<number | undefined> => {
  try {
    const answer = await fetch(url + path, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
};

async function sendChunks(server: Site, guest: Guest, unit: Buffer, signal: AbortSignal, done: Done) {
  const digest = digestsOf(unit)[0]!;
  let id = newId();
  let offset = 0;
  while (!signal.aborted) {
    const status = await send(server, '/api/mam/ondemand?profile=video&fileName=clip.mp4', {
      method: 'POST',
      headers: {
        ...guest.headers,
        Authorization: `Bearer ${guest.token}`,
        'Content-Type': 'application/octet-stream',
        'Upload-Id': id,
        'Upload-Offset': String(offset),
        'Upload-Length': String(UPLOAD_BYTES),
        'Upload-Sha256': digest,
      },
      body: new Uint8Array(unit),
      signal,
    });
    if (status === 200) [offset, done.chunks] = [offset + UNIT_BYTES, done.chunks + 1];
    else [id, offset] = [newId(), 0];
    await wait(CHUNK_EVERY_MS);
  }
}

/** Large pictures that differ in a few bytes behind their end, one after the other. */
async function sendPictures(server: Site, guest: Guest, signal: AbortSignal, done: Done) {
  const canvas = createCanvas(2_000, 1_500);
  const pen = canvas.getContext('2d');
  for (let at = 0; at < 2_000; at += 10) {
    pen.fillStyle = `hsl(${at % 360} 80% 50%)`;
    pen.fillRect(at, 0, 10, 1_500);
  }
  const picture = canvas.toBuffer('image/jpeg');
  while (!signal.aborted) {
    const bytes = Buffer.concat([picture, randomBytes(8)]);
    const status = await send(server, `/api/files/${createHash('sha256').update(bytes).digest('hex')}`, {
      method: 'PUT',
      headers: {
        ...guest.headers,
        Authorization: `Bearer ${guest.token}`,
        'Content-Type': 'application/octet-stream',
      },
      body: new Uint8Array(bytes),
      signal,
    });
    if (status === 200) done.pictures += 1;
    else await wait(100);
  }
}

async function signInWrongly(server: Site, guest: Guest, signal: AbortSignal, done: Done) {
  while (!signal.aborted) {
    const status = await send(server, '/api/auth/login', {
      method: 'POST',
      headers: { ...guest.headers, 'Content-Type': 'application/json', 'Idempotency-Key': newId() },
      body: JSON.stringify({ username: `x${randomBytes(6).toString('hex')}`, password: 'Wrong-Flag-27!' }),
      signal,
    });
    if (status === 401) done.checked += 1;
    else {
      done.refused += 1;
      await wait(100);
    }
  }
}

/** Opens streams and keeps as many as it is left; each new one closes an older one. */
async function openStreams({ url }: Site, guest: Guest, signal: AbortSignal, done: Done) {
  const open = async () => {
    while (!signal.aborted) {
      await fetch(url + WAKE_PATH, {
        headers: { ...guest.headers, Authorization: `Bearer ${guest.token}` },
        signal,
      })
        .then(async (answer) => {
          if (answer.ok) done.streams += 1;
          await answer.text();
        })
        .catch(() => undefined);
      await wait(100);
    }
  };
  await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, open));
}

// The six work on devices of their own: whatever the server and the one who is measured want comes first.
setPriority(19);
// Each session has the same share of a processor, whatever its priority is, unless it says so itself.
await writeFile('/proc/self/autogroup', '19').catch(() => {});

const { url, guests } = JSON.parse(process.argv[2]!) as { url: string; guests: Guest[] };
const isOver = new AbortController();
const done: Done = { ...NOTHING_DONE };
// 'begin' starts to count, 'end' ends it all and answers what was done in between.
process.on('message', (word: 'begin' | 'end') => {
  if (word === 'begin') return void Object.assign(done, NOTHING_DONE);
  isOver.abort();
  process.send!({ ...done }, () => process.exit());
});
const unit = videoLike(UNIT_BYTES);
for (const guest of guests) {
  void sendChunks({ url }, guest, unit, isOver.signal, done);
  void sendPictures({ url }, guest, isOver.signal, done);
  for (let at = 0; at < TRIES_AT_ONCE; at += 1) void signInWrongly({ url }, guest, isOver.signal, done);
  void openStreams({ url }, guest, isOver.signal, done);
}
