import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { channelAnswer } from '#app/data/channels.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { CommunityPage } from './community-page.tsx';

let account: Account;
const network = standInNetwork();
const channel = (name: string, sportName: string) =>
  channelAnswer(name, { sportId: sportName.toLowerCase(), sportName, followers: 1, following: true });
const chips = () =>
  page
    .getByRole('group', { name: 'All sports' })
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  const row = { scope: SCOPE, sportType: 'Launched', subscriptionType: 'subscribed', isActive: true, position: 0 };
  await account.db.subscriptions.bulkPut([
    { ...row, id: newId(), sportId: 'golf', sportName: 'Golf' },
    { ...row, id: newId(), sportId: 'rowing', sportName: 'Rowing', sportType: 'WaitList' },
  ] as never);
  await account.db.sportInterests.put({ ...row, id: newId(), sportId: 'rugby', sportName: 'Rugby' } as never);
  network.answer('/sports', () => ({ count: 0, results: [] }));
});
afterEach(clearPage);

test('EXP-006 the chips are the sports joined or named, and those of followed channels; none of a waitlist', async () => {
  network.answer('/channels/followed', () => ({ count: 1, results: [channel('Second Serve', 'Tennis')] }));
  network.answer('/channels/recommended', () => ({ count: 0, results: [] }));
  showRouted(<CommunityPage tab="recommended" sport={undefined} />);
  await expect.poll(chips).toEqual(['All sports', 'Golf', 'Rugby', 'Tennis']);
});

test('EXP-007 the channels come page by page, each once, to the end of both lists', async () => {
  const all = Array.from({ length: 60 }, (_, at) => channel(`Channel ${100 + at}`, 'Golf'));
  const paged = (query: URLSearchParams) => {
    const at = Number(query.get('page') ?? 1) - 1;
    return { count: all.length, results: all.slice(at * 25, at * 25 + 25) };
  };
  network.answer('/channels/recommended', paged);
  network.answer('/channels/followed', paged);
  await account.db.follows.bulkPut(all.map(({ id }) => ({ id, scope: SCOPE })) as never);
  const cards = () => page.getByRole('list', { name: 'Community', exact: true }).getByRole('listitem').elements();
  // Up to the top: the frame of the test may be longer than its window.
  const toEnd = () => cards().at(-1)?.scrollIntoView({ block: 'start' });
  document.body.style.paddingBottom = '100vh';
  for (const tab of ['recommended', 'following'] as const) {
    showRouted(<CommunityPage tab={tab} sport={undefined} />);
    await expect
      .poll(() => {
        toEnd();
        return cards().length;
      })
      .toBe(all.length);
    expect(
      cards()
        .map(({ textContent }) => /Channel \d+/.exec(textContent)![0])
        .toSorted(),
    ).toEqual(all.map(({ name }) => name));
    clearPage();
  }
});
