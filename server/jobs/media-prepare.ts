import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ENCODING } from '#contract/rows.ts';
import { reviewText } from '#contract/text/upload-review.ts';
import {
  checkFile,
  MediaProblem,
  type Encoded,
  type MadeFile,
  type MediaProblemCode,
  type RenderedPdf,
} from '../adapters/media/index.ts';
import type { Services } from '../services.ts';
import {
  failPreparing,
  findPreparing,
  finishPreparing,
  mediaKey,
  showStage,
  type Prepared,
  type Preparing,
} from '../domains/library/index.ts';
import { secretName } from '../calls/signed-token.ts';
import type { JobWork } from './jobs.ts';
import { withLock } from './with-lock.ts';

/** Least time between writes of the progress, ms: each one wakes every device of the owner. */
const PROGRESS_EVERY_MS = 2_000;
/** Longer than any encoding may take (adapters/media/encode.ts); a killed server is detected earlier (claims.ts). */
const EXPIRE_SECONDS = 23 * 3600;
/** Delay before checking again whether another server has finished the content. */
const RECHECK_SECONDS = 10;

/**
 * Prepares an uploaded original for watching: checks its type, encodes or draws it, stores the results, and publishes the
 * content's state. Idempotent, and safe to kill at any moment: object names are deterministic, and everything visible is
 * written in one transaction at the end.
 */
export const mediaPrepareWork = (services: Services): JobWork<'media.prepare'> => ({
  concurrency: services.config.jobs.concurrency,
  expireInSeconds: EXPIRE_SECONDS,
  // One at a time per content, over all servers.
  async run({ contentId }, signal) {
    const isDone = await withLock(services.database.pool, `media.prepare:${contentId}`, () =>
      prepare(services, contentId, signal),
    );
    // The other server may still be killed, and this may be the only job left for the content.
    if (!isDone)
      await services.jobs.send(services.database.db, 'media.prepare', { contentId }, { afterSeconds: RECHECK_SECONDS });
  },
});

