import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { checkImage, MediaProblem } from '#server/adapters/media/index.ts';
import { asStorageError, StorageFullError } from '#server/adapters/objects/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Bounds } from '#server/calls/bounds.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import { lockObject } from '#server/db/lock-object.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { LONG, withBody } from '#server/calls/read-body.ts';
import { secretName } from '#server/calls/signed-token.ts';
import type { Services } from '#server/services.ts';

/** Largest width of a picture, pixels: a banner on a dense screen. */
const WIDTH_MAX_PX = 2744;

/** New pictures of one person: more than anybody publishes, with refills that let a device which was offline for long go on. */
const PICTURES_AN_HOUR = { capacity: 60, perSeconds: 3_600 };
const PICTURES_A_DAY = { capacity: 300, perSeconds: 86_400 };
/** What the stored pictures of a scope may take together, bytes. Source: decision 0105. */
export const PICTURES_QUOTA_BYTES = 1_000_000_000;

/** Finds a file by hash or address, and marks it as used, so that `deleteUnusedFiles` keeps it. */
const refreshFile = (db: Db, scope: string, by: 'sha256' | 'picture', value: string) =>
  db
    .updateTable('files')
    .set({ used_at: sql<Date>`now()` })
    .where('scope', '=', scope)
    .where(by, '=', value)
    .returning(['picture', 'width', 'height'])
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
  // The server is stopping, or has no jail to process it in: the client sends the picture again.
  if (error.code === 'cancelled' || error.code === 'no_jail') return new Problem('server.busy', {}, { cause: error });
  if (error.code === 'too_many_pixels') return new Problem('file.too_many_pixels', {}, { cause: error });
  return new Problem('file.not_a_picture', {}, { cause: error });
};

/** Key of the object of a picture, always the same for the same thing; `/` before it is its address. */
export const pictureKey = ({ config }: Services, what: string, ending: 'jpg' | 'svg'): string =>
  `pictures/${secretName(config.secret, what)}.${ending}`;

/** Counts a new picture, before its bytes are read. @throws Problem `request.too_often`, `library.out_of_storage` */
const countPicture = async ({ database }: Services, scope: string, userId: string): Promise<void> => {
  await takeToken(database.counters, `pictures:hour:${userId}`, PICTURES_AN_HOUR);
  await takeToken(database.counters, `pictures:day:${userId}`, PICTURES_A_DAY);
  const { bytes } = await database.db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  if (bytes >= PICTURES_QUOTA_BYTES) throw new Problem('library.out_of_storage');
};

/** Stores a small file once per scope, under an address that cannot be guessed. */
const putFile: Handler<'files.put'> = async ({ services, scope, session, request }, { sha256 }) => {
  const { bounds, database } = services;
  const known = await refreshFile(database.db, scope, 'sha256', sha256);
  if (known) return { url: known.picture, sha256 };
  await countPicture(services, scope, session.userId);
  const leave = await bounds.files.take(session.userId);
  try {
    return await withBody(
      request.incoming,
      {
        mostBytes: PICTURE_MAX_BYTES,
        tooLarge: () => new Problem('request.too_large'),
        pace: LONG,
        budget: bounds.whole,
      },
      (bytes) => keepPicture(services, { scope, userId: session.userId }, sha256, bytes),
    );
  } finally {
    leave();
  }
};

const keepPicture = async (
  services: Services,
  { scope, userId }: { scope: string; userId: string },
  sha256: string,
  bytes: Buffer,
) => {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Problem('file.wrong_digest');
  const key = pictureKey(services, `file:${scope}:${sha256}`, 'jpg');
  try {
    checkImage(bytes);
    const made = await inTurn(services.bounds, userId, () => makePicture(services, bytes));
    await services.database.db.transaction().execute(async (tx) => {
      await lockObject(tx, key);
      await services.objects.put(key, made.bytes, { contentType: 'image/jpeg' });
      await tx
        .insertInto('files')
        .values({
          scope,
          sha256,
          picture: `/${key}`,
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
  return { url: `/${key}`, sha256 };
};

/** Runs one of the few encodings that a process makes at once, one for a person. @throws Problem `server.busy` when none ends in time. */
const inTurn = async <T>(bounds: Bounds, userId: string, work: () => Promise<T>): Promise<T> => {
  const leaveOwn = await bounds.picturesOfPerson.take(userId);
  try {
    const leave = await bounds.pictures.take('all');
    try {
      return await work();
    } finally {
      leave();
    }
  } finally {
    leaveOwn();
  }
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
 * A picture that was sent before, with its size in pixels.
 *
 * @throws Problem `file.missing`.
 */
export const findPicture = async (
  db: Db,
  scope: string,
  sha256: string,
): Promise<{ url: string; width: number; height: number }> => {
  const file = await refreshFile(db, scope, 'sha256', sha256);
  if (!file) throw new Problem('file.missing');
  return { url: file.picture, width: file.width, height: file.height };
};

/**
 * Deletes files that no row shows: their call was refused or never came, or the row is deleted. A call that refers to
 * one at this moment keeps it; a later call sends it again.
 *
 * @param hours How long a file is kept after it was last sent or referred to.
 * @returns Keys of their objects, which the caller deletes after the commit.
 */
export const deleteUnusedFiles = async (db: Db, hours: number, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ picture: string }>`with unused as materialized (
      select scope, sha256 from files f where f.used_at < now() - make_interval(hours => ${hours}::int)
        and not exists (select 1 from shown_pictures s where s.address = f.picture)
      limit ${limit} for update of f skip locked)
    delete from files f using unused u where f.scope = u.scope and f.sha256 = u.sha256 returning f.picture`.execute(db);
  return rows.map(({ picture }) => picture.slice(1));
};
