import { CHUNK_TIMEOUT_MS, UNIT_BYTES } from '#contract/limits.ts';
import { sendChunk, UPLOAD_HEADERS } from '#contract/upload.ts';
import type { OutputOf } from '#contract/call.ts';
import { CallError, toCallError } from '../api.ts';
import { readAccessToken, refreshSession } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import type { UnitReader } from './unit-reader.ts';
import type { Run } from './units.ts';

/** Consecutive units of a file with their digests, ready to be sent. */
export interface Chunk {
  run: Run;
  /** A slice of the file: faster to send than the bytes that were read for hashing. */
  body: Blob;
  digests: string[];
}
export type ChunkAnswer = OutputOf<typeof sendChunk>['data'];
export interface ChunkJob extends Pick<
  StoredUploadJob,
  'id' | 'owner' | 'scope' | 'name' | 'type' | 'size' | 'folderId' | 'clips' | 'replaces'
> {
  /** A recording that is still being made: `size` is that of its whole units so far. */
  isGrowing?: true;
}

/** Hashes the units of a chunk. @throws DOMException NotReadableError if the file is gone or changed. */
export const prepareChunk = async (file: Blob, run: Run, reader: UnitReader): Promise<Chunk> => ({
  run,
  body: file.slice(run[0] * UNIT_BYTES, run[1] * UNIT_BYTES),
  digests: await reader.digests(file, run),
});

/** The headers that say how long the file is; of a recording in words that an older server refuses. */
const lengthHeaders = ({ size, clips, isGrowing }: ChunkJob): Record<string, string> => {
  if (isGrowing) return { [UPLOAD_HEADERS.recorded]: String(size) };
  if (!clips) return { [UPLOAD_HEADERS.length]: String(size) };
  return { [UPLOAD_HEADERS.recorded]: String(size), [UPLOAD_HEADERS.clips]: clips.join(',') };
};

const post = async (job: ChunkJob, chunk: Chunk, accessToken: string, signal: AbortSignal): Promise<ChunkAnswer> => {
  const units = chunk.run[1] - chunk.run[0];
  const query = new URLSearchParams({
    profile: job.type,
    fileName: job.name,
    gidFolder: job.folderId ?? '',
    chunks: String(Math.ceil(job.size / (units * UNIT_BYTES))),
    chunk: String(Math.floor(chunk.run[0] / units)),
    ...(job.replaces ? { replaces: job.replaces } : {}),
  });
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api${sendChunk.path}?${query.toString()}`, {
      method: 'POST',
      body: chunk.body,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]),
      headers: {
        Authorization: `Bearer ${accessToken}`,
        'X-Scope': job.scope,
        'Content-Type': 'application/octet-stream',
        [UPLOAD_HEADERS.id]: job.id,
        [UPLOAD_HEADERS.offset]: String(chunk.run[0] * UNIT_BYTES),
        ...lengthHeaders(job),
        [UPLOAD_HEADERS.digests]: chunk.digests.join(','),
      },
    });
    text = await response.text();
  } catch (cause) {
    throw new CallError(signal.aborted ? 'cancelled' : 'offline', { cause });
  }
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== true)
    throw new CallError('offline', { status: response.status });
  if (!response.ok) throw toCallError(response, text);
  try {
    return (JSON.parse(text) as { data: ChunkAnswer }).data;
  } catch (cause) {
    throw new CallError('offline', { cause });
  }
};

/**
 * Sends a chunk as raw octets; refreshes an expired token once.
 *
 * @throws CallError as callAs.
 * Source: UPL-042…UPL-045, D-105.
 */
export const postChunk = async (job: ChunkJob, chunk: Chunk, signal: AbortSignal): Promise<ChunkAnswer> => {
  const token = await readAccessToken(job.owner);
  if (!token) return post(job, chunk, await refreshSession(job.owner, undefined), signal);
  try {
    return await post(job, chunk, token, signal);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    return post(job, chunk, await refreshSession(job.owner, token), signal);
  }
};
