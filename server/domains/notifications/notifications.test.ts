import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { createPushSender } from '#server/adapters/push-sender.ts';
import { CERTIFICATE, startPushService } from '#server/adapters/push-service.fixtures.ts';
import { pushWork } from '#server/jobs/push.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';
import { notify } from './index.ts';
import type { Notice } from './notify.ts';

let community: TestCommunity;
let pushService: Awaited<ReturnType<typeof startPushService>>;
let mia: TestPerson;
beforeAll(async () => {
  [community, pushService] = await Promise.all([startCommunity(), startPushService()]);
});
/** A time within the life of an access token. */
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, seconds, 123));
beforeEach(async () => {
  community.server.setNow(at(0));
  mia = await community.server.addPerson();
});
afterAll(() => Promise.all([community.server.close(), pushService.close()]));

const call = (line: string, body?: unknown, as = mia) => community.server.call(line, body, { as });
const notice = (facts: Partial<Notice> = {}): Notice => ({
  recipientType: 'learner',
  kind: 'new_content',
  cause: newId(),
  title: 'New content in Soccer',
  text: 'Ana added ‘Rondo’.',
  link: '/watch-channel',
  linkTitle: 'Watch',
  ...facts,
});
const tell = (facts: Partial<Notice> = {}, to = mia) =>
  notify(community.db, community.services, { userId: to.userId, ...notice(facts) });
const list = async (as = mia, query = 'recipientType=learner') =>
  (await call(`GET /notifications?${query}`, undefined, as)).body;
const pushed = async () => {
  const ids = new Set(
    (await community.db.selectFrom('notifications').select('id').where('user_id', '=', mia.userId).execute()).map(
      ({ id }) => id,
    ),
  );
  return (await community.sentJobs('notification.push')).filter((job) => ids.has(String(job['notificationId'])));
};

