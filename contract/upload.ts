import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Sha256 } from './ids.ts';
import { CHUNK_UNITS_MAX, RECORDING_CLIPS_MAX } from './limits.ts';
import { all, owns } from './may.ts';
import { Instant, Nothing, ShownText, integer } from './patterns.ts';

/** Headers of every chunk. Source: D-105. */
export const UPLOAD_HEADERS = {
  id: 'Upload-Id',
  offset: 'Upload-Offset',
  length: 'Upload-Length',
  digests: 'Upload-Sha256',
  /**
   * In place of `length`, so that a server that does not know it refuses the chunk: bytes of a recording, so far (whole
   * units) while it is made; the whole size once `clips` is sent. Source: decision 0042.
   */
  recorded: 'Upload-Recorded',
  /** First byte of each clip of a recording that has ended, joined by commas; the first is 0. */
  clips: 'Upload-Clips',
} as const;

export const ChunkHeaders = v.object({
  /** The upload job's id, which becomes the content's id. */
  uploadId: Id,
  /** First byte of this chunk; a multiple of UNIT_BYTES. */
  offset: integer(0, 1e12),
  /** Whole size of the file, bytes; of a recording that is being made, its size so far. */
  length: integer(1, 1e12),
  /** First byte of each clip of a recording. */
  clips: v.optional(v.pipe(v.array(integer(0, 1e12)), v.minLength(1), v.maxLength(RECORDING_CLIPS_MAX))),
  /** Digests of the chunk's 1 MiB units in order, 64 hex digits each, joined by commas. */
  digests: v.pipe(v.array(Sha256), v.minLength(1), v.maxLength(CHUNK_UNITS_MAX)),
});
export type ChunkHeaders = v.InferOutput<typeof ChunkHeaders>;

/** Units that the server has, as half-open ranges of unit numbers. */
export const Ranges = v.array(v.tuple([v.number(), v.number()]));

/**
 * One chunk: raw octets with the form's fields in the query, or the specification's multipart form. Streamed, verified
 * and committed unit by unit.
 */
export const sendChunk = defineCall({
  id: 'upload.chunk',
  method: 'POST',
  path: '/mam/ondemand',
  may: 'creator',
  body: 'chunk',
  input: v.object({
    /** This and the file name: required in the query of a raw chunk, in the form of a multipart one. */
    profile: v.optional(v.picklist(['video', 'audio', 'text'])),
    fileName: v.optional(v.pipe(ShownText, v.trim(), v.nonEmpty(), v.maxLength(255))),
    gidFolder: v.optional(v.union([Id, v.literal('')])),
    chunks: v.optional(integer(1, 1_000_000)),
    chunk: v.optional(integer(0, 1_000_000)),
    /** The content whose file this one replaces, once it is prepared. No content is made then. */
    replaces: v.optional(Id),
    callbackUrl: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
  output: v.object({
    data: v.object({ contentId: v.optional(Id), received: v.optional(v.number()), filename: v.optional(v.string()) }),
  }),
  problems: [
    'library.out_of_storage',
    'upload.too_large',
    'upload.wrong_type',
    'upload.wrong_digest',
    'upload.ahead',
    'upload.other_length',
    'upload.gone',
    'upload.nothing_to_replace',
    'upload.disk_full',
    'library.not_ready',
    'access.not_found',
  ],
  offline: 'online',
  summary: 'Takes one chunk of a file; the last one makes the content',
});
export const readEncoding = defineCall({
  id: 'upload.encoding',
  method: 'GET',
  path: '/mam/ondemand/{contentId}',
  may: all('creator', owns('content', 'contentId')),
  input: v.object({ contentId: Id }),
  output: v.object({
    data: v.object({
      onDemandEncodingStatus: v.number(),
      fileName: v.string(),
      title: v.string(),
      embedUrlList: v.array(v.object({ https: v.object({ source: v.object({ progressive: v.string() }) }) })),
    }),
  }),
  problems: [],
  offline: 'online',
  summary: 'Encoding status of a content',
});
export const readUpload = defineCall({
  id: 'upload.read',
  method: 'GET',
  path: '/mam/uploads/{uploadId}',
  may: 'creator',
  input: v.object({ uploadId: Id }),
  output: v.object({
    data: v.object({
      received: Ranges,
      length: v.nullable(v.number()),
      contentId: v.nullable(Id),
      digests: v.optional(v.record(v.string(), v.string())),
    }),
  }),
  problems: ['upload.gone', 'upload.nothing_to_replace'],
  offline: 'online',
  summary: 'Which units of an upload have arrived; an unknown upload has none',
});
export const listUploads = defineCall({
  id: 'upload.list',
  method: 'GET',
  path: '/mam/uploads',
  may: 'creator',
  input: v.object({}),
  output: v.object({
    /** The one that stands still for the longest time first; at most 100. */
    results: v.array(
      v.object({
        uploadId: Id,
        fileName: v.string(),
        /** Size of the file, and how much of it has arrived, bytes. */
        length: v.number(),
        received: v.number(),
        /** Whether its room is reserved: released after a day without a part, and reserved again with the next one. */
        isReserved: v.boolean(),
        lastPartAt: Instant,
      }),
    ),
  }),
  problems: [],
  offline: 'online',
  summary: 'Uploads of the scope that are not finished, on any device',
});
export const cancelUpload = defineCall({
  id: 'upload.cancel',
  method: 'DELETE',
  path: '/mam/uploads/{uploadId}',
  may: 'creator',
  input: v.object({ uploadId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Cancel an upload',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'contents', by: 'uploadId' }, { table: 'publications' }] },
  },
  summary: 'Ends an upload for good: frees its room, deletes its bytes and its content',
});
/** Bytes of a PDF of at most PDF_SINGLE_PUT_MAX_BYTES at a signed address. */
export const putSigned = defineCall({
  id: 'upload.putSigned',
  method: 'PUT',
  path: '/uploads/{token}',
  may: 'anyone',
  body: 'file',
  input: v.object({ token: v.pipe(v.string(), v.maxLength(400)) }),
  output: Nothing,
  problems: ['upload.url_expired', 'upload.too_large', 'upload.wrong_type', 'upload.disk_full'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Takes the bytes of a small PDF',
});
