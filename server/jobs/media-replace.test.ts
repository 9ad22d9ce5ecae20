import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ENCODING } from '#contract/encoding.ts';
import { newId } from '#contract/ids.ts';
import { OWN_PICTURE } from '#contract/publications-cover.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { handlers } from '#server/handlers.ts';
import { findPreparing, showStage } from '#server/domains/library/index.ts';
import { identityOf } from '#server/domains/upload/index.ts';
import { sendChunk, sendFile, type ChunkOptions, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { serveMedia } from '#server/http/media.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { untilBlocked } from '#tests/support/blocked.ts';
import { audioFile, pdfFile, videoFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  await seedReference(server.services.database.db);
  await server.work(jobWorks(server.services));
});
beforeEach(async () => {
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const call = (line: string, body?: unknown, as = ana) => server.call(line, body, { as });
const content = async (id: string) => (await call(`GET /library/contents/${id}`)).body;
const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 200 });
const account = () =>
  db()
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirstOrThrow();
const sound = async (seconds: number) => readFile(await audioFile('mp3', seconds));
const aFile = (bytes: Buffer, name = `${newId()}.mp3`, profile: SentFile['profile'] = 'audio'): SentFile => ({
  id: newId(),
  name,
  profile,
  bytes,
});
const ready = async (bytes: Buffer, name?: string): Promise<string> => {
  const file = aFile(bytes, name);
  await sendFile(server, ana, file);
  await poll(async () => (await content(file.id)).encodingStatus).toBe(4);
  return file.id;
};
const replace = (id: string, file: SentFile, as = ana, options: ChunkOptions = {}) =>
  sendFile(server, as, file, { ...options, replaces: id });
const settled = (id: string) => poll(async () => (await content(id)).trim).toBeNull();
const address = async (id: string): Promise<string> =>
  (await call(`GET /mam/ondemand/${id}`)).body.data.embedUrlList[0].https.source.progressive;
const playing = async (where: string) => (await fetch(server.url + where)).status;
const isStored = async (key: string) => (await server.services.objects.stat(key)) !== null;
const fileOf = async (id: string) => {
  const answer = await fetch(`${server.url}/api/library/contents/${id}/download`, {
    headers: { Authorization: `Bearer ${ana.token}` },
  });
  return identityOf(Buffer.from(await answer.arrayBuffer()));
};
const publish = async (contentId: string): Promise<string> => {
  const [community, channelId, id] = [newId(), newId(), newId()];
  const { scope, userId } = ana;
  await db().insertInto('communities').values({ id: community, scope, sport_id: 'soccer' }).execute();
  const channel = { id: channelId, scope, community_id: community, sport_id: 'soccer', author_id: userId };
  await db()
    .insertInto('channels')
    .values({ ...channel, name: `C ${channelId.slice(-6)}` })
    .execute();
  const input = {
    id,
    contentId,
    title: 'Turn',
    pricingCategory: 'free',
    customTags: ['turn'],
    coverImage: OWN_PICTURE,
  };
  expect((await call(`POST /channels/${channelId}/published-contents`, input)).status).toBeLessThan(300);
  return id;
};

test('a published file is replaced: link, title, tags, ratings and views stay; the old file plays until the new one is ready', async () => {
  const [oldBytes, newBytes] = [await sound(5), await sound(2)];
  const id = await ready(oldBytes, 'Talk.mp3');
  const published = await publish(id);
  const mia = await server.addPerson();
  const rating = { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 5 } };
  expect((await call(`POST /ratings/${published}`, rating, mia)).status).toBeLessThan(300);
  await db()
    .insertInto('publication_stats')
    .values({ publication_id: published, views: 7 })
    .onConflict((conflict) => conflict.column('publication_id').doUpdateSet({ views: 7 }))
    .execute();
  const stats = () =>
    db().selectFrom('publication_stats').selectAll().where('publication_id', '=', published).execute();
  const [was, wasPublished, wasStats, oldAddress] = [
    await content(id),
    (await call(`GET /published-contents/${published}`)).body,
    await stats(),
    await address(id),
  ];

  const file = aFile(newBytes, 'Talk, second take.mp3');
  expect((await replace(id, file)).body.data).toEqual({ contentId: id, filename: file.name });
  // It plays as it was, and says what is under way.
  expect(await content(id)).toMatchObject({ active: true, encodingStatus: 4, sha256: was.sha256 });
  await settled(id);

  const now = await content(id);
  expect(now).toMatchObject({ id, title: was.title, filename: 'Talk.mp3', originFileSize: newBytes.length });
  expect(now.published).toEqual(was.published);
  expect(now.duration).toBeCloseTo(2, 0);
  expect(await fileOf(id)).toBe(identityOf(newBytes));
  expect((await call(`GET /published-contents/${published}`)).body).toMatchObject({
    id: published,
    title: wasPublished.title,
    customTags: wasPublished.customTags,
  });
  expect(await stats()).toEqual(wasStats);
  expect(await account()).toEqual({ used: newBytes.length, reserved: 0 });
  const newAddress = await address(id);
  expect(newAddress.split('/').at(-2)).not.toBe(oldAddress.split('/').at(-2));
  // A player that runs still has the old address.
  expect([await playing(oldAddress), await playing(newAddress)]).toEqual([200, 200]);
  await poll(() => isStored(`originals/${id}`)).toBe(false);
  expect((await db().selectFrom('contents').select('id').where('scope', '=', ana.scope).execute()).length).toBe(1);
}, 120_000);

