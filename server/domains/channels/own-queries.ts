import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ChannelsTable } from '#server/db/schema.ts';

export type NewChannel = Omit<Insertable<ChannelsTable>, 'position'>;

/** Where a channel belongs. @returns Undefined if there is none with this id. */
export const readPlace = async (
  db: Db,
  channelId: string,
): Promise<{ scope: string; communityId: string; parentId: string | null; level: number } | undefined> =>
  db
    .selectFrom('channels')
    .select(['scope', 'community_id as communityId', 'parent_id as parentId', 'level'])
    .where('id', '=', channelId)
    .executeTakeFirst();

export const readCommunity = async (
  db: Db,
  scope: string,
  communityId: string,
): Promise<{ sportId: string; status: string } | undefined> =>
  db
    .selectFrom('communities')
    .select(['sport_id as sportId', 'status'])
    .where('id', '=', communityId)
    .where('scope', '=', scope)
    .executeTakeFirst();

/** Makes the next pull send this community again: which channel is its first one may have changed. */
const touchCommunity = async (db: Db, communityId: string): Promise<void> => {
  await sql`update communities set status = status where id = ${communityId}`.execute(db);
};

/** Inserts a channel at the end of its scope's list. */
export const addChannel = async (db: Db, channel: NewChannel): Promise<void> => {
  const last = await db
    .selectFrom('channels')
    .select((e) => e.fn.max('position').as('position'))
    .where('scope', '=', channel.scope)
    .executeTakeFirst();
  await db
    .insertInto('channels')
    .values({ ...channel, position: (last?.position ?? -1) + 1 })
    .execute();
  await touchCommunity(db, channel.community_id);
};

/** Changes fields of a channel. Library contents show its name, so a new one brings them to devices again. */
export const editChannel = async (
  db: Db,
  scope: string,
  channelId: string,
  fields: Updateable<ChannelsTable>,
): Promise<void> => {
  await db.updateTable('channels').set(fields).where('id', '=', channelId).where('scope', '=', scope).execute();
  if (fields.name !== undefined)
    await sql`update contents c set publication_id = c.publication_id from publications p
      where p.id = c.publication_id and p.channel_id = ${channelId}`.execute(db);
};

/** Scopes of the people who follow a channel or rated something on it: they lose rows when it is deleted. */
export const listScopesAround = async (db: Db, channelId: string): Promise<string[]> => {
  const { rows } = await sql<{ scope: string }>`select scope from follows where channel_id = ${channelId}
    union select r.scope from ratings r join publications p on p.id = r.publication_id where p.channel_id = ${channelId}`.execute(
    db,
  );
  return rows.map(({ scope }) => scope);
};

/** What keeps a channel from being deleted. */
export const readObstacles = async (
  db: Db,
  channelId: string,
): Promise<{ hasContent: boolean; hasSubchannels: boolean }> => {
  const { rows } = await sql<{ hasContent: boolean; hasSubchannels: boolean }>`select
    exists (select 1 from publications where channel_id = ${channelId} and not is_deleted) as "hasContent",
    exists (select 1 from channels where parent_id = ${channelId}) as "hasSubchannels"`.execute(db);
  return rows[0]!;
};

export const removeChannel = async (db: Db, scope: string, channelId: string): Promise<void> => {
  const gone = await db
    .deleteFrom('channels')
    .where('id', '=', channelId)
    .where('scope', '=', scope)
    .returning('community_id')
    .executeTakeFirst();
  if (gone) await touchCommunity(db, gone.community_id);
};
