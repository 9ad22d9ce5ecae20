import { sql, type RawBuilder } from 'kysely';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** What the dashboard is about: everything of a scope, or one of its channels or playlists. */
export interface Target {
  scope: string;
  /** Of the chosen channel, or of the channel of the chosen playlist. */
  channelId: string | null;
  playlistId: string | null;
}

/**
 * The channel or playlist of a scope that an id names. Source: D-143.
 *
 * @param mediaId Absent: all of the scope.
 * @throws Problem `access.not_found` for what is another's.
 */
export const readTarget = async (db: Db, scope: string, mediaId: string | undefined): Promise<Target> => {
  if (mediaId === undefined) return { scope, channelId: null, playlistId: null };
  const { rows } = await sql<Omit<Target, 'scope'>>`
    select id as "channelId", null::uuid as "playlistId" from channels where id = ${mediaId} and scope = ${scope}
    union all select channel_id, id from playlists where id = ${mediaId} and scope = ${scope}`.execute(db);
  return { scope, ...found(rows[0]) };
};

/** The condition of the publications `p` of a target. */
export const publicationsOf = ({ scope, channelId, playlistId }: Target): RawBuilder<boolean> =>
  playlistId !== null
    ? sql<boolean>`p.scope = ${scope} and p.playlist_id = ${playlistId}`
    : channelId !== null
      ? sql<boolean>`p.scope = ${scope} and p.channel_id = ${channelId}`
      : sql<boolean>`p.scope = ${scope}`;

/** The condition of the channels `c` of a target. */
export const channelsOf = ({ scope, channelId }: Target): RawBuilder<boolean> =>
  channelId !== null ? sql<boolean>`c.scope = ${scope} and c.id = ${channelId}` : sql<boolean>`c.scope = ${scope}`;
