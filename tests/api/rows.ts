import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { TestServer } from '#tests/support/server.ts';

/** The id of one row of every kind that has an owner. */
export interface Rows {
  content: string;
  /** A content that is not published. */
  spare: string;
  folder: string;
  tagProfile: string;
  channel: string;
  playlist: string;
  /** A publication that is free for everybody. */
  publication: string;
  memberOnly: string;
  notification: string;
  upload: string;
  /** Registration id of a device. */
  device: string;
  learner: string;
  educator: string;
  /** SHA-256 of a picture. */
  picture: string;
}

interface Owner {
  scope: string;
  userId: string;
}

export const SPORT_OF_ROWS = 'soccer';
/** Size of the seeded uploads: one received unit, and a missing short one. */
export const UPLOAD_BYTES = UNIT_BYTES + 100;
/** Part of every private text of a scope: an answer that contains it contains a row of that scope. */
export const markerOf = (scope: string): string => `private-${scope.slice(-12)}`;
/** Bytes of the original of every seeded content. */
export const ORIGINAL = Buffer.from('the original bytes');

const addContent = async (
  { services: { database, objects } }: TestServer,
  { scope, userId }: Owner,
  id: string,
  folder: string,
): Promise<void> => {
  await objects.put(`originals/${id}`, ORIGINAL, { contentType: 'application/octet-stream' });
  await database.db
    .insertInto('contents')
    .values({
      id,
      scope,
      folder_id: folder,
      title: `${markerOf(scope)} ${id}`,
      filename: `${markerOf(scope)} ${id}.mp4`,
      type: 'video',
      duration: 100,
      origin_file_size: ORIGINAL.length,
      object_key: `originals/${id}`,
      media_key: `media/${id}`,
      active: true,
      approved: true,
      is_reserved: false,
      encoding_status: 4,
      review_status: 'approved',
      created_by: userId,
    })
    .execute();
};

/** A channel with two live publications and a playlist, and one that is hidden. */
const addChannelRows = async (
  { services }: TestServer,
  { scope, userId }: Owner,
  ids: Pick<Rows, 'content' | 'channel' | 'playlist' | 'publication' | 'memberOnly'> & { locked: string },
): Promise<void> => {
  const { db } = services.database;
  const { content, locked, channel, playlist, publication, memberOnly } = ids;
  const [community, hidden] = [newId(), newId()];
  const short = scope.slice(-6);
  await db.insertInto('communities').values({ id: community, scope, sport_id: SPORT_OF_ROWS }).execute();
  const inCommunity = { scope, community_id: community, sport_id: SPORT_OF_ROWS, author_id: userId };
  await db
    .insertInto('channels')
    .values([
      { id: channel, name: `Channel ${short}`, ...inCommunity },
      { id: hidden, name: `${markerOf(scope)} hidden`, active: false, ...inCommunity },
    ])
    .execute();
  await db
    .insertInto('playlists')
    .values({ id: playlist, scope, channel_id: channel, title: `Playlist ${short}` })
    .execute();
  const shared = { scope, channel_id: channel, is_live: true, published_by: userId };
  await db
    .insertInto('publications')
    .values([
      {
        id: publication,
        content_id: content,
        playlist_id: playlist,
        title: `Free ${short}`,
        pricing: 'free',
        ...shared,
      },
      { id: memberOnly, content_id: locked, title: `Members ${short}`, pricing: 'member_only', ...shared },
    ])
    .execute();
  await db.updateTable('contents').set({ publication_id: publication }).where('id', '=', content).execute();
  await db.updateTable('contents').set({ publication_id: memberOnly }).where('id', '=', locked).execute();
};

/** @returns Its SHA-256, by which it is addressed. */
const addPicture = async ({ services }: TestServer, scope: string): Promise<string> => {
  const picture = newId().replaceAll('-', '').repeat(2);
  await services.database.db
    .insertInto('files')
    .values({
      scope,
      sha256: picture,
      picture: `/pictures/${picture.slice(0, 32)}.jpg`,
      content_type: 'image/jpeg',
      size: 1,
      width: 1,
      height: 1,
    })
    .execute();
  return picture;
};

export const addRows = async (server: TestServer, { scope, userId }: Owner): Promise<Rows> => {
  const {
    services: {
      database: { db },
    },
  } = server;
  const marker = markerOf(scope);
  const [folder, tagProfile, channel, playlist, publication, memberOnly, notification, upload] = Array.from(
    { length: 8 },
    () => newId(),
  ) as [string, string, string, string, string, string, string, string];
  const [content, locked, spare] = [newId(), newId(), newId()];

  await db
    .insertInto('storage_accounts')
    .values({ scope, used: 3 * ORIGINAL.length, reserved: UPLOAD_BYTES })
    .onConflict((on) => on.column('scope').doUpdateSet({ used: 3 * ORIGINAL.length, reserved: UPLOAD_BYTES }))
    .execute();
  await db
    .insertInto('folders')
    .values({ id: folder, scope, title: `${marker} folder` })
    .execute();
  await db
    .insertInto('tag_profiles')
    .values({
      id: tagProfile,
      scope,
      title: `${marker} tags`,
      items: JSON.stringify([{ id: newId(), name: 'corner', position: 0 }]),
    })
    .execute();
  for (const id of [content, locked, spare]) await addContent(server, { scope, userId }, id, folder);
  await addChannelRows(server, { scope, userId }, { content, locked, channel, playlist, publication, memberOnly });

  await db
    .insertInto('uploads')
    .values({ id: upload, scope, user_id: userId, profile: 'video', filename: `${marker}.mp4`, length: UPLOAD_BYTES })
    .execute();
  return {
    content,
    spare,
    folder,
    tagProfile,
    channel,
    playlist,
    publication,
    memberOnly,
    notification,
    upload,
    picture: await addPicture(server, scope),
    ...(await addPersonalRows(server, userId, notification)),
  };
};

