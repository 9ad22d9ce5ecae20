import * as v from 'valibot';
import { CHUNK_UNITS_MAX, UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { sendChunk as sendChunkCall } from '#contract/upload.ts';
import type { Bounds } from '#server/calls/bounds.ts';
import type { CallRequest } from '#server/calls/context.ts';
import { LONG, readPieces, withBody } from '#server/calls/read-body.ts';
import type { ChunkPlan } from './plan.ts';

/** Size of a form with the most units of a chunk, and room for its boundaries and fields, bytes. */
const FORM_MAX_BYTES = CHUNK_UNITS_MAX * UNIT_BYTES + 65_536;

/** The body, the parser's copy of it and the file in it are in memory at the same time. */
const COPIES = 3;

export type ChunkFields = v.InferOutput<typeof sendChunkCall.input>;
export interface ChunkBody {
  fields: ChunkFields;
  bytes: AsyncIterable<Buffer>;
}

/** Whether a chunk comes as raw octets, which stream, instead of the specification's form. */
export const isRaw = ({ header }: CallRequest): boolean =>
  header('content-type')?.startsWith('application/octet-stream') === true;

/**
 * Checks the headers of a body before it is read.
 *
 * @throws Problem `request.wrong_type`, `request.too_large`, `request.invalid`.
 */
export const checkBody = (request: CallRequest, { bodyBytes }: ChunkPlan): void => {
  const length = request.header('content-length');
  if (isRaw(request)) {
    if (length !== undefined && Number(length) !== bodyBytes)
      throw new Problem('request.invalid', { message: `The chunk has ${length} bytes instead of ${bodyBytes}.` });
    return;
  }
  if (!request.header('content-type')?.startsWith('multipart/form-data')) throw new Problem('request.wrong_type');
  if (!Number.isSafeInteger(Number(length ?? NaN)))
    throw new Problem('request.invalid', { message: 'A form needs a Content-Length.' });
  if (Number(length) > FORM_MAX_BYTES) throw new Problem('request.too_large');
};

/**
 * Passes on fields and bytes of a chunk in either shape: raw octets, which stream, with the fields in the query; or the
 * specification's multipart form, which is read whole.
 *
 * @throws Problem `request.too_large`, `request.invalid`, `request.too_slow`, `server.busy`.
 */
export const withChunkBody = async <T>(
  request: CallRequest,
  query: ChunkFields,
  { whole }: Bounds,
  handle: (body: ChunkBody) => Promise<T>,
): Promise<T> => {
  const { incoming } = request;
  if (isRaw(request)) return handle({ fields: query, bytes: readPieces(incoming, LONG) });
  return withBody(
    incoming,
    { mostBytes: FORM_MAX_BYTES, tooLarge: () => new Problem('request.too_large'), pace: LONG, budget: whole },
    async (bytes) => {
      const release = whole.hold(bytes.length * (COPIES - 1));
      try {
        return await handle(await readForm(bytes, request.header('content-type') ?? '', query));
      } finally {
        release();
      }
    },
  );
};

const readForm = async (body: Buffer, type: string, query: ChunkFields): Promise<ChunkBody> => {
  const form = await new Response(new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length), {
    headers: { 'Content-Type': type },
  })
    .formData()
    .catch((cause: unknown) => {
      throw new Problem('request.invalid', { message: 'The form cannot be read.' }, { cause });
    });
  const file = form.get('file');
  if (!file || typeof file === 'string')
    throw new Problem('request.invalid', { message: 'The form has no file.', field: 'file' });
  const texts = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  const fields = v.safeParse(sendChunkCall.input, { ...query, ...texts, fileName: query.fileName ?? file.name });
  if (!fields.success) throw new Problem('request.invalid', { message: fields.issues[0].message });
  return { fields: fields.output, bytes: oneBuffer(file) };
};

async function* oneBuffer(file: Blob): AsyncGenerator<Buffer> {
  yield Buffer.from(await file.arrayBuffer());
}
