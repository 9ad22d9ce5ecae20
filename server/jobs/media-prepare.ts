import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_FPS_MAX, PDF_PAGES_MAX } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { ENCODING } from '#contract/rows.ts';
import { reviewText } from '#contract/text/upload-review.ts';
import { replaceReasonText } from '#contract/text/upload-replace.ts';
import { trimReasonText } from '#contract/text/video-editor.ts';
import {
  checkFile,
  FIRST_ALONE_WORK,
  MediaProblem,
  workOf,
  type Clip,
  type Encoded,
  type MadeFile,
  type MediaFacts,
  type MediaProblemCode,
  type RenderedPdf,
} from '../adapters/media/index.ts';
import { hasLeft } from '../db/has-left.ts';
import type { Services } from '../services.ts';
import {
  adoptEqual,
  beginEncoding,
  failPreparing,
  findPreparing,
  finishPreparing,
  isPrepared,
  joinedKey,
  mediaKey,
  originalKey,
  priceEncoding,
  showStage,
  type Cut,
  type Prepared,
  type Preparing,
} from '../domains/library/index.ts';
import { readMaxLength } from '../domains/pages/index.ts';
import { secretName } from '../calls/signed-token.ts';
import { createProgressWriter } from './encoding-progress.ts';
import { encodingTurns, turnRules } from './encoding-turns.ts';
import type { JobWork } from './jobs.ts';
import { factsOfClips, joinRecording, priceOfClips, splitRecording, type NewOriginal } from './join-recording.ts';
import { withLock } from './with-lock.ts';

/** Longer than any encoding may take (adapters/media/encode.ts); a killed server is detected earlier (claims.ts). */
const EXPIRE_SECONDS = 23 * 3600;
/** Delay before checking again whether another server has finished the content. */
const RECHECK_SECONDS = 10;

/**
 * Prepares an uploaded original for watching: checks its type, encodes or draws it, stores the results, and publishes the
 * content's state. Idempotent, and safe to kill at any moment: object names are deterministic, and everything visible is
 * written in one transaction at the end. Where all renditions take long, the first one is made alone, and another job
 * makes all of them (decision 0045).
 */
