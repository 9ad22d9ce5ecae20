import { ENCODING } from '#contract/encoding.ts';
import type { ContentType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

export interface StoredFile {
  scope: string;
  type: ContentType;
  /** Computed by the server from the bytes that it received (D-105): a client cannot claim it. */
  sha256: string;
  sizeBytes: number;
}

/**
 * The object of equal bytes that this owner has already. Never looks at other owners: what they have must not be
 * recognisable. The transaction must hold the scope's version counter, so that the object stays named.
 *
 * @returns Its key; undefined if there is none, or if its bytes are not stored whole. Source: decision 0040.
 */
export const findEqualObject = async (
  db: Db,
  { objects }: Pick<Services, 'objects'>,
  { scope, type, sha256, sizeBytes }: StoredFile,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select('object_key')
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .where('type', '=', type)
    .where('object_key', 'is not', null)
    // Clips that are not joined yet are no file that can be watched.
    .where('clips', 'is', null)
    .where('encoding_status', '>=', 0)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const key = row?.object_key;
  return key && (await objects.stat(key))?.sizeBytes === sizeBytes ? key : undefined;
};

/**
 * What was made of an object for another content of the same owner; undefined if there is none yet. All renditions come
 * before a first one alone (`hasLarger`).
 */
export const findEqualMedia = async (
  db: Db,
  file: { scope: string; type: string; sha256: string; objectKey: string },
) => {
  const row = await db
    .selectFrom('contents')
    .select([
      'media_key as mediaKey',
      'thumbnail',
      'waveform',
      'duration as durationSeconds',
      'pages_count as pagesCount',
      'file_size as servedBytes',
      'progressive_size as progressiveBytes',
      'better_id as betterId',
    ])
    .where('scope', '=', file.scope)
    .where('sha256', '=', file.sha256)
    .where('type', '=', file.type)
    .where('object_key', '=', file.objectKey)
    .where('clips', 'is', null)
    .where('encoding_status', '=', ENCODING.done)
    .where('media_key', 'is not', null)
    .orderBy((eb) => eb('better_id', 'is not', null))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!row?.mediaKey) return undefined;
  const { betterId, mediaKey, ...made } = row;
  return { ...made, mediaKey, hasLarger: betterId !== null };
};
