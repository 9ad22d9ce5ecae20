import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { copyLibrary } from '../organizations/index.ts';
import { findDue, goLiveWhenDue } from '../publications/index.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const REASON = 'It shows a fight.';
let desk: TestDesk;
let published: { id: string; channelId: string; contentId: string };
let title: string;
let playlist: string;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(async () => {
  title = `Kick ${newId()}`;
  published = await desk.publish(desk.ana, { pricing: 'free', title });
  title = title.slice(0, 50);
  playlist = newId();
  const { id, channelId } = published;
  await desk.db
    .insertInto('playlists')
    .values({ id: playlist, scope: desk.ana.scope, channel_id: channelId, title: 'All', position: 0 })
    .execute();
  await desk.db.updateTable('publications').set({ playlist_id: playlist }).where('id', '=', id).execute();
});

const report = (as: TestPerson, text = '') =>
  desk.call(`POST /published-contents/${published.id}/reports`, { reason: 'violence', text }, as);
const decide = (decision: string, reason = REASON, as = desk.operator) =>
  desk.call(`PUT /admin/content-reports/${published.id}`, { decision, reason }, as);
const remove = async () => {
  await report(desk.leo);
  expect((await decide('removed')).status).toBe(200);
};
const restore = (as = desk.operator) =>
  desk.call(`PUT /admin/contents/${published.id}/restored`, { reason: 'It is training.' }, as);
const list = async (query = 'status=open&kind=content') => {
  const answer = await desk.call(`GET /admin/reports?${query}&limit=100`, undefined, desk.operator);
  expect(hasShape('desk.reports', answer)).toBe(true);
  return answer.body.results.filter((each: { publishedContentId: string }) => each.publishedContentId === published.id);
};
const told = async (person: TestPerson, words: string) =>
  (await desk.notificationsOf(person)).filter(({ text }) => text.includes(words)).map(({ kind, link }) => [kind, link]);
const codeOf = async (answer: ReturnType<typeof desk.call>) => (await answer).body.errors?.[0].code;

/** Where somebody finds the content. */
const found = async (as: TestPerson) => {
  const get = (path: string) => desk.call(`GET ${path}`, undefined, as);
  const has = async (path: string) => JSON.stringify((await get(path)).body).includes(published.id);
  const ratings = { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 }, comment: 'Seen.' };
  return {
    watch: (await get(`/published-contents/${published.id}/detail`)).status,
    channel: await has(`/channels/${published.channelId}/contents`),
    playlist: await has(`/playlists/${playlist}/contents`),
    search: await has(`/search/content?q=${encodeURIComponent(title)}`),
    home: await has('/home'),
    explore: await has(`/explore-page/new/free?limit=25&offset=0`),
    begun: JSON.stringify((await get('/watch-places')).body.results).includes(published.id),
    comments: (await get(`/ratings/${published.id}/comments`)).status,
    captions: (await get(`/published-contents/${published.id}/captions`)).status,
    rate: (await desk.call(`PUT /ratings/${published.id}`, ratings, as)).status,
  };
};

test('reports of a content wait together, as it was seen; only a superadmin sees and decides', async () => {
  await report(desk.leo, 'Twice.');
  await desk.call(`PUT /published-contents/${published.id}`, { title: 'Softer' }, desk.ana);
  await report(desk.mia);
  expect(await list()).toMatchObject([
    {
      kind: 'content',
      channelId: published.channelId,
      seen: { title },
      current: { title: 'Softer', state: 'shown' },
      reports: [
        { reason: 'violence', text: 'Twice.' },
        { reason: 'violence', text: '' },
      ],
      decision: null,
    },
  ]);
  expect(await list('status=open&kind=all')).toHaveLength(1);
  // What a desk of the shipped version asks for: it shows comments only.
  for (const query of ['status=open', 'status=open&kind=person']) expect(await list(query)).toEqual([]);
  for (const as of [desk.mia, desk.ana, desk.former]) {
    expect((await decide('removed', REASON, as)).status).toBe(404);
    expect((await restore(as)).status).toBe(404);
  }
  expect(await list()).toHaveLength(1);
});

