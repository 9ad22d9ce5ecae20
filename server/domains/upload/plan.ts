import * as v from 'valibot';
import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { ChunkHeaders, UPLOAD_HEADERS } from '#contract/upload.ts';

/** The announced content of one chunk: whole units of the file, from a first one on. */
export interface ChunkPlan {
  uploadId: string;
  /** Size of the whole file, bytes. */
  lengthBytes: number;
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
    length: header(UPLOAD_HEADERS.length),
    digests: header(UPLOAD_HEADERS.digests)
      ?.toLowerCase()
      .split(',')
      .map((digest) => digest.trim()),
  });
  if (!parsed.success)
    throw new Problem('request.invalid', { message: `The headers of the chunk: ${parsed.issues[0].message}` });
  const { uploadId, offset, length, digests } = parsed.output;
  const firstUnit = offset / UNIT_BYTES;
  if (!Number.isInteger(firstUnit) || firstUnit + digests.length > unitCount(length)) {
    throw new Problem('request.invalid', { message: 'The chunk does not lie on the units of its file.' });
  }
  const bodyBytes = Math.min(length, offset + digests.length * UNIT_BYTES) - offset;
  return { uploadId, lengthBytes: length, firstUnit, digests, bodyBytes };
};