test('only the bytes by which the new file is larger are reserved, and a smaller one fits into a full storage', async () => {
  const [small, large] = [await sound(1), await sound(6)];
  const id = await ready(small);
  await db().updateTable('storage_accounts').set({ size: large.length }).where('scope', '=', ana.scope).execute();
  const file = aFile(large);
  await replace(id, file);
  expect((await account()).used + (await account()).reserved).toBe(large.length);
  await settled(id);
  expect(await account()).toEqual({ used: large.length, reserved: 0 });
  // One byte too many.
  const tooLarge = aFile(Buffer.concat([large, Buffer.alloc(1)]));
  expect((await replace(id, tooLarge)).body.errors?.[0]?.code).toBe('library.out_of_storage');
  await replace(id, aFile(small));
  await settled(id);
  expect(await account()).toEqual({ used: small.length, reserved: 0 });
}, 120_000);

test('a new file that cannot be used leaves the old one, says why, and leaves nothing behind', async () => {
  const bytes = await sound(2);
  const id = await ready(bytes);
  const [was, before] = [await content(id), await account()];
  const broken = Buffer.from(await sound(3));
  broken.fill(7, 64);
  const file = aFile(broken);
  await replace(id, file);
  await poll(async () => (await content(id)).trim?.status).toBeLessThan(0);
  const { trim, ...row } = await content(id);
  expect(trim.reason).toMatch(/^The new file was not used and the old one is unchanged\. /);
  expect(row).toEqual({ ...was, trim: undefined });
  expect(await account()).toEqual(before);
  expect(await playing(await address(id))).toBe(200);
  await poll(() => isStored(`originals/${file.id}`)).toBe(false);
  const kinds = await db().selectFrom('notifications').select('kind').where('user_id', '=', ana.userId).execute();
  expect(kinds.map(({ kind }) => kind)).toContain('replace_failed');
  // The notice goes, and the next file is used.
  expect((await call(`DELETE /library/contents/${id}/trim`)).body.trim).toBeNull();
  await replace(id, aFile(await sound(3)));
  await settled(id);
  expect(await fileOf(id)).toBe(identityOf(await sound(3)));
}, 120_000);

test('a file of another kind, one of another owner, and one of a deleted item are refused; nothing stays reserved', async () => {
  const id = await ready(await sound(2));
  const before = await account();
  const codeOf = (answer: { body: { errors?: { code: string }[] } }) => answer.body.errors?.[0]?.code;
  const video = aFile(await readFile(await videoFile({ seconds: 1 })), 'clip.mp4', 'video');
  expect(codeOf(await replace(id, video))).toBe('upload.wrong_type');
  const ben = await server.addPerson({ isEducator: true });
  expect(codeOf(await replace(id, aFile(await sound(1)), ben))).toBe('upload.nothing_to_replace');
  // A content cannot be made under the id of a replacement, nor the other way round.
  const file = aFile(Buffer.alloc(2 * 2 ** 20 + 5, await sound(1)));
  await sendChunk(server, ana, file, { firstUnit: 0, units: 1 }, { replaces: id });
  const record = { contentId: file.id, filename: 'x.mp3', type: 'audio', fileSize: file.bytes.length };
  expect(codeOf(await call('POST /library/contents', record))).toBe('access.not_found');
  // Deleted while its new file comes: the rest is refused in words, and the room is free.
  await call(`DELETE /library/contents/audio/${id}`);
  expect(codeOf(await sendChunk(server, ana, file, { firstUnit: 1, units: 2 }, { replaces: id }))).toBe(
    'upload.nothing_to_replace',
  );
  expect(await account()).toEqual({ used: 0, reserved: 0 });
  expect(before.reserved).toBe(0);
}, 120_000);

