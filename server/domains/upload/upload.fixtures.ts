import { createHash, randomBytes } from 'node:crypto';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { JobWorks } from '#server/jobs/jobs.ts';
import { jobWorks } from '#server/jobs/works.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';

/** A file as a client sends it. */
export interface SentFile {
  id: string;
  name: string;
  profile: 'video' | 'audio' | 'text';
  bytes: Buffer;
}

const MP4_START = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

/** Bytes that begin like a video and cannot be mistaken for each other. */
export const videoLike = (sizeBytes: number): Buffer => {
  const bytes = randomBytes(sizeBytes);
  MP4_START.copy(bytes);
  return bytes;
};

export const digestsOf = (bytes: Buffer): string[] => {
  const digests: string[] = [];
  for (let at = 0; at < bytes.length; at += UNIT_BYTES)
    digests.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + UNIT_BYTES))
        .digest('hex'),
    );
  return digests;
};

export interface Chunk {
  firstUnit: number;
  units: number;
}

export interface ChunkOptions {
  /** Bytes on the wire, where they differ from the file's. */
  body?: Buffer;
  digests?: string[];
  lengthBytes?: number;
  folderId?: string;
  scope?: string;
  /** The content whose file it replaces. */
  replaces?: string;
  /** A recording: its size so far, or its size and its clips once it has ended. */
  recorded?: { bytes: number; clips?: number[] };
}

const lengthHeaders = (file: SentFile, { recorded, lengthBytes }: ChunkOptions): Record<string, string> => {
  if (!recorded) return { 'Upload-Length': String(lengthBytes ?? file.bytes.length) };
  const { bytes, clips } = recorded;
  return { 'Upload-Recorded': String(bytes), ...(clips ? { 'Upload-Clips': clips.join(',') } : {}) };
};

/** Address, headers and body of one raw chunk. */
export const chunkRequest = (
  server: TestServer,
  person: TestPerson,
  file: SentFile,
  { firstUnit, units }: Chunk,
  options: ChunkOptions = {},
) => {
  const start = firstUnit * UNIT_BYTES;
  const body = options.body ?? file.bytes.subarray(start, start + units * UNIT_BYTES);
  const query = new URLSearchParams({
    profile: file.profile,
    fileName: file.name,
    ...(options.folderId ? { gidFolder: options.folderId } : {}),
    ...(options.replaces ? { replaces: options.replaces } : {}),
  });
  return {
    url: `${server.url}/api/mam/ondemand?${query}`,
    headers: {
      Authorization: `Bearer ${person.token}`,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(body.length),
      'Upload-Id': file.id,
      'Upload-Offset': String(start),
      ...lengthHeaders(file, options),
      'Upload-Sha256': (options.digests ?? digestsOf(file.bytes).slice(firstUnit, firstUnit + units)).join(','),
      ...(options.scope ? { 'X-Scope': options.scope } : {}),
    },
    body,
  };
};

export interface ChunkAnswer {
  status: number;
  body: {
    data?: { contentId?: string; received?: number; filename?: string };
    errors?: { code: string; message: string }[];
  };
}

export const sendChunk = async (
  server: TestServer,
  person: TestPerson,
  file: SentFile,
  chunk: Chunk,
  options?: ChunkOptions,
): Promise<ChunkAnswer> => {
  const { url, headers, body } = chunkRequest(server, person, file, chunk, options);
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: answer.status, body: (await answer.json()) as ChunkAnswer['body'] };
};

/** Sends a whole file in chunks of three units, and answers what the last one was answered. */
export const sendFile = async (
  server: TestServer,
  person: TestPerson,
  file: SentFile,
  options?: ChunkOptions,
): Promise<ChunkAnswer> => {
  const count = Math.ceil(file.bytes.length / UNIT_BYTES);
  let last: ChunkAnswer | undefined;
  for (let unit = 0; unit < count; unit += 3) {
    last = await sendChunk(server, person, file, { firstUnit: unit, units: Math.min(3, count - unit) }, options);
    if (last.status !== 200) return last;
  }
  return last!;
};

/** All jobs but the preparation of media: contents stay as they arrived. */
export const worksWithoutPreparing = (server: TestServer): JobWorks => ({
  ...jobWorks(server.services),
  'media.prepare': { run: async () => {} },
});