describe('the list', () => {
  test('NOT-022 NOT-032 is newest first, 20 a page, for one recipient type, with counts', async () => {
    for (let n = 0; n < 22; n += 1) {
      community.server.setNow(at(n));
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
  });

  test('the same cause notifies a person once, but also other people', async () => {
    const other = await community.server.addPerson();
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
    expect(
      (await call('POST /notifications/mark-read', { notificationId: id }, await community.server.addPerson())).status,
    ).toBe(404);
  });

  test('NOT-011 NOT-024 marking all as read ends at the newest one seen: later ones stay unread', async () => {
    for (const seconds of [1, 2, 3]) {
      community.server.setNow(at(seconds));
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
    const other = await community.server.addPerson();
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

  test('NOT-015 they affect pushes only: the notification itself is always in the app', async () => {
    await call('POST /devices', { registrationId: pushService.subscribe('/quiet'), type: 'web' });
    await call('PUT /notifications/settings', {
      frequency: 'day_7',
      notificationTypeName: 'learnerCommunityNewContent',
    });
    await tell();
    expect([(await list()).count, (await pushed()).length]).toEqual([1, 0]);
    await tell({ kind: 'new_comment_learner' });
    expect((await pushed()).length).toBe(1);
    await call('PUT /notifications/settings', { isEnabled: false });
    await tell({ kind: 'security' });
    expect([(await list()).count, (await pushed()).length]).toEqual([3, 1]);
  });
});

describe('devices and pushes', () => {
  const work = () =>
    pushWork({ ...community.services, push: createPushSender(community.services.config, CERTIFICATE) });
  const push = async () => {
    await tell();
    const { id } = (await list()).results[0];
    await work().run({ notificationId: id }, new AbortController().signal);
    return id as string;
  };
  const devices = async (as = mia) => (await call('GET /devices', undefined, as)).body;
  const deliveries = (path: string) => pushService.deliveries.filter((delivery) => delivery.path === path);

  test('NOT-021 NOT-028 NOT-029 a device belongs to the person who registered it last, and is listed once', async () => {
    const [subscription, other] = [pushService.subscribe('/shared'), await community.server.addPerson()];
    await call('POST /devices', { registrationId: subscription, type: 'web' });
    await call('POST /devices', { registrationId: subscription, type: 'web' });
    expect(await devices()).toEqual({ count: 1, results: [{ registrationId: subscription, type: 'web' }] });
    await call('POST /devices', { registrationId: subscription, type: 'web' }, other);
    expect([(await devices()).count, (await devices(other)).count]).toEqual([0, 1]);
    expect((await call(`DELETE /devices/${encodeURIComponent(subscription)}`)).status).toBe(204);
    expect((await devices(other)).count).toBe(1);
    await call(`DELETE /devices/${encodeURIComponent(subscription)}`, undefined, other);
    expect((await devices(other)).count).toBe(0);
  });

  test('an address within a private network or without https is refused', async () => {
    for (const endpoint of [
      'http://push.example.org/a',
      'https://10.0.0.7/a',
      'https://169.254.169.254/latest',
      'https://intranet/a',
      'ftp://x.org/a',
    ]) {
      const { keys } = JSON.parse(pushService.subscribe('/x'));
      expect(
        (await call('POST /devices', { registrationId: JSON.stringify({ endpoint, keys }), type: 'web' })).status,
      ).toBe(400);
    }
    expect((await call('POST /devices', { registrationId: 'not a subscription', type: 'web' })).status).toBe(400);
  });

  test('a push reaches every device encrypted and signed', async () => {
    await call('POST /devices', { registrationId: pushService.subscribe('/phone'), type: 'web' });
    await call('POST /devices', { registrationId: pushService.subscribe('/laptop'), type: 'web' });
    await push();
    for (const path of ['/phone', '/laptop']) {
      expect(deliveries(path)).toMatchObject([
        { headers: { 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) } },
      ]);
    }
  });

  test('a device that its push service no longer knows is deleted; the others stay', async () => {
    await call('POST /devices', { registrationId: pushService.subscribe('/dead'), type: 'web' });
    await call('POST /devices', { registrationId: pushService.subscribe('/alive'), type: 'web' });
    pushService.answerWith('/dead', 410);
    await push();
    expect(
      (await devices()).results.map(
        ({ registrationId }: { registrationId: string }) => new URL(JSON.parse(registrationId).endpoint).pathname,
      ),
    ).toEqual(['/alive']);
  });

  test('a failure with one device does not delay the others, and the job is retried', async () => {
    await call('POST /devices', { registrationId: pushService.subscribe('/busy'), type: 'web' });
    await call('POST /devices', { registrationId: pushService.subscribe('/fine'), type: 'web' });
    pushService.answerWith('/busy', 503);
    await expect(push()).rejects.toThrow();
    expect(deliveries('/fine')).toHaveLength(1);
    expect((await devices()).count).toBe(2);
  });

  test('a notification that was read meanwhile is not pushed', async () => {
    await call('POST /devices', { registrationId: pushService.subscribe('/late'), type: 'web' });
    const id = await push();
    await call('POST /notifications/mark-read', { notificationId: id });
    await work().run({ notificationId: id }, new AbortController().signal);
    expect(deliveries('/late')).toHaveLength(1);
  });

  test('a test reaches the one device that asked, with all preferences off too, and adds nothing to the list', async () => {
    const [phone, laptop] = [pushService.subscribe('/tested'), pushService.subscribe('/untested')];
    for (const registrationId of [phone, laptop]) await call('POST /devices', { registrationId, type: 'web' });
    await call('PUT /notifications/settings', { isEnabled: false });
    const { body } = await call('POST /devices/test', { registrationId: phone });
    const job = (await community.sentJobs('notification.push')).find((each) => each['testId'] === body.id);
    await work().run(job as never, new AbortController().signal);
    expect([deliveries('/tested').length, deliveries('/untested').length, (await list()).count]).toEqual([1, 0, 0]);
    expect(JSON.parse(deliveries('/tested')[0]!.read())).toEqual({
      id: body.id,
      userId: mia.userId,
      title: 'Sideline',
      text: 'This is your test. Pushes reach this device.',
      link: '/help-support/sync-storage',
      unread: 0,
    });
  });

  test('a test of another person’s or an unknown device is refused, and of one that is gone deletes it', async () => {
    const subscription = pushService.subscribe('/tested-and-gone');
    await call('POST /devices', { registrationId: subscription, type: 'web' });
    expect(
      (await call('POST /devices/test', { registrationId: subscription }, await community.server.addPerson())).status,
    ).toBe(404);
    expect((await call('POST /devices/test', { registrationId: pushService.subscribe('/never') })).status).toBe(404);
    const { body } = await call('POST /devices/test', { registrationId: subscription });
    pushService.answerWith('/tested-and-gone', 410);
    await work().run(
      (await community.sentJobs('notification.push')).find((each) => each['testId'] === body.id) as never,
      new AbortController().signal,
    );
    expect((await devices()).count).toBe(0);
  });

  test('a sixth test at once is refused', async () => {
    const registrationId = pushService.subscribe('/often');
    await call('POST /devices', { registrationId, type: 'web' });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await call('POST /devices/test', { registrationId })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('the client gets the configuration to register', async () => {
    expect((await call('GET /devices/push-config')).body).toEqual({
      kind: 'webpush',
      vapidPublicKey: expect.stringMatching(/^[\w-]{87}$/),
      firebase: null,
    });
  });
});
