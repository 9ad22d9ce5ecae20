import { sql } from 'kysely';
import type * as v from 'valibot';
import { placedAfter } from '#contract/placed-after.ts';
import type { TagProfile } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type ChangeHandler, type Handler } from '#server/calls/context.ts';
import { checkFolder, removeContents } from './contents.ts';

type TagProfileRow = v.InferOutput<typeof TagProfile>;

// ---------------------------------------------------------------- folders
/** The bench measures the insert of a folder; the other changes of folders and tag groups are plain handlers. */
export const createFolder: ChangeHandler<'library.createFolder'> = {
  because: 'bench: inserts with an idempotency key',
  change: ({ id, title }) => ({ text: 'select create_folder($2, $3::uuid, $4)', values: [id, title] }),
};

export const editFolder: Handler<'library.editFolder'> = async ({ db, scope }, { folderId, title }) => {
  await db.updateTable('folders').set({ title }).where('id', '=', folderId).where('scope', '=', scope).execute();
  return answerJson(db, sql`select row from own_folders where folder_id = ${folderId} and scope = ${scope}`);
};

/** Its contents move to the root: the foreign key sets their folder to none. */
export const deleteFolder: Handler<'library.deleteFolder'> = async ({ db, scope }, { folderId }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('folders').where('id', '=', folderId).where('scope', '=', scope).execute();
  return undefined;
};

export const moveContents: Handler<'library.moveContents'> = async ({ db, scope }, { folderId, contentIds }) => {
  await raiseScopes(db, [scope]);
  await checkFolder(db, scope, folderId);
  await db
    .updateTable('contents')
    .set({ folder_id: folderId })
    .where('id', 'in', contentIds)
    .where('scope', '=', scope)
    .execute();
  return undefined;
};

export const moveAll: Handler<'library.moveAll'> = async ({ db, scope }, { folderId, destinationFolderId }) => {
  await raiseScopes(db, [scope]);
  await checkFolder(db, scope, destinationFolderId);
  await db
    .updateTable('contents')
    .set({ folder_id: destinationFolderId })
    .where('folder_id', '=', folderId)
    .where('scope', '=', scope)
    .execute();
  return undefined;
};

export const deleteFolderContents: Handler<'library.deleteFolderContents'> = async (
  { db, services, scope },
  { folderId },
) => {
  await raiseScopes(db, [scope]);
  const contents = await db
    .selectFrom('contents')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('scope', '=', scope)
    .execute();
  await removeContents(
    db,
    services,
    scope,
    contents.map(({ id }) => id),
  );
  return undefined;
};

// ---------------------------------------------------------------- tag groups
const profileOf = async (db: Db, scope: string, id: string): Promise<TagProfileRow> =>
  found(
    await db
      .selectFrom('own_tag_profiles')
      .select('row')
      .where('tag_profile_id', '=', id)
      .where('scope', '=', scope)
      .executeTakeFirst(),
  ).row as TagProfileRow;

export const createTagProfile: Handler<'library.createTagProfile'> = async (
  { db, scope },
  { id, title, tagProfileItems, sportName },
) => {
  const last = await db
    .selectFrom('tag_profiles')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('scope', '=', scope)
    .executeTakeFirst();
  await db
    .insertInto('tag_profiles')
    .values({
      id,
      scope,
      title,
      items: JSON.stringify(tagProfileItems),
      sport_name: sportName ?? null,
      position: (last?.position ?? -1) + 1,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return profileOf(db, scope, id);
};

export const editTagProfile: Handler<'library.editTagProfile'> = async (
  { db, scope },
  { id, title, tagProfileItems, sportName },
) => {
  await db
    .updateTable('tag_profiles')
    .set({ title, items: JSON.stringify(tagProfileItems), sport_name: sportName ?? null })
    .where('id', '=', id)
    .where('scope', '=', scope)
    .execute();
  return profileOf(db, scope, id);
};

export const deleteTagProfile: Handler<'library.deleteTagProfile'> = async ({ db, scope }, { id }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('tag_profiles').where('id', '=', id).where('scope', '=', scope).execute();
  return undefined;
};

/** Groups that the list does not name follow it in their former order. */
export const reorderTagProfiles: Handler<'library.reorderTagProfiles'> = async ({ db, scope }, { ids }) => {
  await raiseScopes(db, [scope]);
  await putInOrder(db, scope, ids);
  return undefined;
};

export const moveTagProfile: Handler<'library.moveTagProfile'> = async ({ db, scope }, { id, afterId }) => {
  await raiseScopes(db, [scope]);
  const groups = await db
    .selectFrom('tag_profiles')
    .select('id')
    .where('scope', '=', scope)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = groups.map((group) => group.id);
  await putInOrder(db, scope, placedAfter(ids, id, afterId));
  return undefined;
};

const putInOrder = async (db: Db, scope: string, ids: readonly string[]): Promise<void> => {
  await sql`with wanted as (
      select t.id, row_number() over (order by w.at nulls last, t.position, t.created_at) - 1 as position
      from tag_profiles t left join unnest(${sql.val(ids)}::uuid[]) with ordinality as w(id, at) on w.id = t.id where t.scope = ${scope})
    update tag_profiles t set position = wanted.position from wanted where t.id = wanted.id and t.position <> wanted.position`.execute(
    db,
  );
};