test('a removed content is gone for everybody but its owner and the operator, and Restore shows exactly what was hidden', async () => {
  const get = (path: string, as = desk.leo) => desk.call(`GET ${path}`, undefined, as);
  await desk.call(
    `PUT /watch-places/${published.id}`,
    { positionMs: 60_000, watchedAt: new Date().toISOString() },
    desk.leo,
  );
  const before = await found(desk.leo);
  expect(before).toMatchObject({ watch: 200, channel: true, playlist: true, search: true, explore: true, begun: true });
  expect(before).toMatchObject({ comments: 200, captions: 200, rate: 200 });
  const { publishedAt } = (await get(`/published-contents/${published.id}/detail`)).body;
  await remove();
  const after = await found(desk.leo);
  expect(after).toMatchObject({ watch: 404, channel: false, playlist: false, search: false, explore: false });
  expect(after).toMatchObject({ begun: false, home: false, comments: 403, captions: 403, rate: 403 });
  expect((await get(`/published-contents/${published.id}/detail`, desk.ana)).body).toMatchObject({ locked: false });
  expect((await get(`/published-contents/${published.id}/detail`, desk.operator)).body).toMatchObject({
    locked: false,
  });
  expect((await restore()).status).toBe(204);
  expect(await found(desk.leo)).toEqual(before);
  expect((await get(`/published-contents/${published.id}/detail`)).body).toMatchObject({ publishedAt });
  // Nobody is told of it as of something new.
  const announced = (await desk.sentJobs('publication.announce')).filter(
    (job) => job['publicationId'] === published.id,
  );
  expect(announced).toHaveLength(1);
});

test('the owner is told why and how to object, also by mail, and sees it on their devices; who reported it is told; the acts are kept', async () => {
  await report(desk.mia);
  const { cursor } = (await desk.call('GET /sync', undefined, desk.ana)).body;
  await remove();
  expect(await told(desk.ana, title)).toEqual([['content_removed', '/contact-support']]);
  for (const person of [desk.leo, desk.mia])
    expect(await told(person, title)).toEqual([['report_removed', '/contact-support']]);
  const { changes } = (await desk.call(`GET /sync?cursor=${cursor}`, undefined, desk.ana)).body;
  const text = JSON.stringify(changes);
  expect(text).toContain(`"removedReason":"${REASON}"`);
  const owned = await desk.call(`GET /published-contents/${published.id}`, undefined, desk.ana);
  expect(hasShape('publications.read', owned)).toBe(true);
  expect(owned.body).toMatchObject({ isLive: false, isDeleted: false, removedReason: REASON });
  expect(await list('status=decided&kind=content')).toMatchObject([
    { current: { state: 'removed' }, reports: [{}, {}], decision: { decision: 'removed', reason: REASON } },
  ]);
  await restore();
  expect(await told(desk.ana, title)).toEqual([
    ['content_removed', '/contact-support'],
    ['content_restored', `/library?of=${desk.ana.scope}`],
  ]);
  const acts = (await desk.acts(published.id)).map(({ act, actor_id, reason }) => [act, actor_id, reason]);
  expect(acts.toSorted()).toEqual([
    ['content.removed', desk.operator.userId, REASON],
    ['content.restored', desk.operator.userId, 'It is training.'],
    ['report.removed', desk.operator.userId, REASON],
  ]);
  const mails = (await desk.sentJobs('security.send')).filter((job) => JSON.stringify(job).includes(title));
  expect(mails).toMatchObject([
    { userId: desk.ana.userId, message: { text: expect.stringContaining(REASON) } },
    { userId: desk.ana.userId, message: { text: expect.stringContaining('It is training.') } },
  ]);
});

test('a content that is kept stays, its owner hears nothing, and who reported it is told why and how to object', async () => {
  await report(desk.leo);
  const answer = await decide('kept', 'It is training.');
  expect(hasShape('desk.decideContentReport', answer)).toBe(true);
  expect(answer.body).toMatchObject({ current: { state: 'shown' }, decision: { decision: 'kept' } });
  expect(await told(desk.ana, title)).toEqual([]);
  expect((await found(desk.leo)).watch).toBe(200);
  expect(await told(desk.leo, `‘${title}’. We looked into it`)).toEqual([['report_kept', '/contact-support']]);
});

