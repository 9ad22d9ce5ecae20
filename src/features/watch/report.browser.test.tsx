import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { readDetail } from '#contract/watch.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { WatchPage } from './watch-page.tsx';

let account: Account;
const network = standInNetwork();
const [id, channelId] = [newId(), newId()];
const detail = watchDetail({ id, title: 'Half turn', isOwner: false, locked: true });
const open = () => showRouted(<WatchPage search={{ content: id, channelId }} onOpen={() => {}} />);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog', { name: 'Report this content' });
const entries = async () =>
  (await account.db.outbox.toArray())
    .filter(({ call }) => call === 'reports.content')
    .map(({ scope, input }) => ({ scope, input }));
const keep = (facts: Partial<typeof detail>) =>
  account.db.answers.put({
    key: answerKey(readDetail, { publishedId: id }),
    call: readDetail.id,
    answer: { ...detail, ...facts },
    fetchedAtMs: 1,
  });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer(`/published-contents/${id}/detail`, () => detail);
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('a content is reported offline with a reason and a text, and then says that it is reported', async () => {
  await keep({});
  open();
  await button('Report').click();
  await expectAccessible('the sheet of a report');
  await sheet().getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(page.getByText('Choose a reason.')).toBeVisible();
  await sheet().getByRole('radio', { name: 'Copied from somebody else' }).click();
  await sheet()
    .getByLabelText(/Anything to add/)
    .fill('Filmed by me.');
  await sheet().getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(page.getByText('Thank you. We will look at this content.')).toBeVisible();
  await expect
    .poll(entries)
    .toEqual([{ scope: SCOPE, input: { publishedContentId: id, reason: 'rights', text: 'Filmed by me.' } }]);
  await expect.element(button('Reported')).toBeDisabled();
  await expectAccessible('a reported content');
});

test('a report that was refused can be made again, and one that was sent stays said', async () => {
  await keep({});
  open();
  await button('Report').click();
  await sheet().getByRole('radio', { name: 'Hate' }).click();
  await sheet().getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(button('Reported')).toBeDisabled();
  const [entry] = await account.db.outbox.toArray();
  await account.db.outbox.update(entry!.id, { state: 'refused' });
  await expect.element(button('Reported')).not.toBeInTheDocument();
  await expect.element(button('Report')).toBeEnabled();
  await account.db.outbox.update(entry!.id, { state: 'sent' });
  await expect.element(button('Reported')).toBeDisabled();
  await account.db.outbox.delete(entry!.id);
  await expect.poll(async () => account.db.outbox.count()).toBe(0);
  await expect.element(button('Reported')).toBeDisabled();
});

test('the server says what was reported before; an own content has no Report', async () => {
  await keep({ isReported: true });
  open();
  await expect.element(button('Reported')).toBeDisabled();
  clearPage();
  await keep({ isOwner: true, locked: false });
  open();
  await expect.element(button('Share')).toBeVisible();
  expect(page.getByRole('button', { name: /^Report/ }).elements()).toEqual([]);
});
