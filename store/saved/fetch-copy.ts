import { readPublishedCaptions } from '#contract/captions.ts';
import type { WatchDetail } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import { readDetail } from '#contract/watch.ts';
import { fetchAnswer } from '../answers.ts';
import { CallError } from '../api.ts';
import type { AccountDatabase, SavedMedia, SaveJob } from '../database.ts';
import { isQuotaError } from '../door.ts';
import { copyTables, piecesOf, readCopy } from './copies.ts';
import { SaveFailure } from './jobs.ts';
import { newLease } from './lease.ts';
import { chooseFile, lengthOf, MediaError } from './media-files.ts';
import { SHAPE_MARK } from '../stored/stored-answer.ts';

/** Who fetches: a page, or the service worker while none is open. */
export interface Fetcher {
  db: AccountDatabase;
  userId: string;
  /** Names it in the jobs that it takes. */
  holder: string;
}

/** Another runner took the job, or the person cancelled it. */
export class LostJob extends Error {}

/** Storage to leave free besides the file: queue and data have priority over media, bytes. */
const SPARE_BYTES = 50_000_000;
/** What is lost at most when the browser is killed: bytes and time between two writes. */
const PIECE_BYTES = 4 * 1024 * 1024;
const PIECE_MS = 3_000;
/** A line that sends nothing for this long is given up, ms. */
const STALL_MS = 30_000;

const TYPES = { video: 'video/mp4', audio: 'audio/mp4', text: 'application/pdf' } as const;

/** The file that an address is of, without the token that opens it: `<mediaId>/<name>`. */
const fileOf = (url: string): string => /\/media\/[^/]+\/(.+)$/u.exec(url)?.[1] ?? url;
const versionOf = (file: string): string => file.slice(0, file.indexOf('/'));

/**
 * Fetches an item from where it stopped last, and stores the whole copy in one transaction at the end: a copy that is not
 * whole is never shown as saved.
 *
 * @throws SaveFailure if trying again does not help; LostJob; CallError, MediaError or TypeError if it may help.
 */
export const fetchCopy = async (fetcher: Fetcher, job: SaveJob, signal: AbortSignal): Promise<void> => {
  const { db, userId } = fetcher;
  const detail = await readOpenDetail(fetcher, job.id, signal);
  const { url, height } = await chooseFile(detail, job.height, signal);
  const file = fileOf(url);
  let current = job.file === null || job.file === file ? job : await startOver(fetcher, job);
  if (current.bytes === null) current = await change(fetcher, current, { file, bytes: await lengthOf(url, signal) });
  await checkRoom(current.bytes! - current.received);
  try {
    if (current.received < current.bytes!) current = await fetchRest(fetcher, current, { url, signal });
    const captions =
      detail.type === 'text'
        ? undefined
        : await fetchAnswer(db, userId, readPublishedCaptions, { publishedId: job.id }, signal);
    await store(fetcher, current, {
      id: job.id,
      contentType: TYPES[detail.type],
      copyId: current.copyId,
      bytes: current.bytes!,
      savedAtMs: Date.now(),
      version: versionOf(file),
      lease: newLease(detail.accessEndsAt),
      detail,
      ...SHAPE_MARK,
      ...(height === null ? {} : { height }),
      ...(captions && { captions }),
      ...(job.setId === undefined ? {} : { setId: job.setId }),
      ...(job.isOpened ? { isOpened: true } : {}),
    });
  } catch (error) {
    throw isQuotaError(error) ? new SaveFailure('no_room') : error;
  }
};

/** @throws SaveFailure if the person may not watch it, or it is not published any more. */
const readOpenDetail = async (
  { db, userId }: Fetcher,
  publishedId: string,
  signal: AbortSignal,
): Promise<WatchDetail> => {
  try {
    const detail = await fetchAnswer(db, userId, readDetail, { publishedId }, signal);
    if (detail.locked) throw new SaveFailure('no_access');
    // It is still being encoded.
    if (detail.url === null) throw new MediaError(404);
    return detail;
  } catch (error) {
    if (error instanceof CallError && error.kind === 'refused' && (error.status === 404 || error.status === 403))
      throw new SaveFailure('gone');
    throw error;
  }
};

/** @throws SaveFailure `no_room`. */
const checkRoom = async (bytes: number): Promise<void> => {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const missing = bytes + SPARE_BYTES - (quota - usage);
  if (missing > 0) throw new SaveFailure('no_room', missing);
};

/** Changes the job of this fetcher. @throws LostJob if it is not its own any more, or not as far as it knows. */
const change = ({ db, holder }: Fetcher, job: SaveJob, changes: Partial<SaveJob>): Promise<SaveJob> =>
  db.transaction('rw', db.saveJobs, async () => {
    const stored = await db.saveJobs.get(job.id);
    if (stored?.holder !== holder || stored.copyId !== job.copyId || stored.received !== job.received)
      throw new LostJob();
    const changed = { ...stored, ...changes, beatAtMs: Date.now() };
    await db.saveJobs.put(changed);
    return changed;
  });

