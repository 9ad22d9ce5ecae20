import { sql } from 'kysely';
import type * as v from 'valibot';
import { Problem } from '#contract/problems.ts';
import type { Folder, TagProfile } from '#contract/rows.ts';
import { isUniqueViolation, type Db } from '../../db/database.ts';
import { raiseScopes } from '../../db/raise-scopes.ts';
import { found, type Handler } from '../../http/context.ts';
import { checkFolder, removeContents } from './contents.ts';

type FolderRow = v.InferOutput<typeof Folder>;
type TagProfileRow = v.InferOutput<typeof TagProfile>;

const folderOf = async (db: Db, scope: string, id: string): Promise<FolderRow> =>
  found(await db.selectFrom('own_folders').select('row').where('folder_id', '=', id).where('scope', '=', scope).executeTakeFirst()).row as FolderRow;

/** Runs a change of a title that must be unique in the scope. */
const withUniqueTitle = async (code: 'library.folder_taken' | 'library.tag_profile_taken', index: string, title: string, change: () => Promise<unknown>): Promise<void> => {
  try {
    await change();
  } catch (error) {
    if (isUniqueViolation(error, index)) throw new Problem(code, { title }, { cause: error });
    throw error;
  }
};

export const createFolder: Handler<'library.createFolder'> = async ({ db, scope }, { id, title }) => {
  await withUniqueTitle('library.folder_taken', 'folders_title', title, () =>
    db.insertInto('folders').values({ id, scope, title }).onConflict((conflict) => conflict.column('id').doNothing()).execute());
  return folderOf(db, scope, id);
};

export const editFolder: Handler<'library.editFolder'> = async ({ db, scope }, { folderId, title }) => {
  await withUniqueTitle('library.folder_taken', 'folders_title', title, () =>
    db.updateTable('folders').set({ title }).where('id', '=', folderId).where('scope', '=', scope).execute());
  return folderOf(db, scope, folderId);
};

/** Its items move to the root: the foreign key sets their folder to none. */
export const deleteFolder: Handler<'library.deleteFolder'> = async ({ db, scope }, { folderId }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('folders').where('id', '=', folderId).where('scope', '=', scope).execute();
  return undefined;
};

export const moveContents: Handler<'library.moveContents'> = async ({ db, scope }, { folderId, contentIds }) => {
  await raiseScopes(db, [scope]);
  await checkFolder(db, scope, folderId);
  await db.updateTable('contents').set({ folder_id: folderId }).where('id', 'in', contentIds).where('scope', '=', scope).execute();
  return undefined;
};

export const moveAll: Handler<'library.moveAll'> = async ({ db, scope }, { folderId, destinationFolderId }) => {
  await raiseScopes(db, [scope]);
  await checkFolder(db, scope, destinationFolderId);
  await db.updateTable('contents').set({ folder_id: destinationFolderId }).where('folder_id', '=', folderId).where('scope', '=', scope).execute();
  return undefined;
};

export const deleteFolderContents: Handler<'library.deleteFolderContents'> = async ({ db, services, scope }, { folderId }) => {
  await raiseScopes(db, [scope]);
  const contents = await db.selectFrom('contents').select('id').where('folder_id', '=', folderId).where('scope', '=', scope).execute();
  await removeContents(db, services, scope, contents.map(({ id }) => id));
  return undefined;
};

// ---------------------------------------------------------------- tag groups
const profileOf = async (db: Db, scope: string, id: string): Promise<TagProfileRow> =>
  found(await db.selectFrom('own_tag_profiles').select('row').where('tag_profile_id', '=', id).where('scope', '=', scope).executeTakeFirst()).row as TagProfileRow;

export const createTagProfile: Handler<'library.createTagProfile'> = async ({ db, scope }, { id, title, tagProfileItems, sportName }) => {
  const last = await db.selectFrom('tag_profiles').select((eb) => eb.fn.max('position').as('position')).where('scope', '=', scope).executeTakeFirst();
  await withUniqueTitle('library.tag_profile_taken', 'tag_profiles_title', title, () =>
    db.insertInto('tag_profiles')
      .values({ id, scope, title, items: JSON.stringify(tagProfileItems), sport_name: sportName ?? null, position: (last?.position ?? -1) + 1 })
      .onConflict((conflict) => conflict.column('id').doNothing()).execute());
  return profileOf(db, scope, id);
};

export const editTagProfile: Handler<'library.editTagProfile'> = async ({ db, scope }, { id, title, tagProfileItems, sportName }) => {
  await withUniqueTitle('library.tag_profile_taken', 'tag_profiles_title', title, () =>
    db.updateTable('tag_profiles').set({ title, items: JSON.stringify(tagProfileItems), sport_name: sportName ?? null })
      .where('id', '=', id).where('scope', '=', scope).execute());
  return profileOf(db, scope, id);
};

export const deleteTagProfile: Handler<'library.deleteTagProfile'> = async ({ db, scope }, { id }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('tag_profiles').where('id', '=', id).where('scope', '=', scope).execute();
  return undefined;
};

/** Groups that the list does not name keep their place behind it. */
export const reorderTagProfiles: Handler<'library.reorderTagProfiles'> = async ({ db, scope }, { ids }) => {
  await raiseScopes(db, [scope]);
  await sql`with wanted as (
      select t.id, row_number() over (order by w.at nulls last, t.position, t.created_at) - 1 as position
      from tag_profiles t left join unnest(${sql.val(ids)}::uuid[]) with ordinality as w(id, at) on w.id = t.id where t.scope = ${scope})
    update tag_profiles t set position = wanted.position from wanted where t.id = wanted.id and t.position <> wanted.position`.execute(db);
  return undefined;
};
