import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import { digestMakeWork } from '#server/jobs/digest.ts';
import { startDigests, type DigestPerson, type TestDigests, type TestFrequency } from './digests.fixtures.ts';

// Mia is in Berlin, which is an hour ahead of UTC in November.
const NOON = '2026-11-03T11:00:00Z';

let digests: TestDigests;
let mia: DigestPerson;
beforeAll(async () => {
  digests = await startDigests();
});
beforeEach(async () => {
  digests.setNow(NOON);
  mia = await digests.addPerson();
});
afterAll(() => digests.close());

const list = (as = mia, type = 'learner') =>
  digests
    .call(as, `GET /notifications?recipientType=${type}`)
    .then(({ body }) => body.results as { id: string; text: string }[]);
const textOf = (person = mia) =>
  digests
    .mailsTo(person)
    .map(({ text }) => text)
    .join('\n');
/** How many pushes and mails the person got. */
const got = (person = mia) => [digests.pushesTo(person).length, digests.mailsTo(person).length];

describe('the time of a digest', () => {
  test.for<[TestFrequency, string, string]>([
    ['hours_1', '11-03T11:59:59', '11-03T12:00:00'],
    ['hours_3', '11-03T13:59:59', '11-03T14:00:00'],
    ['hours_6', '11-03T16:59:59', '11-03T17:00:00'],
    ['hours_12', '11-03T18:59:59', '11-03T19:00:00'],
    ['day_1', '11-04T06:59:59', '11-04T07:00:00'],
    // 4 November 2026 is day 20,761 since 1970.
    ['day_2', '11-05T06:59:59', '11-05T07:00:00'],
    ['day_7', '11-09T06:59:59', '11-09T07:00:00'],
  ])(
    'NOT-019 %s: nothing at %s, a push and a mail at %s, in the person’s own zone',
    async ([frequency, early, due]) => {
      await digests.choose(mia, frequency);
      digests.setNow('2026-11-03T11:20:00Z');
      await digests.send(mia, 'Ana added ‘Rondo’.');
      expect(await list()).toHaveLength(1);
      await digests.runAt(`2026-${early}Z`);
      expect(got()).toEqual([0, 0]);
      await digests.runAt(`2026-${due}Z`);
      expect(got()).toEqual([1, 1]);
      await digests.runAt(`2026-11-20T12:00:00Z`);
      expect(got()).toEqual([1, 1]);
    },
  );

  test('NOT-016 types of different frequencies come each at its own time, whichever was sent first', async () => {
    await digests.choose(mia, 'hours_1', 'learnerCommunityNewComment');
    await digests.choose(mia, 'day_1');
    await digests.send(mia, 'Daily first.');
    await digests.send(mia, 'Hourly.', 'learnerCommunityNewComment');
    await digests.send(mia, 'Daily last.');
    await digests.runAt('2026-11-03T12:00:00Z');
    expect(digests.pushesTo(mia)).toMatchObject([{ text: 'Hourly.' }]);
    await digests.runAt('2026-11-04T07:00:00Z');
    expect(digests.pushesTo(mia)).toMatchObject([{ text: 'Hourly.' }, { title: '2 new notifications' }]);
  });

  test('one that is sent at the very moment of a digest waits for the next', async () => {
    await digests.choose(mia, 'hours_1');
    digests.setNow('2026-11-03T12:00:00Z');
    await digests.send(mia, 'On the hour.');
    await digests.choose(mia, 'hours_1');
    await digests.runAt('2026-11-03T12:01:00Z');
    expect(got()).toEqual([0, 0]);
    await digests.runAt('2026-11-03T13:00:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('NOT-019 what falls into the night comes at 7:00', async () => {
    await digests.choose(mia, 'hours_1');
    digests.setNow('2026-11-03T20:30:00Z');
    await digests.send(mia, 'Late.');
    await digests.runAt('2026-11-04T05:59:00Z');
    expect(got()).toEqual([0, 0]);
    await digests.runAt('2026-11-04T06:00:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('NOT-019 immediately is pushed at once and in no digest; never and off are neither', async () => {
    await digests.send(mia, 'At once.');
    expect(await digests.pushed(mia)).toHaveLength(1);
    await digests.choose(mia, 'never');
    await digests.send(mia, 'Never.');
    await digests.choose(mia, 'hours_1');
    await digests.call(mia, 'PUT /notifications/settings', { isEnabled: false });
    await digests.send(mia, 'Off.');
    await digests.call(mia, 'PUT /notifications/settings', { isEnabled: true });
    await digests.runAt('2026-11-20T12:00:00Z');
    expect([got(), (await digests.pushed(mia)).length, (await list()).length]).toEqual([[0, 0], 1, 3]);
  });
});

describe('a change while notifications wait', () => {
  beforeEach(async () => {
    await digests.choose(mia, 'day_1');
    await digests.send(mia, 'Waiting.');
  });

  test('to another frequency: they wait for its next digest', async () => {
    await digests.runAt('2026-11-03T12:30:00Z');
    expect(got()).toEqual([0, 0]);
    await digests.choose(mia, 'hours_3');
    await digests.runAt('2026-11-03T14:00:00Z');
    expect(got()).toEqual([1, 1]);
    await digests.choose(mia, 'day_1');
    await digests.runAt('2026-11-04T07:00:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('to a rarer one: they wait longer', async () => {
    await digests.choose(mia, 'day_7');
    await digests.runAt('2026-11-04T07:00:00Z');
    expect(got()).toEqual([0, 0]);
    await digests.runAt('2026-11-09T07:00:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('to immediately: a digest at once', async () => {
    await digests.choose(mia, 'immediately');
    await digests.runAt('2026-11-03T11:01:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('to never, or off: they are dropped, and come no more after a change back', async () => {
    const bea = await digests.addPerson();
    await digests.choose(bea, 'day_1');
    await digests.send(bea, 'Waiting.');
    await digests.choose(mia, 'never');
    await digests.call(bea, 'PUT /notifications/settings', { isEnabled: false });
    await digests.runAt('2026-11-03T11:01:00Z');
    await digests.choose(mia, 'day_1');
    await digests.call(bea, 'PUT /notifications/settings', { isEnabled: true });
    await digests.runAt('2026-11-04T07:00:00Z');
    expect([got(), got(bea)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('the person’s device goes to another time zone: the digest follows it, at the next access token', async () => {
    await digests.moveTo(mia, 'Asia/Kathmandu');
    await digests.runAt('2026-11-04T02:14:00Z');
    expect(got()).toEqual([0, 0]);
    // 8:00 in Kathmandu, 5 hours and 45 minutes ahead of UTC.
    await digests.runAt('2026-11-04T02:15:00Z');
    expect(got()).toEqual([1, 1]);
  });

  test('a zone in which the digest’s time has passed already: it comes at once', async () => {
    digests.setNow('2026-11-03T11:30:00Z');
    await digests.moveTo(mia, 'America/Los_Angeles');
    await digests.runAt('2026-11-03T11:31:00Z');
    expect(got()).toEqual([0, 0]);
    await digests.runAt('2026-11-03T16:00:00Z');
    expect(got()).toEqual([1, 1]);
    await digests.send(mia, 'Another.');
    await digests.runAt('2026-11-04T15:00:00Z');
    await digests.moveTo(mia, 'Asia/Tokyo');
    await digests.runAt('2026-11-04T15:01:00Z');
    expect(got()).toEqual([2, 2]);
  });

  test('an unknown zone, one of an older app, and that of an operator in the account change nothing', async () => {
    const zone = () =>
      digests.db
        .selectFrom('users')
        .select('time_zone')
        .where('id', '=', mia.userId)
        .executeTakeFirstOrThrow()
        .then((row) => row.time_zone);
    await digests.moveTo(mia, 'Mars/Olympus');
    await digests.moveTo(mia, undefined as unknown as string);
    expect(await zone()).toBe('Europe/Berlin');
    const operator = await digests.community.server.addPerson({ isSuperadmin: true });
    await digests.db
      .updateTable('sessions')
      .set({ operator_id: operator.userId })
      .where('id', '=', mia.sessionId)
      .execute();
    await digests.moveTo(mia, 'Asia/Tokyo');
    expect(await zone()).toBe('Europe/Berlin');
  });

  test('a push that was queued at once goes out, also if the person chose digests meanwhile; none after never', async () => {
    await digests.choose(mia, 'immediately');
    await digests.send(mia, 'One.');
    await digests.send(mia, 'Two.');
    const [one, two] = await digests.pushed(mia);
    await digests.choose(mia, 'day_1');
    await digests.works['notification.push'].run(one as never, new AbortController().signal);
    expect(got()).toEqual([1, 0]);
    await digests.choose(mia, 'never');
    await digests.works['notification.push'].run(two as never, new AbortController().signal);
    expect(got()).toEqual([1, 0]);
  });
});

describe('what a digest tells', () => {
  beforeEach(async () => {
    for (const type of ['learnerCommunityNewContent', 'educatorCommunityNewMember'] as const)
      await digests.choose(mia, 'day_1', type);
  });
  const morning = () => digests.runAt('2026-11-04T07:00:00Z');

  test('one notification has its own words and link, several have one push with their number', async () => {
    await digests.send(mia, 'Ana added ‘Rondo’.');
    await morning();
    expect(digests.pushesTo(mia)).toEqual([
      {
        id: expect.any(String),
        userId: mia.userId,
        title: 'New content in Soccer',
        text: 'Ana added ‘Rondo’.',
        link: '/watch-channel',
        unread: 1,
      },
    ]);
    digests.setNow('2026-11-04T11:00:00Z');
    await digests.send(mia, 'Ben joined.', 'educatorCommunityNewMember');
    digests.setNow('2026-11-04T11:01:00Z');
    await digests.send(mia, 'Ana added ‘Turn’.');
    await digests.runAt('2026-11-05T07:00:00Z');
    expect(digests.pushesTo(mia)[1]).toMatchObject({
      title: '2 new notifications',
      text: 'Ana added ‘Turn’. And 1 more.',
      link: '/notifications',
      // Of her last role, learner: both contents.
      unread: 2,
    });
    expect(got()).toEqual([2, 2]);
  });

  test('read and deleted ones are left out: before it is made, and before it is sent', async () => {
    for (const text of ['Read.', 'Deleted.', 'Kept.', 'Read late.', 'Deleted late.']) await digests.send(mia, text);
    const ids = new Map((await list()).map(({ id, text }) => [text, id]));
    const read = (text: string) =>
      digests.call(mia, 'POST /notifications/mark-read', { notificationId: ids.get(text) });
    const remove = (text: string) =>
      digests.call(mia, 'POST /notifications/delete', { notificationIds: [ids.get(text)] });
    await read('Read.');
    await remove('Deleted.');
    digests.setNow('2026-11-04T07:00:00Z');
    await digests.makeDigests();
    await read('Read late.');
    await remove('Deleted late.');
    await digests.deliver();
    expect(digests.pushesTo(mia)).toMatchObject([{ text: 'Kept.', unread: 1 }]);
    expect(textOf()).toContain('Kept.');
    expect(textOf()).not.toMatch(/Read|Deleted/);
  });

  test('nothing left, nothing sent; nor after notifications were switched off; nor to a suspended person', async () => {
    const [bea, cyd, dan] = [await digests.addPerson(), await digests.addPerson(), await digests.addPerson()];
    for (const person of [bea, cyd, dan]) await digests.choose(person, 'day_1');
    const suspend = ({ userId }: DigestPerson) =>
      digests.services.database.db.updateTable('users').set({ is_suspended: true }).where('id', '=', userId).execute();
    await digests.send(mia, 'Read in between.');
    await digests.send(bea, 'Off in between.');
    for (const person of [cyd, dan]) await digests.send(person, 'Suspended.');
    await suspend(dan);
    digests.setNow('2026-11-04T07:00:00Z');
    await digests.makeDigests();
    await digests.call(mia, 'POST /notifications/mark-all-read', { recipientType: 'learner' });
    await digests.call(bea, 'PUT /notifications/settings', { isEnabled: false });
    await suspend(cyd);
    await digests.deliver();
    expect([mia, bea, cyd, dan].flatMap(got)).toEqual(Array.from({ length: 8 }, () => 0));
  });

  test('the mail lists the newest 20 with title, text and link, says how many more there are, and cannot be broken by words', async () => {
    for (let n = 1; n <= 23; n += 1) {
      digests.setNow(new Date(new Date(NOON).getTime() + n * 1000));
      await digests.send(mia, n === 23 ? 'A\n\nFake title\nhttps://evil.example <b>x</b>' : `No. ${n}.`);
    }
    await morning();
    const [mail] = digests.mailsTo(mia);
    expect(mail!.subject).toBe('Sideline: 23 new notifications');
    const { publicUrl } = digests.services.config;
    const paragraphs = mail!.text.split('\n\n');
    expect(paragraphs[0]).toBe(
      `New content in Soccer\nA Fake title https://evil.example <b>x</b>\n${publicUrl}/watch-channel`,
    );
    expect(paragraphs.slice(1).map((each) => each.split('\n')[1] ?? each)).toEqual([
      ...Array.from({ length: 19 }, (_, n) => `No. ${22 - n}.`),
      'And 3 more.',
    ]);
    expect(mail!.button!.address).toBe(`${publicUrl}/notifications`);
    expect(mail!.note).toContain(mail!.unsubscribe);
  });

  test('a person without a verified address, or who wants no mails, gets the push only; without a device, the mail only', async () => {
    const [bea, cid] = [await digests.addPerson(), await digests.addPerson()];
    for (const person of [bea, cid]) await digests.choose(person, 'day_1');
    await digests.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', mia.userId).execute();
    await digests.call(bea, 'PUT /notifications/settings', { isMailed: false });
    await digests.db.deleteFrom('devices').where('user_id', '=', cid.userId).execute();
    for (const person of [mia, bea, cid]) await digests.send(person, 'Once.');
    await morning();
    expect([got(mia), got(bea), got(cid)]).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
  });
});

describe('exactly once', () => {
  beforeEach(async () => {
    await digests.choose(mia, 'day_1');
    await digests.send(mia, 'Once.');
    digests.setNow('2026-11-04T07:00:00Z');
  });

  test('two servers at the same time make one digest', async () => {
    await Promise.all([digests.makeDigests(), digests.makeDigests(), digests.makeDigests()]);
    await digests.deliver();
    expect(got()).toEqual([1, 1]);
  });

  test('a server that is killed before the commit loses nothing; jobs that run again mail once, and push with the same tag', async () => {
    const broken = {
      ...digests.services,
      jobs: { ...digests.services.jobs, sendAll: () => Promise.reject(new Error('killed')) },
    };
    await expect(digestMakeWork(broken).run({}, new AbortController().signal)).rejects.toThrow('killed');
    await digests.makeDigests();
    await digests.makeDigests();
    await digests.deliver();
    const { digestIds } = (await digests.community.sentJobs('digest.mail')).at(-1)! as { digestIds: string[] };
    const [digestId] = digestIds;
    for (const name of ['digest.push', 'digest.mail'] as const)
      await digests.works[name].run({ digestIds }, new AbortController().signal);
    expect(digests.mailsTo(mia)).toMatchObject([{ repeatId: digestId }]);
    expect(new Set(digests.pushesTo(mia).map(({ id }) => id))).toEqual(new Set([digestId]));
  });

  test('a device that cannot be reached now is tried again; the others of the same job get nothing twice', async () => {
    const others = await Promise.all([digests.addPerson(), digests.addPerson()]);
    for (const person of others) {
      await digests.choose(person, 'hours_1');
      await digests.send(person, 'Once.');
    }
    digests.pushService.answerWith(mia.path, 503);
    await digests.runAt('2026-11-04T08:00:00Z');
    await expect(digests.deliver()).rejects.toThrow();
    digests.pushService.answerWith(mia.path, 201);
    const again = (await digests.community.sentJobs('digest.push')).at(-1)!;
    await digests.works['digest.push'].run(again as never, new AbortController().signal);
    expect(digests.pushesTo(mia).map(({ text }) => text)).toEqual(['Once.', 'Once.', 'Once.']);
    for (const person of others) expect(got(person)).toEqual([1, 1]);
  });

  test('a notification that comes while the digest is made is in the next one', async () => {
    await Promise.all([
      digests.makeDigests(),
      ...Array.from({ length: 5 }, (_, n) => digests.send(mia, `Meanwhile ${n}.`)),
    ]);
    await digests.deliver();
    await digests.runAt('2026-11-05T07:00:00Z');
    for (const text of ['Once.', ...Array.from({ length: 5 }, (_, n) => `Meanwhile ${n}.`)])
      expect(textOf().split(text), text).toHaveLength(2);
  });

  test('what was sent is forgotten after a week', async () => {
    await digests.runAt('2026-11-04T07:00:00Z');
    const count = () => digests.db.selectFrom('digests').select('id').where('user_id', '=', mia.userId).execute();
    await digests.db
      .updateTable('digests')
      .set({ made_at: new Date(Date.now() - 6 * 86_400_000) })
      .where('user_id', '=', mia.userId)
      .execute();
    await housekeepingWork(digests.services).run({}, new AbortController().signal);
    expect(await count()).toHaveLength(1);
    await digests.db
      .updateTable('digests')
      .set({ made_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('user_id', '=', mia.userId)
      .execute();
    await housekeepingWork(digests.services).run({}, new AbortController().signal);
    expect(await count()).toHaveLength(0);
  });
});
