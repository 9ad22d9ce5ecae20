import { Problem } from '#contract/problems.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import { StorageFullError } from '#server/adapters/objects/index.ts';
import type { Handler } from '#server/calls/context.ts';
import { LONG, withBody } from '#server/calls/read-body.ts';
import { checkToken } from '#server/calls/signed-token.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { findContent, findEqualObject, markArrived, originalKey, type StoredContent } from '../library/index.ts';
import { identityOf } from './identity.ts';

/** Takes the bytes of a small PDF at a signed address (library.uploadCredentials). Idempotent. */
export const putSigned: Handler<'upload.putSigned'> = async ({ services, request, now }, { token }) => {
  const { db } = services.database;
  const id = token.slice(0, 36);
  const verdict = checkToken(services.config.secret, 'upload', id, token.slice(37), now);
  if (verdict === 'bad') throw new Problem('access.denied');
  const content = verdict === 'good' ? await findContent(db, id) : undefined;
  if (!content) throw new Problem('upload.url_expired');
  // Failed: its bytes came before, and were deleted.
  if (content.hasArrived || content.encodingStatus < 0) return undefined;

  const leave = await services.bounds.files.take(content.scope);
  try {
    await withBody(
      request.incoming,
      {
        mostBytes: content.originFileSize,
        tooLarge: () =>
          new Problem('upload.too_large', { name: content.filename, value: content.originFileSize, unit: 'B' }),
        pace: LONG,
        budget: services.bounds.whole,
      },
      (bytes) => keep(services, content, bytes),
    );
  } finally {
    leave();
  }
  return undefined;
};

const keep = async (services: Services, content: StoredContent, bytes: Buffer): Promise<void> => {
  const { db } = services.database;
  const { id } = content;
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
    else if (!current.hasArrived) await keepOnce(tx, services, content, bytes);
    await wakeAtCommit(tx, [content.scope]);
  });
};

/** Equal bytes of the owner are stored once (decision 0040). */
const keepOnce = async (tx: Db, services: Services, content: StoredContent, bytes: Buffer): Promise<void> => {
  const { id, scope, type } = content;
  const sha256 = identityOf(bytes);
  const own = originalKey(id);
  const objectKey = (await findEqualObject(tx, services, { scope, type, sha256, sizeBytes: bytes.length })) ?? own;
  if (objectKey !== own) await services.jobs.send(tx, 'objects.delete', { prefix: own });
  await markArrived(tx, services, id, { sha256, objectKey });
};
