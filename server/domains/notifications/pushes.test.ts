import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
import { createPushSender } from '#server/adapters/push-sender.ts';
import { CERTIFICATE } from '#server/adapters/push-service.fixtures.ts';
import { pushesWork, pushWork } from '#server/jobs/push.ts';
import { at, startNotifications, type TestNotifications } from './notifications.fixtures.ts';
import { notifyAll, type Notice } from './notify.ts';

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

const services = () => ({
  ...notifications.community.services,
  push: createPushSender(notifications.community.services.config, CERTIFICATE),
});
const work = () => pushWork(services());
/** Asks for a test of a device, from a server that reaches the push service. */
const testOf = async (registrationId: string, as = mia) => {
  const { services: real } = notifications.community;
  const { push: before } = real;
  real.push = services().push;
  try {
    return await call('POST /devices/test', { registrationId }, as);
  } finally {
    real.push = before;
  }
};
const push = async () => {
  await tell();
  const { id } = (await list()).results[0];
  await work().run({ notificationId: id }, new AbortController().signal);
  return id as string;
};
const devices = async (as = mia) => (await call('GET /devices', undefined, as)).body;
const deliveries = (path: string) => notifications.pushService.deliveries.filter((delivery) => delivery.path === path);

describe('devices', () => {
  test('NOT-021 NOT-028 NOT-029 a device belongs to the person who registered it last, and is listed once', async () => {
    const [subscription, other] = [notifications.pushService.subscribe('/shared'), await addPerson()];
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
      const { keys } = JSON.parse(notifications.pushService.subscribe('/x'));
      expect(
        (await call('POST /devices', { registrationId: JSON.stringify({ endpoint, keys }), type: 'web' })).status,
      ).toBe(400);
    }
    expect((await call('POST /devices', { registrationId: 'not a subscription', type: 'web' })).status).toBe(400);
  });
});

describe('pushes', () => {
  test('a push reaches every device encrypted and signed', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/phone'), type: 'web' });
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/laptop'), type: 'web' });
    await push();
    for (const path of ['/phone', '/laptop']) {
      expect(deliveries(path)).toMatchObject([
        { headers: { 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) } },
      ]);
    }
  });

  test('a device that its push service no longer knows is deleted; the others stay', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/dead'), type: 'web' });
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/alive'), type: 'web' });
    notifications.pushService.answerWith('/dead', 410);
    await push();
    expect(
      (await devices()).results.map(
        ({ registrationId }: { registrationId: string }) => new URL(JSON.parse(registrationId).endpoint).pathname,
      ),
    ).toEqual(['/alive']);
  });

  test('a failure with one device does not delay the others, and the job is retried', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/busy'), type: 'web' });
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/fine'), type: 'web' });
    notifications.pushService.answerWith('/busy', 503);
    await expect(push()).rejects.toThrow();
    expect(deliveries('/fine')).toHaveLength(1);
    expect((await devices()).count).toBe(2);
  });

  test('the notifications of many people are pushed in parts: each once, and one that fails gets a job of its own', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, addPerson));
    for (const [index, person] of people.entries()) {
      const registrationId = notifications.pushService.subscribe(`/many-${index}`);
      await call('POST /devices', { registrationId, type: 'web' }, person);
    }
    notifications.pushService.answerWith('/many-3', 503);
    const { community } = notifications;
    const ids = people.map(({ userId }) => userId);
    await notifyAll(community.db, community.services, ids, {
      recipientType: 'learner',
      kind: 'new_content',
      cause: 'many',
      title: 'New content in Soccer',
      text: 'Ana added ‘Rondo’.',
      link: '/watch-channel',
      linkTitle: 'Watch',
    });
    const jobs = async () => (await community.sentJobs('notification.pushes')) as { notificationIds: string[] }[];
    const parts = await jobs();
    expect(parts.map(({ notificationIds }) => notificationIds.length).toSorted((a, b) => a - b)).toEqual([5, 20]);
    const run = (job: { notificationIds: string[] }) => pushesWork(services()).run(job, new AbortController().signal);
    for (const job of parts) await run(job);
    const counts = () => people.map((_, index) => deliveries(`/many-${index}`).length);
    expect(counts()).toEqual(people.map(() => 1));
    const again = (await jobs()).find(({ notificationIds }) => notificationIds.length === 1)!;
    const failed = await community.db
      .selectFrom('notifications')
      .select('user_id')
      .where('id', '=', again.notificationIds[0]!)
      .executeTakeFirst();
    expect(failed).toEqual({ user_id: people[3]!.userId });
    await expect(run(again)).rejects.toThrow();
    notifications.pushService.answerWith('/many-3', 201);
    await run(again);
    expect(counts()).toEqual(people.map((_, index) => (index === 3 ? 3 : 1)));
  });

  test('pushes of many acts on one thing have one subject, each of another kind or thing its own; a next act is named', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/grouped'), type: 'web' });
    const members = { kind: 'new_member', link: '/channels/1' };
    for (const facts of [
      members,
      members,
      { ...members, link: '/channels/2' },
      { ...members, kind: 'invite_joined' },
      { kind: 'security', link: '/account-history' },
      { kind: 'security', link: '/account-history' },
      { kind: 'payment_failed', link: '/payment-methods' },
    ])
      await tell(facts);
    for (const job of await notifications.pushed(mia)) await work().run(job as never, new AbortController().signal);
    const sent = deliveries('/grouped').map((delivery) => JSON.parse(delivery.read()));
    const subjects = sent.map(({ subject }) => subject);
    expect(subjects.map((subject) => subjects.indexOf(subject))).toEqual([0, 0, 2, 3, 4, 5, 6]);
    expect(subjects.slice(4)).toEqual(sent.slice(4).map(({ id }) => id));
    expect(JSON.stringify(subjects)).not.toMatch(/member|channels/);
    expect(sent.map(({ act }) => act)).toEqual([...Array.from({ length: 6 }), 'Update']);
    expect(sent.at(-1)).toMatchObject({
      title: 'Sideline',
      text: 'You have a new notification.',
      link: '/payment-methods',
    });
  });

  test('a notification that was read meanwhile is not pushed', async () => {
    await call('POST /devices', { registrationId: notifications.pushService.subscribe('/late'), type: 'web' });
    const id = await push();
    await call('POST /notifications/mark-read', { notificationId: id });
    await work().run({ notificationId: id }, new AbortController().signal);
    expect(deliveries('/late')).toHaveLength(1);
  });
});

