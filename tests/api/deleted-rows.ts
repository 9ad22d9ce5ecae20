import { noApplicationRows } from './application-rows.ts';
import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';
import { noAdminRows } from './admin-rows.ts';
import { noInvitationRows } from './invitation-rows.ts';
import { noPaymentRows } from './payment-rows.ts';
import { markerOf, UPLOAD_BYTES, type Owner, type Rows } from './rows.ts';

/** Registration id of a device that was removed. */
const goneDevice = (notification: string): string =>
  JSON.stringify({
    endpoint: `https://push.example.org/${notification}/gone`,
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  });
const noOwnRows = () => ({ ...noApplicationRows(), ...noInvitationRows(), ...noAdminRows(), ...noPaymentRows() });

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
  const contact = newId();
  await db
    .insertInto('contacts')
    .values({ id: contact, scope: owner.scope, title: 'gone', social_link: 'https://example.org' })
    .execute();
  await db.deleteFrom('contacts').where('id', '=', contact).execute();
  const search = newId();
  await db
    .insertInto('search_history')
    .values({ id: search, scope: owner.scope, user_id: owner.userId, text: 'gone' })
    .execute();
  await db.deleteFrom('search_history').where('id', '=', search).execute();
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
    owner: nothing,
    profile: nothing,
    contact,
    sportInterest: nothing,
    community: nothing,
    channel: nothing,
    emptyChannel: nothing,
    playlist: ids[5],
    publication,
    memberOnly: publication,
    notification,
    upload,
    search,
    picture: '0'.repeat(64),
    device: goneDevice(notification),
    session: nothing,
    learner: nothing,
    educator: nothing,
    passkey: nothing,
    dataExport: nothing,
    ...noOwnRows(),
    commentAuthor: nothing,
  };
};
