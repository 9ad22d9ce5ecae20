import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { announceWork } from '#server/jobs/announce.ts';
import { at, startNotifications, type TestNotifications } from './notifications.fixtures.ts';
import type { Notice } from './notify.ts';

let notifications: TestNotifications;
let mia: TestPerson;
beforeAll(async () => {
  notifications = await startNotifications();
});
beforeEach(async () => {
  notifications.community.server.setNow(at(0));
  mia = await notifications.community.server.addPerson();
});
afterAll(() => notifications.close());

const call = (line: string, body?: unknown, as = mia) => notifications.call(line, body, as);
const tell = (facts: Partial<Notice> = {}, to = mia) => notifications.tell(facts, to);
const list = (as = mia, query?: string) => notifications.list(as, query);
const addPerson = () => notifications.community.server.addPerson();

describe('the list', () => {
  test('NOT-008 NOT-022 NOT-032 is newest first, 20 a page, for one recipient type, with counts', async () => {
    for (let n = 0; n < 22; n += 1) {
      notifications.community.server.setNow(at(n));
      await tell({ text: `No. ${n}` });
    }
    await tell({ recipientType: 'educator' });
    const first = await list();
    expect([first.count, first.unreadCount, first.results.length, first.results[0].text]).toEqual([
      22,
      22,
      20,
      'No. 21',
    ]);
    expect((await list(mia, 'recipientType=learner&page=2')).results.map(({ text }: { text: string }) => text)).toEqual(
      ['No. 1', 'No. 0'],
    );
    expect((await list(mia, 'recipientType=educator')).count).toBe(1);
    expect((await call('GET /notifications?recipientType=organization')).status).toBe(400);
  });

  test('NOT-003 those before a time are paged on their own: what a device does not keep any more', async () => {
    for (let n = 0; n < 23; n += 1) {
      notifications.community.server.setNow(at(n));
      await tell({ text: `No. ${n}` });
    }
    const before = `recipientType=learner&before=${at(22).toISOString()}`;
    const first = await list(mia, before);
    expect([first.count, first.unreadCount, first.results[0].text]).toEqual([22, 23, 'No. 21']);
    const second = (await list(mia, `${before}&page=2`)).results as { text: string }[];
    expect(second.map(({ text }) => text)).toEqual(['No. 1', 'No. 0']);
    expect((await call('GET /notifications?recipientType=learner&before=yesterday')).status).toBe(400);
  });

  test('the same cause notifies a person once, but also other people', async () => {
    const other = await addPerson();
    const cause = newId();
    await Promise.all([tell({ cause }), tell({ cause }), tell({ cause }, other)]);
    expect([(await list()).count, (await list(other)).count]).toEqual([1, 1]);
  });

  test('NOT-009 NOT-023 read stays read, and can be set only by the recipient', async () => {
    await tell();
    const { id } = (await list()).results[0];
    const marked = await call('POST /notifications/mark-read', { notificationId: id });
    expect(marked.body).toMatchObject({ id, isRead: true });
    expect((await call('POST /notifications/mark-read', { notificationId: id })).body).toEqual(marked.body);
    expect((await call('POST /notifications/mark-read', { notificationId: id }, await addPerson())).status).toBe(404);
  });

  test('NOT-011 NOT-024 marking all as read ends at the newest one seen: later ones stay unread', async () => {
    for (const seconds of [1, 2, 3]) {
      notifications.community.server.setNow(at(seconds));
      await tell({ text: String(seconds) });
    }
    await tell({ recipientType: 'educator' });
    const until = (await list()).results[1].sendedAt;
    expect((await call('POST /notifications/mark-all-read', { recipientType: 'learner', until })).status).toBe(204);
    expect((await list()).results.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, true]);
    expect((await list(mia, 'recipientType=educator')).unreadCount).toBe(1);
    await call('POST /notifications/mark-all-read', { recipientType: 'learner' });
    expect((await list()).unreadCount).toBe(0);
  });

  test('NOT-025 deleting skips missing ones and those of other people', async () => {
    const other = await addPerson();
    await tell();
    await tell({}, other);
    const ids = [(await list()).results[0].id, (await list(other)).results[0].id, newId()];
    expect((await call('POST /notifications/delete', { notificationIds: ids })).status).toBe(204);
    expect([(await list()).count, (await list(other)).count]).toEqual([0, 1]);
  });
});

