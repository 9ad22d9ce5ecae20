import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listFolders } from '#contract/library.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  person,
  Refusal,
  refusedEntry,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AccountDeletedPage, DeleteAccountPage } from './delete-account-page.tsx';

let account: Account;
const network = standInNetwork();
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(() => {
  clearPage();
  network.goOnline();
});
afterAll(() => network.restore());

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('PRO-074 PRO-075 the question warns of lost access and 12 months of retention; its actions are Confirm Deleteing and Back', async () => {
  await account.db.outbox.put(refusedEntry(listFolders, {}));
  const backs: string[] = [];
  showRouted(<DeleteAccountPage onBack={() => void backs.push('left')} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Confirm deleting your account' })).toBeVisible();
  await expect
    .element(page.getByText('Your account will be deleted and you lose access. Your data is retained for 12 months.'))
    .toBeVisible();
  await expect.element(page.getByText('Not sent from this device, and lost with the account: 1 change.')).toBeVisible();
  await expect.element(button('Confirm Deleteing')).toHaveClass('button--danger');
  await button('Back').click();
  await expect.poll(() => backs).toEqual(['left']);
  await button('Confirm Deleteing').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Enter your password' })).toBeVisible();
  expect(backs).toEqual(['left']);
  expect(network.requests.filter((path) => path === '/account')).toEqual([]);
});

test('D-90 deleting asks for the password, shows a refusal beside it, and keeps what was typed', async () => {
  const asked: unknown[] = [];
  network.answer('/account', (_query, body) => {
    asked.push(body);
    throw new Refusal(409, 'account.last_owner', 'You are the only Owner of North Club.');
  });
  showRouted(<DeleteAccountPage />);
  await button('Confirm Deleteing').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Enter your password' })).toBeVisible();
  await page.getByLabelText('Password', { exact: true }).fill('Corner-Flag-27!');
  await button('Delete account').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You are the only Owner of North Club.');
  expect(asked).toEqual([{ password: 'Corner-Flag-27!' }]);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('Corner-Flag-27!');
  await button('Back').click();
  await expect.element(button('Confirm Deleteing')).toBeVisible();
});

test('D-90 offline an account cannot be deleted, and the page says why', async () => {
  network.goOffline();
  showRouted(<DeleteAccountPage />);
  await expect.element(page.getByText('Connect to the internet to delete your account')).toBeVisible();
  await expect.element(button('Confirm Deleteing')).toHaveAttribute('aria-disabled', 'true');
});

test('D-90 after the deletion the page says until when the account can be restored', async () => {
  const until = '2027-01-15T12:00:00.000Z';
  showRouted(<AccountDeletedPage restorableUntil={until} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account was deleted' })).toBeVisible();
  await expect.element(page.getByText(/^Until .*2027 you can restore it/)).toBeVisible();
});
