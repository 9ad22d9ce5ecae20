import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { startCommunity, type TestCommunity } from '#server/domains/channels/channels.fixtures.ts';
import type { TestPerson } from '#tests/support/server.ts';

let world: TestCommunity;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  world = await startCommunity();
});
beforeEach(async () => {
  ana = await world.server.addPerson({ isEducator: true });
  ben = await world.server.addPerson({ isEducator: true });
});
afterAll(() => world.server.close());

const trim = (id: string, input: Record<string, unknown> = {}, as = ana, key?: string) =>
  world.server.call(
    `POST /library/contents/${id}/trim`,
    { mode: 'copy', startMs: 0, endMs: 10_000, copyId: newId(), ...input },
    { as, ...(key ? { key } : {}) },
  );
const codeOf = async (answer: ReturnType<typeof trim>) => (await answer).body.errors[0].code;
const account = () =>
  world.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirstOrThrow();
const setContent = (id: string, fields: Record<string, unknown>) =>
  world.db.updateTable('contents').set(fields).where('id', '=', id).execute();

test('VID-002 a part of less than 3 seconds is refused, also one that ends before it starts', async () => {
  const id = await world.addContent(ana);
  const short = await trim(id, { startMs: 1_000, endMs: 3_999 });
  expect([short.status, short.body.errors[0].code]).toEqual([400, 'library.trim_too_short']);
  expect(await codeOf(trim(id, { startMs: 9_000, endMs: 1_000 }))).toBe('library.trim_too_short');
  expect((await trim(id, { startMs: 1_000, endMs: 4_000 })).status).toBe(200);
});

test('D-140 only an own video is cut, within its length, and not before its bytes are there', async () => {
  const id = await world.addContent(ana);
  expect((await trim(id, {}, ben)).status).toBe(404);
  expect(await codeOf(trim(id, { startMs: 110_000, endMs: 125_000 }))).toBe('library.trim_not_possible');
  expect(await codeOf(trim(await world.addContent(ana, { type: 'audio' })))).toBe('library.trim_not_possible');
  const empty = await world.addContent(ana, { approved: false });
  await setContent(empty, { object_key: null });
  expect(await codeOf(trim(empty))).toBe('library.not_ready');
  await setContent(empty, { object_key: `originals/${empty}`, encoding_status: -2 });
  expect(await codeOf(trim(empty))).toBe('library.not_ready');
});

test('D-140 a published video is only copied; taken off its channel it may be replaced', async () => {
  const { contentId, id } = await world.publish(ana);
  expect(await codeOf(trim(contentId, { mode: 'replace' }))).toBe('library.trim_published');
  expect((await trim(contentId)).body).toMatchObject({ isPublished: false, published: null, category: null });
  await world.db.updateTable('publications').set({ is_deleted: true }).where('id', '=', id).execute();
  expect((await trim(contentId, { mode: 'replace' })).body).toMatchObject({ id: contentId, trim: { status: 0 } });
});

test('D-140 a copy reserves its share of the file, and is refused without room; a replacement needs none', async () => {
  const id = await world.addContent(ana);
  await setContent(id, { origin_file_size: 12_000 });
  expect((await trim(id)).body).toMatchObject({ originFileSize: 1_000 });
  expect(await account()).toEqual({ used: 0, reserved: 1_000 });
  await world.db.updateTable('storage_accounts').set({ size: 1_500 }).where('scope', '=', ana.scope).execute();
  const refused = await trim(id);
  expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'library.out_of_storage']);
  expect((await trim(id, { mode: 'replace' })).status).toBe(200);
  expect(await account()).toEqual({ used: 0, reserved: 1_000 });
});

test('D-140 repeats make one copy and one job; an id that another person uses is refused', async () => {
  const id = await world.addContent(ana);
  const [copyId, key] = [newId(), newId()];
  const first = await trim(id, { copyId }, ana, key);
  expect((await trim(id, { copyId }, ana, key)).body).toEqual(first.body);
  // The same request under another key, from a second device.
  expect((await trim(id, { copyId })).body).toEqual(first.body);
  expect((await world.sentJobs('media.prepare')).filter(({ contentId }) => contentId === copyId)).toHaveLength(1);
  expect((await trim(id, { copyId: await world.addContent(ben) })).status).toBe(404);
  const uploadId = newId();
  await world.db
    .insertInto('uploads')
    .values({ id: uploadId, scope: ben.scope, user_id: ben.userId, profile: 'video', filename: 'b.mp4', length: 1 })
    .execute();
  expect((await trim(id, { copyId: uploadId })).status).toBe(404);
});

test('D-140 a duplicate of a video whose edit waits is not edited', async () => {
  const id = await world.addContent(ana);
  await trim(id, { mode: 'replace' });
  const copy = await world.server.call(`POST /library/contents/${id}/duplicate`, { copyId: newId() }, { as: ana });
  expect(copy.body.trim).toBeNull();
});

test('D-140 an edit that waits is cancelled, and the video stays; a copy and other people’s videos are not touched', async () => {
  const id = await world.addContent(ana);
  const before = (await trim(id, { mode: 'replace' })).body;
  const cancel = (as = ana) => world.server.call(`DELETE /library/contents/${id}/trim`, undefined, { as });
  expect((await cancel(ben)).status).toBe(404);
  expect((await cancel()).body).toEqual({ ...before, trim: null });
  expect((await cancel()).body.trim).toBeNull();
  expect((await trim(id, { mode: 'replace' })).body.trim).toMatchObject({ status: 0 });
});
