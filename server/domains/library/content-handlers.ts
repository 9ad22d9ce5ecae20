import { sql, type Selectable } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, type Handler } from '#server/calls/context.ts';
import type { ContentsTable } from '#server/db/schema.ts';
import type { Services } from '#server/services.ts';
import { copyCaptions } from '../captions/index.ts';
import { refuseRemoved } from '../publications/index.ts';
import { findContent, NO_BETTER, NO_CUT, removeContents } from './contents.ts';
import { freeName, splitName } from './names.ts';
import { takeRoom } from './room.ts';

/** A content as clients get it. @throws Problem `access.not_found` */
export const contentRow = async (db: Db, scope: string, id: string): Promise<LibraryContent> => {
  const content = await db
    .selectFrom('own_contents')
    .select('row')
    .where('content_id', '=', id)
    .where('scope', '=', scope)
    .executeTakeFirst();
  return found(content).row as LibraryContent;
};

export const nameTaken: Handler<'library.nameTaken'> = async ({ db, scope }, { contentName }) => {
  const suggestion = await freeName(db, scope, contentName);
  return { contentNameTaken: suggestion !== contentName, suggestion };
};

export const renameContent: Handler<'library.renameContent'> = async ({ db, scope }, { id, filename: stem }) => {
  const { filename } = found(await findContent(db, id));
  const { extension } = splitName(filename);
  await db
    .updateTable('contents')
    .set({ filename: stem + extension, title: stem })
    .where('id', '=', id)
    .where('scope', '=', scope)
    .execute();
  return contentRow(db, scope, id);
};

/** A copy shares the bytes of its original; they are deleted with the last content that refers to them. */
export const duplicateContent: Handler<'library.duplicateContent'> = async (
  { db, services, scope, session },
  { id, copyId },
) => {
  await raiseScopes(db, [scope]);
  const existing = await findContent(db, copyId);
  if (existing) return contentRow(db, scope, copyId);
  const original = found(
    await db.selectFrom('contents').selectAll().where('id', '=', id).where('scope', '=', scope).executeTakeFirst(),
  );
  if (!original.active || !original.approved) throw new Problem('library.not_ready');
  await refuseRemoved(db, id);
  await insertCopy(db, services, original, { id: copyId, scope, createdBy: session.userId });
  return contentRow(db, scope, copyId);
};

type ContentRow = Selectable<ContentsTable>;

/**
 * Inserts a copy that shares the bytes of its original, in the same scope or another one.
 *
 * @param to.folderId The copy's folder; by default that of the original.
 * @throws Problem `library.out_of_storage`.
 */
const insertCopy = async (
  db: Db,
  services: Services,
  original: ContentRow,
  to: { id: string; scope: string; createdBy: string; folderId?: string | null },
): Promise<void> => {
  const { id: copyId, scope, createdBy, folderId = original.folder_id } = to;
  await takeRoom(db, scope, original.origin_file_size);
  const filename = await freeName(db, scope, original.filename);
  const { version: _, created_at: __, publication_id: ___, ...kept } = original;
  await db
    .insertInto('contents')
    .values({
      ...kept,
      ...NO_CUT,
      ...NO_BETTER,
      // Its larger renditions are its own: the original may be edited or deleted before they are made.
      better_id: original.better_id && newId(),
      id: copyId,
      scope,
      folder_id: folderId,
      filename,
      title: splitName(filename).stem,
      is_reserved: false,
      created_by: createdBy,
    })
    .execute();
  if (original.better_id) await services.jobs.send(db, 'media.prepare', { contentId: copyId });
  await copyCaptions(db, original.id, copyId);
};

/** Ids of the contents of a scope that can be copied, the oldest first. */
export const findCopyable = async (db: Db, scope: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('contents')
    .select('id')
    .where('scope', '=', scope)
    .where('active', '=', true)
    .where('approved', '=', true)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Copies a content into the Library of another scope: links to the same bytes, and a folder of the same name. Again with
 * the same id it changes nothing. Source: D-231.
 *
 * @throws Problem `library.out_of_storage`, `publish.removed`.
 */
export const copyToScope = async (
  db: Db,
  services: Services,
  contentId: string,
  to: { id: string; scope: string; createdBy: string },
): Promise<void> => {
  await raiseScopes(db, [to.scope]);
  if (await findContent(db, to.id)) return;
  const original = await db.selectFrom('contents').selectAll().where('id', '=', contentId).executeTakeFirst();
  if (!original?.active || !original.approved) return;
  await refuseRemoved(db, contentId);
  await insertCopy(db, services, original, { ...to, folderId: await folderIn(db, to.scope, original.folder_id) });
};

/** The folder of a scope with the title of a folder of another one. */
const folderIn = async (db: Db, scope: string, folderId: string | null): Promise<string | null> => {
  if (folderId === null) return null;
  const { rows } = await sql<{ id: string | null; title: string }>`select n.id, f.title from folders f
    left join folders n on n.scope = ${scope} and lower(n.title) = lower(f.title) where f.id = ${folderId}`.execute(db);
  const named = rows[0];
  if (!named) return null;
  if (named.id) return named.id;
  const id = newId();
  await db.insertInto('folders').values({ id, scope, title: named.title }).execute();
  return id;
};

export const deleteContent: Handler<'library.deleteContent'> = async ({ db, services, scope }, { id }) => {
  await raiseScopes(db, [scope]);
  await removeContents(db, services, scope, [id]);
  return undefined;
};

export const deleteContents: Handler<'library.deleteContents'> = async ({ db, services, scope }, { items }) => {
  await raiseScopes(db, [scope]);
  await removeContents(
    db,
    services,
    scope,
    items.map(({ id }) => id),
  );
  return undefined;
};