describe('a test push', () => {
  test('a test reaches the one device that asked, with all preferences off too, and adds nothing to the list', async () => {
    const [phone, laptop] = [
      notifications.pushService.subscribe('/tested'),
      notifications.pushService.subscribe('/untested'),
    ];
    for (const registrationId of [phone, laptop]) await call('POST /devices', { registrationId, type: 'web' });
    await call('PUT /notifications/settings', { isEnabled: false });
    const { body } = await testOf(phone);
    expect(body).toMatchObject({ result: 'sent' });
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
    const subscription = notifications.pushService.subscribe('/tested-and-gone');
    await call('POST /devices', { registrationId: subscription, type: 'web' });
    expect((await call('POST /devices/test', { registrationId: subscription }, await addPerson())).status).toBe(404);
    expect(
      (await call('POST /devices/test', { registrationId: notifications.pushService.subscribe('/never') })).status,
    ).toBe(404);
    notifications.pushService.answerWith('/tested-and-gone', 410);
    expect((await testOf(subscription)).body).toMatchObject({ result: 'gone' });
    expect((await devices()).count).toBe(0);
  });

  test('a test says that the push service refused it, or could not be reached, and keeps the device', async () => {
    const refusing = notifications.pushService.subscribe('/refusing');
    await call('POST /devices', { registrationId: refusing, type: 'web' });
    notifications.pushService.answerWith('/refusing', 403);
    expect((await testOf(refusing)).body).toMatchObject({ result: 'refused' });
    // Nothing listens at port 9.
    const away = JSON.stringify({
      ...JSON.parse(notifications.pushService.subscribe('/away')),
      endpoint: 'https://localhost:9/away',
    });
    await call('POST /devices', { registrationId: away, type: 'web' });
    expect((await testOf(away)).body).toMatchObject({ result: 'unreachable' });
    expect((await devices()).count).toBe(2);
  });

  test('a test that a server of a former build has queued is sent', async () => {
    const subscription = notifications.pushService.subscribe('/queued');
    await call('POST /devices', { registrationId: subscription, type: 'web' });
    const device = await notifications.community.db
      .selectFrom('devices')
      .select('id')
      .where('registration_id', '=', subscription)
      .executeTakeFirstOrThrow();
    await work().run({ testId: mia.userId, deviceId: device.id }, new AbortController().signal);
    expect(deliveries('/queued')).toHaveLength(1);
  });

  test('a sixth test at once is refused', async () => {
    const registrationId = notifications.pushService.subscribe('/often');
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
