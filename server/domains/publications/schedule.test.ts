import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { goLiveWork } from '#server/jobs/go-live.ts';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';
import { failPreparing, findPreparing } from '../library/index.ts';
import { identityOf } from '../upload/index.ts';
import { sendFile, videoLike } from '../upload/upload.fixtures.ts';
import { goLiveIfWaiting } from './index.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
});
afterAll(() => community.server.close());

const call = (line: string, body?: unknown, as = ana) => community.server.call(line, body, { as });
const edit = (id: string, fields: object) => call(`PUT /published-contents/${id}`, fields);
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const run = (publicationId: string) =>
  goLiveWork(community.services).run({ publicationId }, new AbortController().signal);
/** Lets the planned time pass. */
const reach = (id: string) =>
  community.db
    .updateTable('publications')
    .set({ publish_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
const rowOf = (id: string) =>
  community.db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const jobsOf = async (id: string, name: 'publication.goLive' | 'publication.announce' = 'publication.goLive') =>
  (await community.sentJobs(name)).filter(({ publicationId }) => publicationId === id);

const plan = async (publishAt: string | null, facts: { approved?: boolean; isEdited?: boolean } = {}) => {
  const [channelId, contentId, coverImage, id] = [
    await community.addChannel(ana),
    await community.addContent(ana, facts),
    await community.addPicture(ana.scope),
    newId(),
  ];
  if (facts.isEdited)
    await call(`POST /library/contents/${contentId}/trim`, {
      mode: 'replace',
      startMs: 0,
      endMs: 9_000,
      copyId: newId(),
    });
  const body = { id, contentId, coverImage, title: 'Match plan', pricingCategory: 'free', publishAt };
  const answer = await call(`POST /channels/${channelId}/published-contents`, body);
  return { id, channelId, contentId, answer };
};
/** Every call that shows a publication to people other than its owner. */
const shownTo = async (as: TestPerson, { id, channelId }: { id: string; channelId: string }) => ({
  inChannel: (await call(`GET /channels/${channelId}/contents`, undefined, as)).body.count as number,
  inSport: JSON.stringify(
    (await call('GET /channels/contents/all/sports/soccer/all/newest', undefined, as)).body,
  ).includes(id),
  detail: (await call(`GET /published-contents/${id}/detail`, undefined, as)).status,
  ratings: (await call(`GET /ratings/${id}/comments`, undefined, as)).status < 300,
});
const HIDDEN = { inChannel: 0, inSport: false, detail: 404, ratings: false };

test('a scheduled item is shown to its owner with its time and to nobody else, until its time', async () => {
  const publishAt = inHours(2);
  const planned = await plan(publishAt);
  expect(planned.answer.body).toMatchObject({ isLive: false, publishAt, publishedAt: publishAt });
  expect(await shownTo(mia, planned)).toEqual(HIDDEN);
  expect((await call(`GET /published-contents/${planned.id}`)).body).toMatchObject({ publishAt, isLive: false });
  expect(await jobsOf(planned.id)).toHaveLength(1);

  // A job that runs too early changes nothing, and one is there for the time.
  await run(planned.id);
  expect((await rowOf(planned.id)).is_live).toBe(false);
  expect(await shownTo(mia, planned)).toEqual(HIDDEN);

  await reach(planned.id);
  await run(planned.id);
  await run(planned.id);
  expect((await call(`GET /published-contents/${planned.id}`)).body).toMatchObject({ isLive: true, publishAt: null });
  expect(await shownTo(mia, planned)).toMatchObject({ inChannel: 1, inSport: true, detail: 200 });
  expect(await jobsOf(planned.id, 'publication.announce')).toHaveLength(1);
});

test('its time is changed, and taken back: then it is live at once', async () => {
  const planned = await plan(inHours(1));
  const later = inHours(5);
  expect((await edit(planned.id, { publishAt: later })).body).toMatchObject({ publishAt: later, isLive: false });
  await run(planned.id);
  expect((await rowOf(planned.id)).is_live).toBe(false);
  const sooner = inHours(0.5);
  expect((await edit(planned.id, { publishAt: sooner })).body).toMatchObject({ publishAt: sooner });
  expect((await edit(planned.id, { title: 'Other words' })).body).toMatchObject({ publishAt: sooner, isLive: false });
  expect((await edit(planned.id, { publishAt: null })).body).toMatchObject({ isLive: true, publishAt: null });
  expect(await shownTo(mia, planned)).toMatchObject({ inChannel: 1, detail: 200 });
  expect(await jobsOf(planned.id, 'publication.announce')).toHaveLength(1);
  const late = await edit(planned.id, { publishAt: inHours(1) });
  expect([late.status, late.body.errors[0].code]).toEqual([409, 'publish.is_live']);
  expect((await edit(planned.id, { publishAt: inHours(-1) })).body).toMatchObject({ isLive: true });
});

test('removed from its channel before its time it never goes live', async () => {
  const planned = await plan(inHours(1));
  await call(`DELETE /published-contents/${planned.id}`);
  await reach(planned.id);
  await run(planned.id);
  expect(await rowOf(planned.id)).toMatchObject({ is_live: false, is_deleted: true });
  expect(await shownTo(mia, planned)).toEqual(HIDDEN);
});

test('a time that has passed when the change arrives means now', async () => {
  const planned = await plan(inHours(-3));
  expect(planned.answer.body).toMatchObject({ isLive: true, publishAt: null });
  expect(Date.parse(planned.answer.body.publishedAt)).toBeGreaterThan(Date.now() - HOUR_MS);
});

test('the later of the two counts: the time, and the content being ready', async () => {
  const approve = async ({ contentId }: { contentId: string }) => {
    await community.db.updateTable('contents').set({ approved: true }).where('id', '=', contentId).execute();
    await community.db.transaction().execute((tx) => goLiveIfWaiting(tx, community.services, contentId));
  };
  const readyFirst = await plan(inHours(1), { approved: false });
  await approve(readyFirst);
  expect((await rowOf(readyFirst.id)).is_live).toBe(false);
  const planned = await plan(inHours(1), { approved: false });
  await reach(planned.id);
  await run(planned.id);
  expect((await rowOf(planned.id)).is_live).toBe(false);
  await approve(planned);
  expect((await rowOf(planned.id)).is_live).toBe(true);
});

const edited = (contentId: string) =>
  call(`POST /library/contents/${contentId}/trim`, { mode: 'replace', startMs: 0, endMs: 9_000, copyId: newId() });
/** Fails the edit of a content, as its job does. */
const failEdit = async (contentId: string) =>
  failPreparing(community.services, (await findPreparing(community.db, contentId))!, -2, 'The edit could not be made.');
const noticesOf = async (publicationId: string) =>
  (
    await community.db
      .selectFrom('notifications')
      .select(['kind', 'link', 'text'])
      .where('user_id', '=', ana.userId)
      .execute()
  ).filter(({ link }) => link === `/edit-channel-content/${publicationId}`);
const housekeep = () => housekeepingWork(community.services).run({}, new AbortController().signal);

test('what an edit would cut off is never shown: after it failed, a planned item is held until its owner decides', async () => {
  const planned = await plan(inHours(1));
  expect((await edited(planned.contentId)).body).toMatchObject({ trim: { status: 0 } });
  await reach(planned.id);
  await run(planned.id);
  expect((await rowOf(planned.id)).is_live).toBe(false);
  await failEdit(planned.contentId);
  await run(planned.id);
  await housekeep();
  // The notice of the failure is dismissed, and other things of it are changed.
  const content = await call(`DELETE /library/contents/${planned.contentId}/trim`);
  expect(content.body).toMatchObject({ trim: null, published: { isHeld: true } });
  await edit(planned.id, { title: 'Other words', publishAt: null });
  await run(planned.id);
  expect(await shownTo(mia, planned)).toEqual(HIDDEN);
  expect(await noticesOf(planned.id)).toEqual([expect.objectContaining({ kind: 'publishing_held' })]);
  expect((await noticesOf(planned.id))[0]!.text).toContain('is not published, because its edit was not made');

  expect((await edit(planned.id, { asItIs: true })).body).toMatchObject({ isLive: true, isHeld: false });
  expect(await shownTo(mia, planned)).toMatchObject({ inChannel: 1, detail: 200 });
});

test('a planned item whose edit was cancelled keeps its time, and goes live as it is only after its owner said so', async () => {
  const publishAt = inHours(2);
  const planned = await plan(publishAt);
  await edited(planned.contentId);
  expect((await edit(planned.id, { asItIs: true })).body).toMatchObject({ isLive: false, isHeld: false });
  await call(`DELETE /library/contents/${planned.contentId}/trim`);
  expect((await call(`GET /published-contents/${planned.id}`)).body).toMatchObject({ isHeld: true, publishAt });
  // Edited again: how the edit ends is not known while it runs.
  await edited(planned.contentId);
  const early = await edit(planned.id, { asItIs: true });
  expect([early.status, early.body.errors[0].code]).toEqual([409, 'library.not_ready']);
  await call(`DELETE /library/contents/${planned.contentId}/trim`);
  expect((await edit(planned.id, { asItIs: true })).body).toMatchObject({ isLive: false, isHeld: false, publishAt });
  await reach(planned.id);
  await run(planned.id);
  expect((await rowOf(planned.id)).is_live).toBe(true);
});

test('what is published after its edit has failed, by a change that was queued before, is held', async () => {
  const planned = await plan(inHours(1));
  await edited(planned.contentId);
  await failEdit(planned.contentId);
  await call(`DELETE /published-contents/${planned.id}`);
  const [coverImage, id] = [await community.addPicture(ana.scope), newId()];
  const late = { id, contentId: planned.contentId, coverImage, title: 'Late', pricingCategory: 'free' };
  const answer = await call(`POST /channels/${planned.channelId}/published-contents`, late);
  expect(answer.body).toMatchObject({ isLive: false, isHeld: true });
  expect(await shownTo(mia, { ...planned, id })).toEqual(HIDDEN);
});

test('what waited for an edit that a new file has dropped is held, also when that file is taken back, or is the same', async () => {
  const replace = async ({ contentId }: { contentId: string }, bytes = videoLike(1_000)) => {
    const file = { id: newId(), name: 'later.mp4', profile: 'video' as const, bytes };
    expect((await sendFile(community.server, ana, file, { replaces: contentId })).status).toBe(200);
    return file.id;
  };
  const planned = await plan(null, { isEdited: true });
  const fileId = await replace(planned);
  expect((await rowOf(planned.id)).is_live).toBe(false);
  expect((await edit(planned.id, { asItIs: true })).body.errors[0].code).toBe('library.not_ready');
  expect((await call(`DELETE /mam/uploads/${fileId}`)).status).toBe(204);
  expect(await rowOf(planned.id)).toMatchObject({ is_live: false, held_at: expect.any(Date) });

  const again = await plan(null, { isEdited: true });
  const bytes = videoLike(1_000);
  const sha256 = identityOf(bytes);
  await community.db.updateTable('contents').set({ sha256 }).where('id', '=', again.contentId).execute();
  await replace(again, bytes);
  expect(await rowOf(again.id)).toMatchObject({ is_live: false, held_at: expect.any(Date) });
  expect(await noticesOf(again.id)).toHaveLength(1);
});

test('housekeeping sends the job of an overdue item again', async () => {
  const planned = await plan(inHours(1));
  await reach(planned.id);
  const before = (await jobsOf(planned.id)).length;
  await housekeepingWork(community.services).run({}, new AbortController().signal);
  expect((await jobsOf(planned.id)).length).toBe(before + 1);
});