/** Drops what was fetched: the file was replaced, or another size is wanted. */
const startOver = ({ db, holder }: Fetcher, job: SaveJob): Promise<SaveJob> =>
  db.transaction('rw', db.saveJobs, db.savedPieces, async () => {
    const stored = await db.saveJobs.get(job.id);
    if (stored?.holder !== holder || stored.copyId !== job.copyId) throw new LostJob();
    await piecesOf(db, job.copyId).delete();
    const fresh = { ...stored, copyId: newId(), received: 0, bytes: null, file: null, etag: null };
    await db.saveJobs.put(fresh);
    return fresh;
  });

interface From {
  url: string;
  signal: AbortSignal;
}

/** Fetches the bytes that are missing, and stores them piece by piece; what came before a break is stored too. */
const fetchRest = async (fetcher: Fetcher, job: SaveJob, { url, signal }: From): Promise<SaveJob> => {
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), STALL_MS);
  let current = job;
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let flushedAtMs = Date.now();
  const flush = async (): Promise<void> => {
    if (held === 0) return;
    current = await putPiece(fetcher, current, new Blob(parts));
    [parts, held, flushedAtMs] = [[], 0, Date.now()];
  };
  try {
    const response = await fetch(url, {
      headers: { Range: `bytes=${job.received}-`, ...(job.etag === null ? {} : { 'If-Range': job.etag }) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, stall.signal]),
    });
    current = await checkAnswer(fetcher, current, response);
    for (const reader = response.body!.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(() => stall.abort(), STALL_MS);
      parts.push(value);
      held += value.byteLength;
      if (held >= PIECE_BYTES || Date.now() - flushedAtMs >= PIECE_MS) await flush();
    }
    await flush();
  } catch (error) {
    if (!(error instanceof LostJob) && !isQuotaError(error)) await flush();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (current.received !== current.bytes) throw new MediaError(0);
  return current;
};

/** @throws MediaError unless the answer continues the file where this device stopped. */
const checkAnswer = async (fetcher: Fetcher, job: SaveJob, response: Response): Promise<SaveJob> => {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/u.exec(response.headers.get('Content-Range') ?? '') ?? [];
  const fits = response.status === 206 && Number(from) === job.received && response.body !== null;
  const isSameFile = fits && (job.received === 0 || Number(total) === job.bytes);
  if (!isSameFile) {
    void response.body?.cancel();
    // The whole file instead of the rest, or another length: the bytes are not those of before.
    if (response.status === 200 || response.status === 416 || fits) await startOver(fetcher, job);
    throw new MediaError(response.status);
  }
  return change(fetcher, job, { bytes: Number(total), etag: response.headers.get('ETag') });
};

const putPiece = async (fetcher: Fetcher, job: SaveJob, blob: Blob): Promise<SaveJob> => {
  try {
    return await putBytes(fetcher, job, blob);
  } catch (error) {
    // Some versions of WebKit store no blobs.
    if (!(error instanceof Error && error.name === 'DataCloneError')) throw error;
    return putBytes(fetcher, job, await blob.arrayBuffer());
  }
};

const putBytes = ({ db, holder }: Fetcher, job: SaveJob, bytes: Blob | ArrayBuffer): Promise<SaveJob> =>
  db.transaction('rw', db.saveJobs, db.savedPieces, async () => {
    const stored = await db.saveJobs.get(job.id);
    if (stored?.holder !== holder || stored.copyId !== job.copyId || stored.received !== job.received)
      throw new LostJob();
    await db.savedPieces.put({ copyId: job.copyId, at: job.received, bytes });
    const size = bytes instanceof Blob ? bytes.size : bytes.byteLength;
    const changed = { ...stored, received: job.received + size, beatAtMs: Date.now(), attempts: 0 };
    await db.saveJobs.put(changed);
    return changed;
  });

/** Makes the copy of the job the saved one, in place of a former one. */
const store = async (fetcher: Fetcher, job: SaveJob, row: SavedMedia): Promise<void> => {
  const { db, holder } = fetcher;
  if (!(await readCopy(db, row))) {
    await startOver(fetcher, job);
    throw new MediaError(0);
  }
  await db.transaction('rw', [...copyTables(db), db.saveJobs], async () => {
    const stored = await db.saveJobs.get(job.id);
    if (stored?.holder !== holder || stored.copyId !== job.copyId) throw new LostJob();
    const former = await db.savedMedia.get(row.id);
    if (former?.copyId !== undefined) await piecesOf(db, former.copyId).delete();
    await db.savedMedia.put(row);
    await db.saveJobs.delete(row.id);
  });
};
