import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDigests, type DigestPerson, type TestDigests } from './digests.fixtures.ts';

const NOON = '2026-11-03T11:00:00Z';
const MORNING = '2026-11-04T07:00:00Z';

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

/** The session of the person's only device was last used then. */
const seenAt = (at: string) =>
  digests.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(at) })
    .where('id', '=', mia.sessionId)
    .execute();
/** Pushes at once, pushes of digests, and mails. */
const got = async () => [(await digests.pushed(mia)).length, digests.pushesTo(mia).length, digests.mailsTo(mia).length];

test('what is pushed to a device that was not used for a month is mailed the next morning too, and not pushed twice', async () => {
  await seenAt('2026-10-04T10:00:00Z');
  await digests.send(mia, 'First.');
  await digests.send(mia, 'Second.');
  await digests.runAt('2026-11-03T12:00:00Z');
  expect(await got()).toEqual([2, 0, 0]);
  await digests.runAt(MORNING);
  expect(await got()).toEqual([2, 0, 1]);
  expect(digests.mailsTo(mia)[0]!.text).toContain('Second.');
  await digests.runAt('2026-11-05T07:00:00Z');
  expect(await got()).toEqual([2, 0, 1]);
});

test('a device that was used within the month gets pushes, and no mail', async () => {
  await seenAt('2026-10-05T10:00:00Z');
  await digests.send(mia, 'Pushed.');
  await digests.runAt(MORNING);
  expect(await got()).toEqual([1, 0, 0]);
});

test('a device that shows a sign of life before the mail: none is sent', async () => {
  await seenAt('2026-09-01T10:00:00Z');
  await digests.send(mia, 'Pushed.');
  await seenAt('2026-11-03T20:00:00Z');
  await digests.runAt(MORNING);
  expect(await got()).toEqual([1, 0, 0]);
});

test('what comes while digest mails are off, or no address is confirmed, is mailed not even later', async () => {
  await seenAt('2026-09-01T10:00:00Z');
  await digests.call(mia, 'PUT /notifications/settings', { isMailed: false });
  await digests.send(mia, 'Off.');
  await digests.call(mia, 'PUT /notifications/settings', { isMailed: true });
  const confirm = (at: Date | null) =>
    digests.db.updateTable('users').set({ email_verified_at: at }).where('id', '=', mia.userId).execute();
  await confirm(null);
  await digests.send(mia, 'Not confirmed.');
  await confirm(new Date(NOON));
  await digests.runAt(MORNING);
  expect(await got()).toEqual([2, 0, 0]);
});

test('together with what waits for a digest of its own, one push and one mail come', async () => {
  await seenAt('2026-09-01T10:00:00Z');
  await digests.choose(mia, 'day_1', 'educatorCommunityNewMember');
  await digests.send(mia, 'Pushed.');
  await digests.send(mia, 'Waiting.', 'educatorCommunityNewMember');
  await digests.runAt(MORNING);
  expect(await got()).toEqual([1, 1, 1]);
});
