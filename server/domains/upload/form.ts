import * as v from 'valibot';
import { CHUNK_UNITS_MAX, UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { sendChunk as sendChunkCall } from '#contract/upload.ts';
import type { CallRequest } from '#server/calls/context.ts';

/** Size of a form with the most units of a chunk, and room for its boundaries and fields, bytes. */
const FORM_MAX_BYTES = CHUNK_UNITS_MAX * UNIT_BYTES + 65_536;

export type ChunkFields = v.InferOutput<typeof sendChunkCall.input>;
export interface ChunkBody {
  fields: ChunkFields;
  bytes: AsyncIterable<Buffer>;
}

/**
 * Fields and bytes of a chunk in either shape: raw octets, which stream, with the fields in the query; or the
 * specification's multipart form, which is read whole and therefore needs a Content-Length.
 *
 * @throws Problem `request.wrong_type`, `request.too_large`, `request.invalid`.
 */
export const readBody = async (request: CallRequest, query: ChunkFields): Promise<ChunkBody> => {
  const type = request.header('content-type') ?? '';
  if (type.startsWith('application/octet-stream')) {
    // A refused chunk must leave the connection open, or the client would never get the answer.
    return { fields: query, bytes: request.incoming.iterator({ destroyOnReturn: false }) };
  }
  if (!type.startsWith('multipart/form-data')) throw new Problem('request.wrong_type');
  const length = Number(request.header('content-length'));
  if (!Number.isSafeInteger(length))
    throw new Problem('request.invalid', { message: 'A form needs a Content-Length.' });
  if (length > FORM_MAX_BYTES) throw new Problem('request.too_large');
  const form = await request.raw.formData().catch((cause: unknown) => {
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