/** Adds rows that belong to the person in every scope. */
const addPersonalRows = async (
  {
    services: {
      database: { db },
    },
  }: TestServer,
  userId: string,
  notification: string,
): Promise<Pick<Rows, 'device' | 'learner' | 'educator'>> => {
  const scope = `user:${userId}`;
  await db
    .insertInto('notifications')
    .values({
      id: notification,
      scope,
      user_id: userId,
      recipient_type: 'learner',
      kind: 'welcome',
      cause: `fixture:${notification}`,
      title: `${markerOf(scope)} notification`,
      text: 'Hello',
      sent_at: new Date(Date.now() - 1000),
    })
    .execute();
  const endpoint = `https://push.example.org/${notification}`;
  const device = JSON.stringify({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } });
  await db
    .insertInto('devices')
    .values({ user_id: userId, registration_id: device, registration_hash: await hashOf(endpoint) })
    .execute();
  const user = await db
    .selectFrom('users')
    .select(['learner_id', 'educator_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { device, learner: user.learner_id, educator: user.educator_id };
};

/** Adds rows of synced tables that no rule names: sport interests, follows and ratings. */
export const addFollowerRows = async (
  { services: { database } }: TestServer,
  { userId, userScope: scope }: { userId: string; userScope: string },
  { channel, publication }: Rows,
): Promise<void> => {
  const { db } = database;
  const person = { scope, user_id: userId };
  await db
    .insertInto('sport_interests')
    .values({ id: newId(), sport_id: SPORT_OF_ROWS, involvement: '[]', ...person })
    .execute();
  await db
    .insertInto('follows')
    .values({ channel_id: channel, ...person })
    .execute();
  await db
    .insertInto('ratings')
    .values({ publication_id: publication, relevance: 5, helpful: 4, engaging: 3, ...person })
    .execute();
};

const hashOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url');

/** Adds deleted rows: tombstones, or rows that deleting only marks. */
export const addDeletedRows = async (server: TestServer, owner: Owner): Promise<Rows> => {
  const { db } = server.services.database;
  const ids = Array.from({ length: 6 }, () => newId()) as [string, string, string, string, string, string];
  const [folder, tagProfile, content, publication, upload, notification] = ids;
  const marker = markerOf(owner.scope);
  const channel = (
    await db
      .selectFrom('channels')
      .select('id')
      .where('scope', '=', owner.scope)
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
  ).id;
  const spare = (
    await db
      .selectFrom('contents')
      .select('id')
      .where('scope', '=', owner.scope)
      .where('publication_id', 'is', null)
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto('folders')
    .values({ id: folder, scope: owner.scope, title: `${marker} gone` })
    .execute();
  await db
    .insertInto('tag_profiles')
    .values({ id: tagProfile, scope: owner.scope, title: `${marker} gone`, items: '[]' })
    .execute();
  await db
    .insertInto('contents')
    .values({
      id: content,
      scope: owner.scope,
      title: 'gone',
      filename: `${marker} gone.mp4`,
      type: 'video',
      origin_file_size: 1,
      created_by: owner.userId,
    })
    .execute();
  await db
    .insertInto('publications')
    .values({
      id: publication,
      scope: owner.scope,
      content_id: spare,
      channel_id: channel,
      title: 'Gone',
      pricing: 'free',
      is_live: true,
      is_deleted: true,
      published_by: owner.userId,
    })
    .execute();
  await db
    .insertInto('uploads')
    .values({
      id: upload,
      scope: owner.scope,
      user_id: owner.userId,
      profile: 'video',
      filename: 'gone.mp4',
      length: UPLOAD_BYTES,
      state: 'cancelled',
    })
    .execute();
  await db
    .insertInto('playlists')
    .values({ id: ids[5], scope: owner.scope, channel_id: channel, title: 'gone' })
    .execute();
  await db.deleteFrom('folders').where('id', '=', folder).execute();
  await db.deleteFrom('tag_profiles').where('id', '=', tagProfile).execute();
  await db.deleteFrom('contents').where('id', '=', content).execute();
  await db.deleteFrom('playlists').where('id', '=', ids[5]).execute();
  const nothing = newId();
  return {
    content,
    spare: content,
    folder,
    tagProfile,
    channel: nothing,
    playlist: ids[5],
    publication,
    memberOnly: publication,
    notification,
    upload,
    picture: '0'.repeat(64),
    device: JSON.stringify({
      endpoint: `https://push.example.org/${notification}/gone`,
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    }),
    learner: nothing,
    educator: nothing,
  };
};