describe('preferences', () => {
  test('NOT-026 NOT-027 start enabled and immediate; two devices change different ones without losing any', async () => {
    const { body } = await call('GET /notifications/settings');
    expect(body.isEnabled).toBe(true);
    expect(new Set(Object.values(body.frequencies))).toEqual(new Set(['immediately']));
    await Promise.all([
      call('PUT /notifications/settings', { frequency: 'day_1', notificationTypeName: 'learnerCommunityNewContent' }),
      call('PUT /notifications/settings', { frequency: 'never', notificationTypeName: 'educatorCommunityNewMember' }),
      call('PUT /notifications/settings', { isEnabled: false }),
    ]);
    const changed = (await call('GET /notifications/settings')).body;
    expect(changed).toMatchObject({
      isEnabled: false,
      frequencies: {
        learnerCommunityNewContent: 'day_1',
        educatorCommunityNewMember: 'never',
        learnerCommunityNewPost: 'immediately',
      },
    });
    expect((await call('PUT /notifications/settings', { frequency: 'day_1' })).status).toBe(400);
  });

  test('they affect pushes only: the notification itself is always in the app', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/quiet'), type: 'web' });
    await call('PUT /notifications/settings', {
      frequency: 'day_7',
      notificationTypeName: 'learnerCommunityNewContent',
    });
    await tell();
    expect([(await list()).count, (await notifications.pushed(mia)).length]).toEqual([1, 0]);
    await tell({ kind: 'new_comment_learner' });
    expect((await notifications.pushed(mia)).length).toBe(1);
    await call('PUT /notifications/settings', { isEnabled: false });
    await tell({ kind: 'security' });
    expect([(await list()).count, (await notifications.pushed(mia)).length]).toEqual([3, 1]);
  });
});

describe('pictures', () => {
  test('NOT-007 a notification has the picture of its item or channel, and the sport that is drawn without one', async () => {
    const { community } = notifications;
    const creator = await community.server.addPerson({ isEducator: true });
    const { id, channelId } = await community.publish(creator, { pricing: 'free' });
    const { cover_image: cover } = await community.db
      .selectFrom('publications')
      .select('cover_image')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await call(`POST /channels/${channelId}/follow`, {});
    await announceWork(community.services).run({ publicationId: id }, new AbortController().signal);
    expect((await list()).results).toMatchObject([{ compressedImageUrl: cover, sportId: 'soccer' }]);

    await call(`POST /ratings/${id}`, {
      contentItemRatings: { Relevance: 5, Helpful: 5, Engaging: 5 },
      comment: 'Clear.',
    });
    const own = (await list(creator, 'recipientType=educator')).results as { title: string }[];
    expect(own.find(({ title }) => title === 'New comment')).toMatchObject({
      compressedImageUrl: cover,
      sportId: 'soccer',
    });
    // The channel has no logo: its sport is drawn.
    expect(own.find(({ title }) => title === 'New member')).toMatchObject({
      compressedImageUrl: null,
      sportId: 'soccer',
    });
  });

  test('an item without a cover shows its poster frame, and what is about no sport has none', async () => {
    const { community } = notifications;
    const creator = await community.server.addPerson({ isEducator: true });
    const { id, channelId, contentId } = await community.publish(creator, { pricing: 'free' });
    await community.db.updateTable('publications').set({ cover_image: null }).where('id', '=', id).execute();
    await community.db
      .updateTable('contents')
      .set({ thumbnail: '/pictures/frame.jpg' })
      .where('id', '=', contentId)
      .execute();
    await call(`POST /channels/${channelId}/follow`, {});
    await announceWork(community.services).run({ publicationId: id }, new AbortController().signal);
    expect((await list()).results).toMatchObject([{ compressedImageUrl: '/pictures/frame.jpg' }]);
    community.server.setNow(at(1));
    await tell({ kind: 'welcome' });
    expect((await list()).results[0]).toMatchObject({ compressedImageUrl: null, sportId: null });
  });
});
