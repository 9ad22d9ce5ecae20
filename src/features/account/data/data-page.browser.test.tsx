import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DataExport } from '#contract/account-export.ts';
import { newId } from '#contract/ids.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { DataPage } from './data-page.tsx';

const network = standInNetwork();
let current: DataExport | null;
/** Bodies of what was asked for, by path. */
let sent: [path: string, body: unknown][];
const ID = newId();
const LINK = `/account/export/${ID}/download-link`;
const archive = (facts: Partial<DataExport> = {}): DataExport => ({
  id: ID,
  state: 'making',
  askedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  sizeBytes: null,
  leftOut: 0,
  reason: null,
  ...facts,
});
const READY = archive({ state: 'ready', expiresAt: '2026-11-27T10:00:00.000Z', sizeBytes: 1_500_000 });

const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = () => showRouted(<DataPage />, '/account-setting/data');
const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click');

beforeEach(async () => {
  const account = await freshAccount();
  network.goOnline();
  await account.db.me.put(person());
  current = null;
  sent = [];
  followed.mockReset();
  network.answer('/account/export', (_query, body, method) => {
    if (method === 'POST') {
      sent.push(['/account/export', body]);
      current = archive();
      return current;
    }
    return {
      held: [
        { category: 'account', records: 1 },
        { category: 'library', records: 1200 },
        { category: 'of a later build', records: 2 },
      ],
      files: { count: 3, bytes: 2_000_000 },
      export: current,
    };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});
afterAll(() => {
  followed.mockRestore();
  network.restore();
});

test('the page says what is held in plain categories with counts, and leads to the devices and the deletion', async () => {
  open();
  const list = page.getByRole('list', { name: 'What we hold about you', exact: true });
  await expect.element(list.getByText('Library', { exact: true })).toBeVisible();
  await expect.element(list.getByText('1,200 records', { exact: true })).toBeVisible();
  await expect.element(list.getByText('1 record', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Everything else', { exact: true })).toBeVisible();
  await expect.element(list.getByText('3, 2 MB together', { exact: true })).toBeVisible();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(link('Devices')).toHaveAttribute('href', '/account-setting/devices');
  await expect.element(link('Delete account')).toHaveAttribute('href', '/account-setting/delete-account');
  await expectAccessible('no archive');
});

test('an archive is asked for, with the password where the sign-in is not recent, and is being made then', async () => {
  network.answer('/account/export', (_query, body, method) => {
    if (method === 'GET') return { held: [], files: { count: 0, bytes: 0 }, export: current };
    sent.push(['/account/export', body]);
    if (!body.password) throw new Refusal(403, 'account.proof_needed', 'Please enter your password first.');
    current = archive();
    return current;
  });
  open();
  await button('Ask for your archive').click();
  await page.getByLabelText('Password', { exact: true }).fill('Corner-Flag-27!');
  await button('Continue').click();
  await expect.element(page.getByText(/^Your archive is being made/)).toBeVisible();
  expect(sent.map(([, body]) => body)).toEqual([{}, { password: 'Corner-Flag-27!' }]);
  await expect.poll(() => button('Ask for your archive').elements()).toEqual([]);
  await expectAccessible('an archive that is being made');
});

test('an archive that is ready is downloaded by a link that was asked for at that moment', async () => {
  current = READY;
  network.answer(LINK, (_query, body) => {
    sent.push([LINK, body]);
    return { url: '/media/t/x/archive', filename: 'sideline-data.zip', sizeBytes: 5, expiresAt: READY.expiresAt };
  });
  open();
  await expect.element(page.getByText(/^Your archive is ready until .*1\.5 MB large/)).toBeVisible();
  await expectAccessible('an archive that is ready');
  followed.mockImplementation(() => {});
  await button('Download archive').click();
  await expect
    .poll(() => followed.mock.contexts.map((each) => (each as HTMLAnchorElement).pathname))
    .toContain('/media/t/x/archive');
  await expect.poll(() => sent).toEqual([[LINK, {}]]);
});

test.for<[string, Partial<DataExport>, RegExp]>([
  [
    'failed for want of room',
    { state: 'failed', reason: 'no_room' },
    /^There was no room for your archive on our side/,
  ],
  ['failed', { state: 'failed', reason: 'error' }, /^Your archive could not be made/],
  ['expired', { state: 'expired' }, /^Your last archive was deleted/],
])('an archive that %s has the way out: a new one', async ([name, facts, words]) => {
  current = archive(facts);
  open();
  await expect.element(page.getByText(words)).toBeVisible();
  await expectAccessible(`an archive that ${name}`);
  await button('Ask for a new archive').click();
  await expect.element(page.getByText(/^Your archive is being made/)).toBeVisible();
});

test('a refusal is shown at the button', async () => {
  network.answer('/account/export', (_query, body, method) => {
    if (method === 'POST')
      throw new Refusal(429, 'account.export_limit', 'You can ask for 3 archives within 24 hours.');
    return { held: [], files: { count: 0, bytes: 0 }, export: null };
  });
  open();
  await button('Ask for your archive').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You can ask for 3 archives within 24 hours.');
  await expectAccessible('a refused archive');
});

test('offline the page shows what it knew with its age, and says what needs a connection', async () => {
  current = READY;
  open();
  await expect.element(page.getByText('1,200 records', { exact: true })).toBeVisible();
  clearPage();
  network.goOffline();
  open();
  await expect.element(page.getByText('1,200 records', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
  await expect.element(page.getByText('Asking for an archive and downloading it need a connection.')).toBeVisible();
  await expect.element(button('Download archive')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible('an archive, offline');
});