export const mediaPrepareWork = (services: Services): JobWork<'media.prepare'> => ({
  expireInSeconds: EXPIRE_SECONDS,
  turns: encodingTurns(services),
  gate: {
    isOpen: () => services.media.jailMode !== 'none',
    onChange: (listener) => services.media.onChange(listener),
  },
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
  if (!content && (await isPrepared(db, contentId))) return;
  // Failed or deleted: delete what a killed run may have left.
  if (!content) return deleteLeft(services, contentId);
  // After an undo, housekeeping sends the job again.
  if (await hasLeft(db, content.scope)) return;
  if (await adoptEqual(services, content)) return;
  // Before anything of it shows: the gate closed since the job was taken.
  if (services.media.jailMode === 'none') throw new MediaProblem('no_jail', 'No jail works here.');
  await showStage(services, content, ENCODING.assembling);
  const deleted = new AbortController();
  const workDir = await mkdtemp(path.join(await objects.workFolder(), 'prepare-'));
  // Apart from what the jail may write to.
  const sourceDir = await mkdtemp(path.join(await objects.workFolder(), 'source-'));
  try {
    const input = await objects.asFile(content.objectKey, sourceDir);
    if (!input) throw new Error(`The original of ${contentId} is missing.`);
    await showStage(services, content, ENCODING.checking);
    const made = await make(services, content, {
      input,
      workDir,
      signal: AbortSignal.any([signal, deleted.signal]),
      deleted,
    });
    // Its turn is over before it began: it waits for another one.
    if (made === null) {
      await showStage(services, content, ENCODING.queued);
      return await jobs.send(db, 'media.prepare', { contentId });
    }
    const prepared = await storeMade(services, content, made);
    const isStored = await finishPreparing(services, content, prepared).catch(async (error: unknown) => {
      if (error instanceof Problem) await deleteMade(services, prepared);
      throw error;
    });
    if (!isStored) await deleteMade(services, prepared);
  } catch (error) {
    if (!deleted.signal.aborted) await recordFailure(services, content, error);
  } finally {
    await rm(workDir, { recursive: true, force: true });
    await rm(sourceDir, { recursive: true, force: true });
  }
};

const deleteLeft = async ({ jobs, database: { db } }: Services, contentId: string): Promise<void> => {
  for (const prefix of [mediaKey(contentId), joinedKey(contentId)]) await jobs.send(db, 'objects.delete', { prefix });
};

const deleteMade = async (
  { jobs, database }: Services,
  { mediaKey: prefix, thumbnail, waveform, original }: Prepared,
): Promise<void> => {
  for (const each of [prefix, thumbnail?.slice(1), waveform?.slice(1), original?.objectKey])
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
  /** The original that a cut or the joined clips have made. */
  original: NewOriginal | null;
  /** Whether larger renditions are still to be made. */
  hasLarger: boolean;
}

/** @returns Null if the encoding must wait for another turn, now that its cost is known. */
const make = async (
  services: Services,
  content: Preparing,
  { input, workDir, signal, deleted }: MakeRequest,
): Promise<Made | null> => {
  const {
    media,
    database: { db },
  } = services;
  // What is cut was checked when it was uploaded, and may have had another extension.
  if (!content.cut) {
    const { kind } = await checkFile(input, content.filename);
    if (kind !== content.type) throw new MediaProblem('wrong_type', `A ${kind} for a ${content.type}.`);
  }
  const outDir = path.join(workDir, 'out');
  await mkdir(outDir);
  if (content.type === 'text') {
    const { pagesCount, files }: RenderedPdf = await media.renderPdf({ input, outDir, signal });
    return { folder: outDir, files, durationSeconds: null, pagesCount, original: null, hasLarger: false };
  }
  // A sound file named as a video is refused before it is encoded (D-114).
  const durationSecondsMax = await readMaxLength(db);
  const clips = await splitRecording(services, content, { input, workDir, signal, durationSecondsMax });
  const facts = clips
    ? factsOfClips(clips)
    : await media.probe({ input, workDir, signal, limits: { durationSecondsMax } });
  if (facts.durationSeconds > durationSecondsMax) throw new MediaProblem('too_long', 'Its clips are too long.');
  if (content.type === 'video' && !facts.video) throw new MediaProblem('wrong_type', 'There is no picture in it.');
  const price = clips ? priceOfClips(clips) : priceOf(facts, content.cut);
  if (!(await priceEncoding(db, { id: content.priceId, scope: content.scope }, price, turnRules(services))))
    return null;
  await beginEncoding(db, content.priceId);
  await showStage(services, content, ENCODING.encoding);
  const progress = createProgressWriter(services, content, deleted);
  try {
    const original = await makeOriginal(services, content, { input, workDir, signal, clips, report: progress.report });
    const request = {
      input: original?.file ?? input,
      outDir,
      signal,
      onlyFirst: !content.isReplacement && !content.isBetter && price.work >= FIRST_ALONE_WORK,
      onProgress: (percent: number) =>
        progress.report(original === null ? percent : Math.floor(CUT_PERCENT + percent * (1 - CUT_PERCENT / 100))),
    };
    const encoded: Encoded =
      content.type === 'video' ? await media.encodeVideo(request) : await media.encodeAudio(request);
    return {
      folder: outDir,
      files: encoded.files,
      durationSeconds: encoded.durationSeconds,
      pagesCount: null,
      original,
      hasLarger: encoded.hasLarger,
    };
  } finally {
    await progress.flush();
  }
};

/** Share of the progress that is shown for a new original; the renditions that are made of it have the rest. */
const CUT_PERCENT = 40;

/** A part is encoded twice: once as the new original, once for its renditions. */
const priceOf = ({ video, durationSeconds }: MediaFacts, cut: Cut | null): { seconds: number; work: number } => {
  if (!cut) return { seconds: durationSeconds, work: workOf({ video, durationSeconds }) };
  const seconds = Math.max(0, Math.min(cut.toSeconds, durationSeconds) - cut.fromSeconds);
  return { seconds, work: 2 * workOf({ video, durationSeconds: seconds }) };
};

interface MakeOriginal extends Pick<MakeRequest, 'input' | 'workDir' | 'signal'> {
  /** The clips of a recording of several. */
  clips: Clip[] | null;
  report: (percent: number) => void;
}

/** @returns The file that takes the place of the original: what a cut keeps, or joined clips; null if it stays. */
const makeOriginal = async (
  services: Services,
  content: Preparing,
  { input, workDir, signal, clips, report }: MakeOriginal,
): Promise<NewOriginal | null> => {
  const onProgress = (percent: number) => report(Math.floor((percent * CUT_PERCENT) / 100));
  if (clips) return joinRecording(services, content, clips, { workDir, signal, onProgress });
  if (!content.cut) return null;
  const { fromSeconds, toSeconds } = content.cut;
  const outDir = path.join(workDir, 'cut');
  await mkdir(outDir);
  const file = await services.media.cutVideo({ input, outDir, fromSeconds, toSeconds, signal, onProgress });
  return { file, objectKey: originalKey(content.workId), contentType: 'video/mp4' };
};

const ofRole = (files: readonly MadeFile[], role: MadeFile['role']) => files.find((file) => file.role === role);

const storeMade = async (
  { objects, config }: Services,
  content: Preparing,
  { folder, files, durationSeconds, pagesCount, original: made, hasLarger }: Made,
): Promise<Prepared> => {
  const key = mediaKey(content.workId);
  // The master playlist last: once it exists, the media are complete.
  const ordered = files.toSorted((a, b) => Number(a.role === 'hls-master') - Number(b.role === 'hls-master'));
  for (const { name, contentType } of ordered)
    await objects.put(`${key}/${name}`, { path: path.join(folder, name) }, { contentType });

  const picture = async (file: MadeFile | undefined): Promise<string | null> => {
    if (!file) return null;
    const name = `${secretName(config.secret, `content:${content.priceId}:${file.role}`)}${path.extname(file.name)}`;
    await objects.put(`pictures/${name}`, { path: path.join(folder, file.name) }, { contentType: file.contentType });
    return `/pictures/${name}`;
  };
  const waveform = await picture(ofRole(files, 'waveform'));
  const thumbnail = (await picture(ofRole(files, 'poster-small'))) ?? waveform;
  const text = content.type === 'text' ? await objects.stat(content.objectKey) : null;
  const progressiveBytes = ofRole(files, 'progressive')?.sizeBytes ?? text?.sizeBytes ?? null;
  const servedBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0) + (text?.sizeBytes ?? 0);
  const original = made && (await storeOriginal(objects, made));
  return {
    mediaKey: key,
    thumbnail,
    waveform,
    durationSeconds,
    pagesCount,
    servedBytes,
    progressiveBytes,
    original,
    hasLarger,
  };
};