test('a replacement is cancelled while it uploads, after its last byte, and by a later one', async () => {
  const bytes = await sound(2);
  const id = await ready(bytes);
  const before = await account();
  const half = aFile(Buffer.alloc(2 * 2 ** 20, await sound(1)));
  await sendChunk(server, ana, half, { firstUnit: 0, units: 1 }, { replaces: id });
  expect((await account()).reserved).toBe(half.bytes.length - bytes.length);
  expect((await call(`DELETE /mam/uploads/${half.id}`)).status).toBe(204);
  expect(await account()).toEqual(before);

  const lost = aFile(await readFile(await audioFile('wav', 30)), 'long.wav');
  await replace(id, lost);
  expect((await call(`DELETE /mam/uploads/${lost.id}`)).status).toBe(204);
  expect((await content(id)).trim).toBeNull();
  expect(await account()).toEqual(before);

  const later = [aFile(await readFile(await audioFile('wav', 20)), 'long.wav'), aFile(await sound(4))];
  for (const file of later) expect((await replace(id, file)).status).toBe(200);
  await settled(id);
  expect(await fileOf(id)).toBe(identityOf(await sound(4)));
  expect(await account()).toEqual({ used: (await sound(4)).length, reserved: 0 });
  await poll(() => isStored(`originals/${lost.id}`)).toBe(false);
}, 120_000);

test('the progress of an encoding never deadlocks with a change of its owner, which holds the counter of the scope first', async () => {
  const id = await ready(await sound(1));
  const states = [
    { encoding_status: ENCODING.encoding },
    { encoding_status: ENCODING.done, cut_id: newId(), cut_status: ENCODING.encoding },
    { encoding_status: ENCODING.done, cut_id: null, cut_status: null, better_id: newId() },
  ];
  for (const state of states) {
    await db().updateTable('contents').set(state).where('id', '=', id).execute();
    const preparing = (await findPreparing(db(), id))!;
    const shown = await db()
      .transaction()
      .execute(async (tx) => {
        await raiseScopes(tx, [ana.scope]);
        const showing = showStage(server.services, preparing, ENCODING.encoding, { percent: 7, minutesLeft: 1 });
        await untilBlocked(server.services.database.pool);
        await tx.selectFrom('contents').select('id').where('id', '=', id).forUpdate().noWait().execute();
        return { showing };
      });
    expect(await shown.showing).toBe(true);
  }
});

test('the same bytes again change nothing; a duplicate of the old file keeps playing', async () => {
  const bytes = await sound(2);
  const id = await ready(bytes);
  const was = await content(id);
  await replace(id, aFile(bytes));
  expect(await content(id)).toEqual(was);
  const copyId = newId();
  await call(`POST /library/contents/${id}/duplicate`, { copyId });
  await replace(id, aFile(await sound(3)));
  await settled(id);
  expect(await fileOf(id)).toBe(identityOf(await sound(3)));
  expect(await fileOf(copyId)).toBe(identityOf(bytes));
  expect(await playing(await address(copyId))).toBe(200);
}, 120_000);

test('a PDF is replaced by a PDF', async () => {
  const file = aFile(await readFile(await pdfFile(1)), 'Plan.pdf', 'text');
  await sendFile(server, ana, file);
  await poll(async () => (await content(file.id)).encodingStatus).toBe(4);
  await replace(file.id, aFile(await readFile(await pdfFile(3)), 'Plan v2.pdf', 'text'));
  await settled(file.id);
  expect(await content(file.id)).toMatchObject({ filename: 'Plan.pdf', pagesCount: 3 });
  expect(await playing(await address(file.id))).toBe(200);
}, 120_000);

test('an organization’s file is replaced by those who act for it, and by nobody else; its notice names the organization', async () => {
  const organization = newId();
  const scope = `org:${organization}`;
  await db().insertInto('organizations').values({ id: organization, name: 'Klub', status: 'approved' }).execute();
  const admin = { organization_id: organization, user_id: ana.userId, role: 'Owner' };
  await db().insertInto('organization_admins').values(admin).execute();
  const file = aFile(await sound(1));
  await sendFile(server, ana, file, { scope });
  const statusOf = async () =>
    (await db().selectFrom('contents').select(['encoding_status', 'sha256']).where('id', '=', file.id).execute())[0];
  await poll(async () => (await statusOf())?.encoding_status).toBe(4);
  // Its notice says whose Library it is in, and leads there from the role that the person is in.
  const notices = db().selectFrom('notifications').select(['text', 'link']).where('user_id', '=', ana.userId);
  expect(await notices.where('kind', '=', 'content_ready').execute()).toEqual([
    {
      text: `‘${file.name.replace(/\.\w+$/, '')}’ is ready. It is in the Library of Klub.`,
      link: `/library?of=${scope}`,
    },
  ]);
  expect((await replace(file.id, aFile(await sound(2)))).body.errors?.[0]?.code).toBe('upload.nothing_to_replace');
  const ben = await server.addPerson({ isEducator: true });
  expect((await replace(file.id, aFile(await sound(2)), ben, { scope })).status).toBe(403);
  expect((await replace(file.id, aFile(await sound(2)), ana, { scope })).status).toBe(200);
  await poll(async () => (await statusOf())?.sha256).toBe(identityOf(await sound(2)));
}, 120_000);
