import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { checkImage, MediaProblem } from '#server/adapters/media/index.ts';
import { asStorageError, StorageFullError } from '#server/adapters/objects/index.ts';
import type { Db } from '#server/db/database.ts';
import { lockObject } from '#server/db/lock-object.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { readBytes } from '#server/calls/read-bytes.ts';
import { secretName } from '#server/calls/signed-token.ts';
import type { Services } from '#server/services.ts';

/** Largest width of a picture, pixels: a banner on a dense screen. */
const WIDTH_MAX_PX = 2744;

/** Finds a file by hash or address, and marks it as used, so that `deleteUnusedFiles` keeps it. */
const refreshFile = (db: Db, scope: string, by: 'sha256' | 'picture', value: string) =>
  db
    .updateTable('files')
    .set({ used_at: sql<Date>`now()` })
    .where('scope', '=', scope)
    .where(by, '=', value)
    .returning('picture')
    .executeTakeFirst();

/** The picture as it is shown: upright, without the place and device in the file's metadata. */
const makePicture = async ({ media, objects }: Services, bytes: Buffer) => {
  const folder = await mkdtemp(path.join(await objects.workFolder(), 'picture-'));
  try {
    const input = path.join(folder, 'original');
    await writeFile(input, bytes);
    const made = await media.makeRendition({ input, outDir: folder, name: 'picture.jpg', maxWidthPx: WIDTH_MAX_PX });
    return { bytes: await readFile(path.join(folder, made.name)), widthPx: made.widthPx!, heightPx: made.heightPx! };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const refused = (error: unknown): unknown => {
  if (asStorageError(error) instanceof StorageFullError) return new Problem('upload.disk_full', {}, { cause: error });
  if (!(error instanceof MediaProblem)) return error;
  if (error.code === 'storage_failure') return new Problem('upload.disk_full', {}, { cause: error });
  // The server is stopping: the client sends the picture again.
  if (error.code === 'cancelled') return new Problem('server.busy', {}, { cause: error });
  return new Problem('file.not_a_picture', {}, { cause: error });
};

/** Stores a small file once per scope, under an address that cannot be guessed. */
const putFile: Handler<'files.put'> = async ({ services, scope, request }, { sha256 }) => {
  const { db } = services.database;
  const known = await refreshFile(db, scope, 'sha256', sha256);
  if (known) return { url: known.picture, sha256 };
  const bytes = await readBytes(request, PICTURE_MAX_BYTES, () => new Problem('request.too_large'));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Problem('file.wrong_digest');
  const name = `${secretName(services.config.secret, `file:${scope}:${sha256}`)}.jpg`;
  try {
    checkImage(bytes);
    const made = await makePicture(services, bytes);
    await db.transaction().execute(async (tx) => {
      await lockObject(tx, `pictures/${name}`);
      await services.objects.put(`pictures/${name}`, made.bytes, { contentType: 'image/jpeg' });
      await tx
        .insertInto('files')
        .values({
          scope,
          sha256,
          picture: `/pictures/${name}`,
          content_type: 'image/jpeg',
          size: made.bytes.length,
          width: made.widthPx,
          height: made.heightPx,
        })
        .onConflict((conflict) => conflict.columns(['scope', 'sha256']).doNothing())
        .execute();
    });
  } catch (error) {
    throw refused(error);
  }
  return { url: `/pictures/${name}`, sha256 };
};

export const filesHandlers: AreaHandlers<'files'> = { 'files.put': putFile };

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The address of a picture that a call refers to: by the hash of a file that was sent before, or by the address of a
 * picture of the scope.
 *
 * @throws Problem `file.missing`.
 */
export const pictureUrl = async (db: Db, scope: string, reference: string): Promise<string> => {
  const file = await refreshFile(db, scope, SHA256.test(reference) ? 'sha256' : 'picture', reference);
  if (file) return file.picture;
  const own = await db
    .selectFrom('own_pictures')
    .select('address')
    .where('scope', '=', scope)
    .where('address', '=', reference)
    .limit(1)
    .executeTakeFirst();
  if (!own?.address) throw new Problem('file.missing');
  return own.address;
};

/**
 * Deletes files that no row shows: their call was refused or never came, or the row is deleted. A call that refers to
 * one at this moment keeps it; a later call sends it again.
 *
 * @param days How long a file is kept after it was last sent or referred to.
 * @returns Keys of their objects, which the caller deletes after the commit.
 */
export const deleteUnusedFiles = async (db: Db, days: number, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ picture: string }>`with unused as materialized (
      select scope, sha256 from files f where f.used_at < now() - make_interval(days => ${days}::int)
        and not exists (select 1 from shown_pictures s where s.address = f.picture)
      limit ${limit} for update of f skip locked)
    delete from files f using unused u where f.scope = u.scope and f.sha256 = u.sha256 returning f.picture`.execute(db);
  return rows.map(({ picture }) => picture.slice(1));
};
