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

/** Progress is written no more often than this, ms: each time every device of the owner is told. */
const PROGRESS_EVERY_MS = 2_000;
/** Longer than any encoding may take (adapters/media/encode.ts); a killed worker is noticed by its heartbeat. */
const EXPIRE_SECONDS = 23 * 3600;
/** How soon it is asked again whether another server finished what it is at. */
const LOOK_AGAIN_SECONDS = 10;

/**
 * Makes an uploaded original into something that can be watched: checks what it really is, encodes or draws it, stores
 * what came out, and lets it appear. Safe to kill at any moment and to run again: every object has the same name each
 * time, and everything that shows is written in one transaction at the end.
 */
export const mediaPrepareWork = (services: Services): JobWork<'media.prepare'> => ({
  concurrency: services.config.jobs.concurrency,
  expireInSeconds: EXPIRE_SECONDS,
  // One at a time per content, over all servers.
  async run({ contentId }, signal) {
    const isDone = await withLock(services.database.pool, `media.prepare:${contentId}`, () =>
      prepare(services, contentId, signal),
    );
    // Whoever is at it may still be killed, and this may be the only job that is left of the content.
    if (!isDone)
      await services.jobs.send(
        services.database.db,
        'media.prepare',
        { contentId },
        { afterSeconds: LOOK_AGAIN_SECONDS },
      );
  },
});

const prepare = async (services: Services, contentId: string, signal: AbortSignal): Promise<void> => {
  const {
    objects,
    jobs,
    database: { db },
  } = services;
  const content = await findPreparing(db, contentId);
  // Done, failed or deleted: what a killed run may have left of it is in nobody's way, but of no use either.
  if (!content) return jobs.send(db, 'objects.delete', { prefix: mediaKey(contentId) });
  await showStage(services, content, ENCODING.assembling);
  const input = objects.path(content.objectKey);
  if (!input || !(await objects.stat(content.objectKey))) throw new Error(`The original of ${contentId} is not there.`);

  const gone = new AbortController();
  const workDir = await mkdtemp(path.join(await objects.workFolder(), 'prepare-'));
  try {
    await showStage(services, content, ENCODING.checking);
    const made = await make(services, content, {
      input,
      workDir,
      signal: AbortSignal.any([signal, gone.signal]),
      gone,
    });
    const prepared = await storeMade(services, content, made);
    const isKept = await finishPreparing(services, content, prepared);
    if (!isKept) await deleteMade(services, prepared);
  } catch (error) {
    if (!gone.signal.aborted) await giveUp(services, content, error);
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
  /** Is told when the content was deleted: nobody waits for what is made of it. */
  gone: AbortController;
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
  { input, workDir, signal, gone }: MakeRequest,
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
  // A sound that calls itself a video is turned away before it is encoded (D-114).
  const facts = await media.probe({ input, workDir, signal });
  if (content.type === 'video' && !facts.video) throw new MediaProblem('wrong_type', 'There is no picture in it.');
  await showStage(services, content, ENCODING.encoding);
  const progress = progressOf(services, content, gone);
  const request = { input, outDir, signal, onProgress: progress.report };
  try {
    const encoded: Encoded =
      content.type === 'video' ? await media.encodeVideo(request) : await media.encodeAudio(request);
    return { folder: outDir, files: encoded.files, durationSeconds: encoded.durationSeconds, pagesCount: null };
  } finally {
    await progress.settle();
  }
};

/** Writes percents one after the other, and leaves out those that come too fast. */
const progressOf = (services: Services, content: Preparing, gone: AbortController) => {
  let writtenAtMs = Date.now();
  let writing: Promise<void> = Promise.resolve();
  return {
    report(percent: number): void {
      if (Date.now() - writtenAtMs < PROGRESS_EVERY_MS) return;
      writtenAtMs = Date.now();
      writing = writing
        .then(async () => {
          if (!(await showStage(services, content, ENCODING.encoding, percent))) gone.abort();
        })
        .catch((error: unknown) =>
          services.log.warn({ err: error, content: content.id }, 'encoding progress not shown'),
        );
    },
    settle: () => writing,
  };
};

const ofRole = (files: readonly MadeFile[], role: MadeFile['role']) => files.find((file) => file.role === role);

const storeMade = async (
  { objects, config }: Services,
  content: Preparing,
  { folder, files, durationSeconds, pagesCount }: Made,
): Promise<Prepared> => {
  const key = mediaKey(content.id);
  // The list of all others comes last: with it the media are whole.
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

/** What a person reads; a failure without words here is the encoder's, not the file's. */
const REASONS: Partial<Record<MediaProblemCode, (content: Preparing) => string>> = {
  wrong_type: ({ type }) => reviewText.wrongType(type === 'text' ? 'pdf' : type),
  encrypted_pdf: () => reviewText.encryptedPdf,
  not_readable: () => reviewText.notReadable,
  too_many_pixels: () => reviewText.tooManyPixels,
};

/** @throws The error, when another try may end better: the disk was full, the server is stopping. */
const giveUp = async (services: Services, content: Preparing, error: unknown): Promise<void> => {
  if (!(error instanceof MediaProblem) || error.code === 'storage_failure' || error.code === 'cancelled') throw error;
  const reason = REASONS[error.code]?.(content) ?? null;
  // A file that is not what it should be is no fault of ours: nobody looks for where in the code it was noticed.
  const why = reason === null ? { err: error } : { code: error.code, reason: error.message };
  services.log.info({ ...why, content: content.id, type: content.type }, 'content cannot be used');
  await failPreparing(services, content, error.status, reason);
};
