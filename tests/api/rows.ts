import { addApplicationRows, type ApplicationRows } from './application-rows.ts';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { TestServer } from '#tests/support/server.ts';
import { addAdminRows, type AdminRows } from './admin-rows.ts';
import { addInvitationRows, type InvitationRows } from './invitation-rows.ts';
import { addStorageRows } from './storage-rows.ts';
import { addPaymentRows, type PaymentRows } from './payment-rows.ts';

/** The id of one row of every kind that has an owner. */
export interface Rows extends PaymentRows, InvitationRows, AdminRows {
  content: string;
  /** A content that is not published. */
  spare: string;
  folder: string;
  tagProfile: string;
  /** The person or the organization of the scope, and its profile. */
  owner: string;
  profile: string;
  contact: string;
  sportInterest: string;
  community: string;
  channel: string;
  /** A text in the search history. */
  search: string;
  /** A channel without content. */
  emptyChannel: string;
  playlist: string;
  /** A publication that is free for everybody. */
  publication: string;
  memberOnly: string;
  notification: string;
  upload: string;
  /** Registration id of a device. */
  device: string;
  /** A further session of the person. */
  session: string;
  learner: string;
  educator: string;
  passkey: string;
  /** A pending application of the person, and a pending organization that they registered. */
  application: string;
  registered: string;
  /** An archive of all data of the person that has expired. */
  dataExport: string;
  /** SHA-256 of a picture. */
  picture: string;
  /** Who commented on both publications: also the id of the comments. */
  commentAuthor: string;
}

export interface Owner {
  scope: string;
  userId: string;
}

export const SPORT_OF_ROWS = 'soccer';
/** Size of the seeded uploads: one received unit, and a missing short one. */
export const UPLOAD_BYTES = UNIT_BYTES + 100;
/** Part of every private text of a scope: an answer that contains it contains a row of that scope. */
export const markerOf = (scope: string): string => `private-${scope.slice(-12)}`;
/** Bytes of the original of every seeded content. */
const ORIGINAL = Buffer.from('the original bytes');

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
  ids: Pick<Rows, 'content' | 'community' | 'channel' | 'emptyChannel' | 'playlist' | 'publication' | 'memberOnly'> & {
    locked: string;
  },
): Promise<void> => {
  const { db } = services.database;
  const { content, locked, community, channel, emptyChannel, playlist, publication, memberOnly } = ids;
  const short = scope.slice(-6);
  await db.insertInto('communities').values({ id: community, scope, sport_id: SPORT_OF_ROWS }).execute();
  const inCommunity = { scope, community_id: community, sport_id: SPORT_OF_ROWS, author_id: userId };
  await db
    .insertInto('channels')
    .values([
      { id: channel, name: `Channel ${short}`, ...inCommunity },
      { id: emptyChannel, name: `${markerOf(scope)} hidden`, active: false, ...inCommunity },
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
      width: 1372,
      height: 848,
    })
    .execute();
  return picture;
};

/** A further person's comment on each publication. @returns The person's id. */
const addComments = async (server: TestServer, publications: readonly string[]): Promise<string> => {
  const { userId: user_id, scope } = await server.addPerson();
  const values = {
    user_id,
    scope,
    relevance: 4,
    helpful: 4,
    engaging: 4,
    comment: 'Clear and short.',
    answer: 'Thanks.',
  };
  await server.services.database.db
    .insertInto('ratings')
    .values(publications.map((publication_id) => ({ publication_id, ...values, answered_at: new Date() })))
    .execute();
  return user_id;
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
  const [community, emptyChannel] = [newId(), newId()];

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
  await addChannelRows(
    server,
    { scope, userId },
    { content, locked, community, channel, emptyChannel, playlist, publication, memberOnly },
  );

  await db
    .insertInto('support_requests')
    .values({ id: newId(), scope, user_id: userId, kind: 'contact', topic: marker, message: `${marker} message` })
    .execute();
  const search = newId();
  await db
    .insertInto('search_history')
    .values({ id: search, scope, user_id: userId, text: `${marker} search` })
    .execute();
  await db
    .insertInto('watch_places')
    .values({ scope, user_id: userId, publication_id: publication, position_ms: 30_000, watched_at: new Date() })
    .execute();
  await db
    .insertInto('uploads')
    .values({ id: upload, scope, user_id: userId, profile: 'video', filename: `${marker}.mp4`, length: UPLOAD_BYTES })
    .execute();
  const personal = await addPersonalRows(server, userId, notification);
  await addStorageRows(server, { scope, userId, ...personal });
  return {
    content,
    spare,
    folder,
    tagProfile,
    community,
    channel,
    emptyChannel,
    playlist,
    publication,
    memberOnly,
    notification,
    upload,
    search,
    picture: await addPicture(server, scope),
    ...(await addProfileRows(server, scope)),
    commentAuthor: await addComments(server, [publication, memberOnly]),
    ...personal,
    ...(await addAdminRows(server, { scope, userId })),
  };
};

