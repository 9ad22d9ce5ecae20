import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ContentListItem } from '#contract/sports.ts';
import { newId } from '#contract/ids.ts';
import { listedItem } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

const network = standInNetwork();
const channelId = newId();
const listed = (title: string, locked: boolean): ContentListItem =>
  listedItem(title, { locked, pricingCategory: locked ? 'member_only' : 'free' });
const CONTENTS = `/channels/${channelId}/contents`;
const first = listed('Warm-up', false);
const lockedOnes = Array.from({ length: 1000 }, (_, at) => listed(`Locked ${at}`, true));
const last = listed('Cool-down', false);
const all = [first, ...lockedOnes, last];
const asked = () => network.requests.filter((each) => each.startsWith(CONTENTS)).length;

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.requests.length = 0;
  network.answer(CONTENTS, (query) => {
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
    const after = query.get('playableAfter');
    const from = all.findIndex(({ id }) => id === after) + 1;
    const rows = after ? all.slice(from).filter(({ locked }) => !locked) : all;
    return { count: rows.length, results: rows.slice(offset, offset + limit) };
  });
  network.answer(`/published-contents/${first.id}/detail`, () => {
    throw new Refusal(404, 'notFound', 'Not found.');
  });
});
afterEach(clearPage);

test('the next item after a thousand locked ones is found without reading them', async () => {
  showRouted(<WatchPage search={{ content: first.id, channelId }} onOpen={() => {}} />);
  await expect.element(page.getByRole('link', { name: /Cool-down/ })).toBeVisible();
  await expect.element(page.getByText("Uh oh... we've reached the end.")).toBeVisible();
  expect(asked()).toBe(2);
});