const prepare = async (services: Services, contentId: string, signal: AbortSignal): Promise<void> => {
  const {
    objects,
    jobs,
    database: { db },
  } = services;
  const content = await findPreparing(db, contentId);
  // Done, failed or deleted: delete what a killed run may have left.
  if (!content) return jobs.send(db, 'objects.delete', { prefix: mediaKey(contentId) });
  await showStage(services, content, ENCODING.assembling);
  const input = objects.path(content.objectKey);
  if (!input || !(await objects.stat(content.objectKey))) throw new Error(`The original of ${contentId} is missing.`);

  const deleted = new AbortController();
  const workDir = await mkdtemp(path.join(await objects.workFolder(), 'prepare-'));
  try {
    await showStage(services, content, ENCODING.checking);
    const made = await make(services, content, {
      input,
      workDir,
      signal: AbortSignal.any([signal, deleted.signal]),
      deleted,
    });
    const prepared = await storeMade(services, content, made);
    const isStored = await finishPreparing(services, content, prepared);
    if (!isStored) await deleteMade(services, prepared);
  } catch (error) {
    if (!deleted.signal.aborted) await recordFailure(services, content, error);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};

const deleteMade = async (
  { jobs, database }: Services,
  { mediaKey: prefix, thumbnail, waveform }: Prepared,
): Promise<void> => {
  for (const each of [prefix, thumbnail?.slice(1), waveform?.slice(1)])
    if (each) await jobs.send(database.db, 'objects.delete', { prefix: each });
};

interface MakeRequest {
  input: string;
  workDir: string;
  signal: AbortSignal;
  /** Aborted when the content was deleted: the work is useless then. */
  deleted: AbortController;
}

interface Made {
  folder: string;
  files: readonly MadeFile[];
  durationSeconds: number | null;
  pagesCount: number | null;
}

const make = async (
  services: Services,
  content: Preparing,
  { input, workDir, signal, deleted }: MakeRequest,
): Promise<Made> => {
  const { media } = services;
  const { kind } = await checkFile(input, content.filename);
  if (kind !== content.type) throw new MediaProblem('wrong_type', `A ${kind} for a ${content.type}.`);
  const outDir = path.join(workDir, 'out');
  await mkdir(outDir);
  if (content.type === 'text') {
    const { pagesCount, files }: RenderedPdf = await media.renderPdf({ input, outDir, signal });
    return { folder: outDir, files, durationSeconds: null, pagesCount };
  }
  // A sound file named as a video is refused before it is encoded (D-114).
  const facts = await media.probe({ input, workDir, signal });
  if (content.type === 'video' && !facts.video) throw new MediaProblem('wrong_type', 'There is no picture in it.');
  await showStage(services, content, ENCODING.encoding);
  const progress = createProgressWriter(services, content, deleted);
  const request = { input, outDir, signal, onProgress: progress.report };
  try {
    const encoded: Encoded =
      content.type === 'video' ? await media.encodeVideo(request) : await media.encodeAudio(request);
    return { folder: outDir, files: encoded.files, durationSeconds: encoded.durationSeconds, pagesCount: null };
  } finally {
    await progress.flush();
  }
};

/** Writes the progress, at most once per PROGRESS_EVERY_MS, one write after the other. */
const createProgressWriter = (services: Services, content: Preparing, deleted: AbortController) => {
  let writtenAtMs = Date.now();
  let writing: Promise<void> = Promise.resolve();
  return {
    report(percent: number): void {
      if (Date.now() - writtenAtMs < PROGRESS_EVERY_MS) return;
      writtenAtMs = Date.now();
      writing = writing
        .then(async () => {
          if (!(await showStage(services, content, ENCODING.encoding, percent))) deleted.abort();
        })
        .catch((error: unknown) =>
          services.log.warn({ err: error, content: content.id }, 'encoding progress not saved'),
        );
    },
    flush: () => writing,
  };
};

const ofRole = (files: readonly MadeFile[], role: MadeFile['role']) => files.find((file) => file.role === role);

const storeMade = async (
  { objects, config }: Services,
  content: Preparing,
  { folder, files, durationSeconds, pagesCount }: Made,
): Promise<Prepared> => {
  const key = mediaKey(content.id);
  // The master playlist last: once it exists, the media are complete.
  const ordered = files.toSorted((a, b) => Number(a.role === 'hls-master') - Number(b.role === 'hls-master'));
  for (const { name, contentType } of ordered)
    await objects.put(`${key}/${name}`, { path: path.join(folder, name) }, { contentType });

  const picture = async (file: MadeFile | undefined): Promise<string | null> => {
    if (!file) return null;
    const name = `${secretName(config.secret, `content:${content.id}:${file.role}`)}${path.extname(file.name)}`;
    await objects.put(`pictures/${name}`, { path: path.join(folder, file.name) }, { contentType: file.contentType });
    return `/pictures/${name}`;
  };
  const waveform = await picture(ofRole(files, 'waveform'));
  const thumbnail = (await picture(ofRole(files, 'poster-small'))) ?? waveform;
  const original = content.type === 'text' ? await objects.stat(content.objectKey) : null;
  const progressiveBytes = ofRole(files, 'progressive')?.sizeBytes ?? original?.sizeBytes ?? null;
  const servedBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0) + (original?.sizeBytes ?? 0);
  return { mediaKey: key, thumbnail, waveform, durationSeconds, pagesCount, servedBytes, progressiveBytes };
};

/** Messages for the owner. A code without a message is a failure of the encoder, not of the file. */
const REASONS: Partial<Record<MediaProblemCode, (content: Preparing) => string>> = {
  wrong_type: ({ type }) => reviewText.wrongType(type === 'text' ? 'pdf' : type),
  encrypted_pdf: () => reviewText.encryptedPdf,
  not_readable: () => reviewText.notReadable,
  too_many_pixels: () => reviewText.tooManyPixels,
};

/**
 * Records that a content cannot be used.
 *
 * @throws The error, if a retry may succeed: the disk was full, the server is stopping.
 */
const recordFailure = async (services: Services, content: Preparing, error: unknown): Promise<void> => {
  if (!(error instanceof MediaProblem) || error.code === 'storage_failure' || error.code === 'cancelled') throw error;
  const reason = REASONS[error.code]?.(content) ?? null;
  // No stack trace for an unusable file: it is not a bug.
  const why = reason === null ? { err: error } : { code: error.code, reason: error.message };
  services.log.info({ ...why, content: content.id, type: content.type }, 'content cannot be used');
  await failPreparing(services, content, error.status, reason);
};