export const SPORT_OF_INTEREST = 'cricket';
/** Fills in a hidden section of the profile of a scope, and adds a contact and a sport. */
const addProfileRows = async (
  { services: { database } }: TestServer,
  scope: string,
): Promise<Pick<Rows, 'owner' | 'profile' | 'contact' | 'sportInterest'>> => {
  const { db } = database;
  const [contact, sportInterest] = [newId(), newId()];
  const { id: profile, user_id } = await db
    .updateTable('profiles')
    .set({ birth_city: markerOf(scope), birth_country: 'DE' })
    .where('scope', '=', scope)
    .returning(['id', 'user_id'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contacts')
    .values({ id: contact, scope, title: 'Club page', social_link: 'https://example.org/club' })
    .execute();
  await db
    .insertInto('sport_interests')
    .values({ id: sportInterest, scope, user_id, sport_id: SPORT_OF_INTEREST, involvement: '[]' })
    .execute();
  await db
    .insertInto('sport_bio_answers')
    .values({ id: newId(), scope, sport_id: SPORT_OF_ROWS, question_id: 'advice', answer: markerOf(scope) })
    .execute();
  return { owner: scope.slice(scope.indexOf(':') + 1), profile, contact, sportInterest };
};

/** Adds rows that belong to the person in every scope. */
const addPersonalRows = async (
  server: TestServer,
  userId: string,
  notification: string,
): Promise<
  Pick<Rows, 'device' | 'session' | 'learner' | 'educator' | 'passkey' | 'dataExport'> &
    ApplicationRows &
    InvitationRows &
    PaymentRows
> => {
  const { db } = server.services.database;
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
  const session = newId();
  await db
    .insertInto('sessions')
    .values({ id: session, user_id: userId, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  const user = await db
    .selectFrom('users')
    .select(['learner_id', 'educator_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const passkey = newId();
  await db
    .insertInto('passkeys')
    .values({
      id: passkey,
      user_id: userId,
      credential_id: passkey,
      public_key: Buffer.from('a public key'),
      counter: 0,
      name: `${markerOf(scope)} phone`,
      is_synced: true,
    })
    .execute();
  const dataExport = newId();
  await db
    .insertInto('data_exports')
    .values({
      id: dataExport,
      scope,
      user_id: userId,
      state: 'expired',
      asked_at: new Date(Date.now() - 10 * 86_400_000),
    })
    .execute();
  const payments = await addPaymentRows(server, userId);
  const invitations = await addInvitationRows(server, userId);
  const applications = await addApplicationRows(server, userId);
  return {
    device,
    session,
    learner: user.learner_id,
    educator: user.educator_id,
    passkey,
    dataExport,
    ...applications,
    ...invitations,
    ...payments,
  };
};

/** Adds rows of synced tables that no rule names: sport interests, follows, ratings and blocks. */
export const addFollowerRows = async (
  { services: { database } }: TestServer,
  { userId, userScope: scope }: { userId: string; userScope: string },
  { channel, publication, commentAuthor }: Rows,
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
  await db
    .insertInto('blocks')
    .values({ blocked_id: commentAuthor, ...person })
    .execute();
};

const hashOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url');