const storeOriginal = async (objects: Services['objects'], { file, objectKey, contentType }: NewOriginal) => {
  const { sizeBytes } = await objects.put(objectKey, { path: file }, { contentType });
  return { objectKey, sizeBytes, sha256: null };
};

/** Messages for the owner. A code without a message is a failure of the encoder, not of the file. */
const REASONS: Partial<Record<MediaProblemCode, (content: Preparing, longestSeconds: number) => string>> = {
  wrong_type: ({ type }) => reviewText.wrongType(type === 'text' ? 'pdf' : type),
  encrypted_pdf: () => reviewText.encryptedPdf,
  not_readable: () => reviewText.notReadable,
  too_many_pixels: () => reviewText.tooManyPixels,
  too_long: (_, longestSeconds) => reviewText.tooLong(longestSeconds),
  too_many_frames: () => reviewText.tooManyFrames(MEDIA_FPS_MAX),
  too_many_pages: () => reviewText.tooManyPages(PDF_PAGES_MAX),
};

const cutReason = ({ isReplacement }: Preparing): string =>
  isReplacement ? trimReasonText.replaceFailed : trimReasonText.copyFailed;

/** Problems of the server, not of the file. */
const AGAIN = new Set<MediaProblemCode>(['storage_failure', 'cancelled', 'no_jail']);

/**
 * Records that a content cannot be used.
 *
 * @throws The error, if a retry may succeed: the disk was full, the server is stopping, no jail works.
 */
const recordFailure = async (services: Services, content: Preparing, error: unknown): Promise<void> => {
  if (error instanceof Problem && error.code === 'library.out_of_storage') {
    const noRoom = content.isNewFile
      ? replaceReasonText.noRoom
      : content.isReplacement
        ? trimReasonText.replaceNoRoom
        : trimReasonText.copyNoRoom;
    return failPreparing(services, content, ENCODING.storageFailure, noRoom);
  }
  if (!(error instanceof MediaProblem) || AGAIN.has(error.code)) throw error;
  const fileReason = REASONS[error.code]?.(content, await readMaxLength(services.database.db)) ?? null;
  const otherwise = content.isNewFile ? replaceReasonText.failed(fileReason) : fileReason;
  const reason = content.cut ? cutReason(content) : otherwise;
  // No stack trace for an unusable file: it is not a bug.
  const why = reason === null ? { err: error } : { code: error.code, reason: error.message };
  services.log.info({ ...why, content: content.id, type: content.type }, 'content cannot be used');
  await failPreparing(services, content, error.status, reason);
};
