import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { signToken } from '#server/calls/signed-token.ts';
import { startDigests, type DigestPerson, type TestDigests } from './digests.fixtures.ts';

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

/** How many pushes and mails the person got. */
const got = (person = mia) => [digests.pushesTo(person).length, digests.mailsTo(person).length];

describe('the link in a mail that stops such mails', () => {
  const isMailed = async (person = mia) =>
    (await digests.call(person, 'GET /notifications/settings')).body.isMailed as boolean;
  const linkOf = async (person = mia): Promise<string> => {
    await digests.choose(person, 'day_1');
    await digests.send(person, 'Once.');
    await digests.runAt('2026-11-04T07:00:00Z');
    return digests
      .mailsTo(person)
      .at(-1)!
      .unsubscribe!.replace(digests.services.config.publicUrl, digests.community.server.url);
  };
  const oneClick = (link: string) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

  test('one click of a mail program stops the mails, for that person, and says so; the pushes go on', async () => {
    const bea = await digests.addPerson();
    const link = await linkOf();
    expect(await isMailed()).toBe(true);
    const answer = await oneClick(link);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('You get no more digest mails.'),
    ]);
    expect([await isMailed(), await isMailed(bea)]).toEqual([false, true]);
    expect((await oneClick(link)).status).toBe(200);
    await digests.send(mia, 'Later.');
    await digests.runAt('2026-11-05T07:00:00Z');
    expect(got()).toEqual([2, 1]);
    await digests.call(mia, 'PUT /notifications/settings', { isMailed: true });
    expect(await isMailed()).toBe(true);
  });

  test('opening it shows a page with a button and changes nothing', async () => {
    const answer = await fetch(await linkOf());
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).toContain('<form method="post">');
    expect(await isMailed()).toBe(true);
  });

  test('a token that is wrong, another person’s or of another purpose changes nothing', async () => {
    const link = await linkOf();
    const bea = await digests.addPerson();
    const { secret } = digests.services.config;
    const expiresAtS = Math.floor(new Date('2027-01-01').getTime() / 1000);
    const [ofMedia, gone] = [
      signToken(secret, 'export', mia.userId, expiresAtS),
      signToken(secret, 'digest-mails', mia.userId, Math.floor(new Date(NOON).getTime() / 1000)),
    ].map((token) => link.replace(/[^/]*$/, token)) as [string, string];
    const changed = link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const wrong of [
      link.replace(mia.userId, bea.userId),
      link.replace(mia.userId, newId()),
      changed,
      ofMedia,
      gone,
    ]) {
      const answer = await oneClick(wrong);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('not complete or too old')]);
    }
    expect([await isMailed(), await isMailed(bea)]).toEqual([true, true]);
  });

  test('it stops also a mail that is queued already', async () => {
    await digests.choose(mia, 'day_1');
    const link = await linkOf();
    await digests.send(mia, 'Queued.');
    digests.setNow('2026-11-05T07:00:00Z');
    await digests.makeDigests();
    await oneClick(link);
    await digests.deliver();
    expect(got()).toEqual([2, 1]);
  });
});