test('of two operators one decides and one restores; a later report waits anew', async () => {
  await report(desk.leo);
  const both = await Promise.all([decide('kept'), decide('removed')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body.errors[0].code).toBe('report.decided');
  if (both[0]!.status === 200) {
    await report(desk.mia);
    expect(await list()).toMatchObject([{ reports: [{}] }]);
    await decide('removed');
  }
  const restored = await Promise.all([restore(), restore()]);
  expect(restored.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(restored.find(({ status }) => status === 409)!.body.errors[0]).toMatchObject({
    code: 'desk.done_meanwhile',
    message: expect.stringContaining('restored this meanwhile'),
  });
});

test('what the owner queued before the removal is refused with words: going live, being planned, published again, copied', async () => {
  await remove();
  const { id, channelId, contentId } = published;
  const put = (body: unknown) => codeOf(desk.call(`PUT /published-contents/${id}`, body, desk.ana));
  expect(await put({ publishAt: null })).toBe('publish.removed');
  expect(await put({ publishAt: '2090-01-01T10:00:00.000Z' })).toBe('publish.removed');
  expect(await put({ asItIs: true })).toBe('publish.removed');
  const publishTo = async (to: string) =>
    (await desk.publish(desk.ana, { channelId: to, contentId })).answer.body.errors?.[0].code;
  const other = await desk.addChannel(desk.ana);
  expect(await publishTo(other)).toBe('publish.removed');
  const duplicate = () => desk.call(`POST /library/contents/${contentId}/duplicate`, { copyId: newId() }, desk.ana);
  expect(await codeOf(duplicate())).toBe('publish.removed');
  const part = { mode: 'copy', startMs: 0, endMs: 10_000, copyId: newId() };
  expect(await codeOf(desk.call(`POST /library/contents/${contentId}/trim`, part, desk.ana))).toBe('publish.removed');
  const replacing = desk.call(`POST /library/contents/${contentId}/trim`, { ...part, mode: 'replace' }, desk.ana);
  expect(await codeOf(replacing)).toBe('library.trim_published');
  // Its words may be changed, and it may be taken off and deleted; none of this opens a way back.
  expect(await put({ title: 'Softer' })).toBeUndefined();
  expect((await desk.call(`DELETE /published-contents/${id}`, undefined, desk.ana)).status).toBe(204);
  expect(await publishTo(channelId)).toBe('publish.removed');
  expect((await restore()).status).toBe(204);
  const row = desk.db.selectFrom('publications').select(['is_live', 'is_deleted']).where('id', '=', id);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ is_live: false, is_deleted: true });
  expect((await found(desk.leo)).watch).toBe(404);
  expect(await publishTo(channelId)).toBeUndefined();
});

test('one that is planned again is removed too, its time does not bring it back, and Restore does', async () => {
  await report(desk.leo);
  await desk.call(`DELETE /published-contents/${published.id}`, undefined, desk.ana);
  const again = { ...published, id: newId() };
  await desk.publish(desk.ana, { ...again, pricing: 'free', title });
  const set = (columns: { is_live?: boolean; publish_at: Date }) =>
    desk.db.updateTable('publications').set(columns).where('id', '=', again.id).execute();
  const soon = new Date(Date.now() + 60_000);
  await set({ is_live: false, publish_at: soon });
  expect((await decide('removed')).status).toBe(200);
  expect(await list('status=decided&kind=content')).toMatchObject([{ current: { state: 'removed' } }]);
  expect((await restore()).status).toBe(204);
  const stateOf = () =>
    desk.db
      .selectFrom('publications')
      .select(['is_live', 'removed_at'])
      .where('id', '=', again.id)
      .executeTakeFirstOrThrow();
  expect(await stateOf()).toEqual({ is_live: false, removed_at: null });

  published = again;
  await set({ is_live: true, publish_at: soon });
  await report(desk.leo);
  await set({ is_live: false, publish_at: soon });
  expect((await decide('removed')).status).toBe(200);
  await set({ publish_at: new Date(Date.now() - 60_000) });
  expect(await findDue(desk.db, new Date(), 1_000)).not.toContain(again.id);
  await goLiveWhenDue(desk.db, desk.services, again.id);
  expect(await stateOf()).toMatchObject({ is_live: false });
  expect((await restore()).status).toBe(204);
  expect((await found(desk.leo)).watch).toBe(200);
});

test('one that its owner took off can only be kept, and one that is deleted says so', async () => {
  await report(desk.leo);
  await desk.call(`DELETE /published-contents/${published.id}`, undefined, desk.ana);
  expect(await list()).toMatchObject([{ current: { state: 'gone' } }]);
  expect(await codeOf(decide('removed'))).toBe('publish.not_published');
  await desk.call(`DELETE /library/contents/${published.contentId}`, undefined, desk.ana);
  expect(await list()).toMatchObject([{ seen: { title }, current: { state: 'gone' } }]);
  expect(await codeOf(decide('removed'))).toBe('publish.not_published');
  expect((await decide('kept')).status).toBe(200);
});

test('a removed content is not copied with the Library to an organization, and does not hold up the others', async () => {
  await remove();
  const kept = await desk.addContent(desk.ana);
  const scope = await desk.addOrganization(desk.ana);
  const id = scope.slice('org:'.length);
  await desk.db.updateTable('organizations').set({ registered_by: desk.ana.userId }).where('id', '=', id).execute();
  await copyLibrary(desk.services, id, new AbortController().signal);
  const copies = await desk.db.selectFrom('contents').select('object_key').where('scope', '=', scope).execute();
  const keys = copies.map(({ object_key }) => object_key);
  expect(keys).toContain(`originals/${kept}`);
  expect(keys).not.toContain(`originals/${published.contentId}`);
});
