import { sql } from 'kysely';
import { MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { asDownload, sendObject, type ObjectRequest } from '#server/calls/send-object.ts';
import { checkToken, signToken } from '#server/calls/signed-token.ts';
import type { Services } from '#server/services.ts';

/** Name of the original below `/media/<token>/<contentId>/`. */
export const ORIGINAL = 'original';

interface Original {
  objectKey: string;
  filename: string;
  sizeBytes: number;
}

/** @throws Problem `access.not_found`; `library.not_ready` while its bytes arrive, and once they are deleted. */
const findOriginal = async (db: Db, id: string): Promise<Original> => {
  const content = found(
    await db
      .selectFrom('contents')
      .select(['object_key', 'filename', 'origin_file_size'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (content.object_key === null) throw new Problem('library.not_ready');
  return { objectKey: content.object_key, filename: content.filename, sizeBytes: Number(content.origin_file_size) };
};

const sendOriginal = async ({ objects, database }: Services, id: string, request: ObjectRequest): Promise<Response> => {
  const { objectKey, filename } = await findOriginal(database.db, id);
  return sendObject(objects, objectKey, {
    request,
    headers: asDownload(filename),
  });
};

export const downloadContent: Handler<'library.download'> = ({ services, request }, { id }) =>
  sendOriginal(services, id, {
    method: 'GET',
    range: request.header('range'),
    ifRange: request.header('if-range'),
    ifNoneMatch: undefined,
  });

/** The caller has the right to the content now; whoever loses it keeps a link no longer than that of the media (D-207). */
export const downloadLink: Handler<'library.downloadLink'> = async ({ db, services: { config }, now }, { id }) => {
  const { filename, sizeBytes } = await findOriginal(db, id);
  const expiresAtS = Math.floor((now.getTime() + MEDIA_URL_LIFE_MS) / 1000);
  const token = signToken(config.secret, 'original', id, expiresAtS);
  return {
    url: `/media/${token}/${id}/${ORIGINAL}`,
    filename,
    sizeBytes,
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
};

/**
 * Sends the original to who has a link to it, whole or in part, so that a browser continues a download that broke off.
 *
 * @throws Problem `access.denied` for a token that is wrong, expired or of another purpose; `access.not_found`.
 */
export const sendLinkedOriginal = async (
  services: Services,
  { token, id }: { token: string; id: string },
  request: ObjectRequest,
): Promise<Response> => {
  if (checkToken(services.config.secret, 'original', id, token, services.now()) !== 'good')
    throw new Problem('access.denied');
  return sendOriginal(services, id, { ...request, ifNoneMatch: undefined });
};

/** A file that was uploaded, once for all contents that share it. */
export interface StoredOriginal {
  key: string;
  filename: string;
  sizeBytes: number;
  contentIds: string[];
}

/** The uploaded files of a scope, and the new files of contents that are being replaced; the newest first. */
export const findOriginals = async (db: Db, scope: string): Promise<StoredOriginal[]> => {
  const { rows } = await sql<{ key: string; filename: string; bytes: string; ids: string[] }>`
    select key, min(filename) as filename, max(bytes) as bytes, array_agg(id::text order by id) as ids from (
      select object_key as key, filename, origin_file_size as bytes, id, created_at from contents
        where scope = ${scope} and object_key is not null
      union all select next_key, next_filename, next_size, id, created_at from contents
        where scope = ${scope} and next_key is not null) files
    group by key order by max(created_at) desc, key`.execute(db);
  return rows.map(({ key, filename, bytes, ids }) => ({ key, filename, sizeBytes: Number(bytes), contentIds: ids }));
};
