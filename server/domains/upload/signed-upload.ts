import { Problem } from '#contract/problems.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import { StorageFullError } from '#server/adapters/objects/index.ts';
import type { Handler } from '#server/calls/context.ts';
import { readBytes } from '#server/calls/read-bytes.ts';
import { checkToken } from '#server/calls/signed-token.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { findContent, markArrived, originalKey } from '../library/index.ts';
import { identityOf } from './identity.ts';

/** Takes the bytes of a small PDF at a signed address (library.uploadCredentials). Idempotent. */
export const putSigned: Handler<'upload.putSigned'> = async ({ services, request, now }, { token }) => {
  const { db } = services.database;
  const id = token.slice(0, 36);
  const verdict = checkToken(services.config.secret, 'upload', id, token.slice(37), now);
  if (verdict === 'bad') throw new Problem('access.denied');
  const content = verdict === 'good' ? await findContent(db, id) : undefined;
  if (!content) throw new Problem('upload.url_expired');
  if (content.hasArrived) return undefined;

  const bytes = await readBytes(
    request,
    content.originFileSize,
    () => new Problem('upload.too_large', { name: content.filename, value: content.originFileSize, unit: 'B' }),
  );
  if (bytes.length !== content.originFileSize)
    throw new Problem('request.invalid', {
      message: `${bytes.length} bytes came instead of ${content.originFileSize}.`,
    });
  const container = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (!container || !CONTAINERS[container].kinds.includes(content.type))
    throw new Problem('upload.wrong_type', { name: content.filename, type: content.type });
  try {
    await services.objects.put(originalKey(id), bytes, { contentType: 'application/octet-stream' });
  } catch (error) {
    if (error instanceof StorageFullError) throw new Problem('upload.disk_full', {}, { cause: error });
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [content.scope]);
    const current = await findContent(tx, id);
    // The content was deleted while the bytes came in: delete them too.
    if (!current) await services.jobs.send(tx, 'objects.delete', { prefix: originalKey(id) });
    else if (!current.hasArrived) await markArrived(tx, services, id, identityOf(bytes));
    await wakeAtCommit(tx, [content.scope]);
  });
  return undefined;
};
