import * as v from 'valibot';
import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { ChunkHeaders, UPLOAD_HEADERS } from '#contract/upload.ts';

/** The announced content of one chunk: whole units of the file, from a first one on. */
export interface ChunkPlan {
  uploadId: string;
  /** Size of the whole file, bytes; of a recording that is being made, of its whole units so far. */
  lengthBytes: number;
  /** A recording that is still being made. */
  isGrowing: boolean;
  /** First byte of each clip of a recording that has ended; null of any other file. */
  clips: number[] | null;
  firstUnit: number;
  /** SHA-256 of each unit in order, hex. */
  digests: string[];
  /** Bytes that the body must have. */
  bodyBytes: number;
}

/** Units of a file of that size; the last one may be shorter. */
export const unitCount = (lengthBytes: number): number => Math.ceil(lengthBytes / UNIT_BYTES);

/** Bytes of one unit. */
export const unitBytes = (unit: number, lengthBytes: number): number =>
  Math.min(UNIT_BYTES, lengthBytes - unit * UNIT_BYTES);

/**
 * Reads the headers of a chunk.
 *
 * @throws Problem `request.invalid` when one is missing, or when they contradict each other.
 */
export const readPlan = (header: (name: string) => string | undefined): ChunkPlan => {
  const parsed = v.safeParse(ChunkHeaders, {
    uploadId: header(UPLOAD_HEADERS.id)?.toLowerCase(),
    offset: header(UPLOAD_HEADERS.offset),
    length: header(UPLOAD_HEADERS.recorded) ?? header(UPLOAD_HEADERS.length),
    clips: header(UPLOAD_HEADERS.clips)
      ?.split(',')
      .map((start) => start.trim()),
    digests: header(UPLOAD_HEADERS.digests)
      ?.toLowerCase()
      .split(',')
      .map((digest) => digest.trim()),
  });
  if (!parsed.success)
    throw new Problem('request.invalid', { message: `The headers of the chunk: ${parsed.issues[0].message}` });
  const { uploadId, offset, length, digests, clips = null } = parsed.output;
  const isGrowing = header(UPLOAD_HEADERS.recorded) !== undefined && clips === null;
  if (clips !== null) checkClips(clips, length);
  if (isGrowing && length % UNIT_BYTES !== 0)
    throw new Problem('request.invalid', { message: 'A recording that is being made has whole units.' });
  const firstUnit = offset / UNIT_BYTES;
  if (!Number.isInteger(firstUnit) || firstUnit + digests.length > unitCount(length)) {
    throw new Problem('request.invalid', { message: 'The chunk does not lie on the units of its file.' });
  }
  const bodyBytes = Math.min(length, offset + digests.length * UNIT_BYTES) - offset;
  return { uploadId, lengthBytes: length, isGrowing, clips, firstUnit, digests, bodyBytes };
};

const checkClips = (clips: readonly number[], length: number): void => {
  const isOrdered = clips.every((start, index) => start < (clips[index + 1] ?? length));
  if (clips[0] !== 0 || !isOrdered)
    throw new Problem('request.invalid', { message: 'The clips are not parts of the recording.' });
};
