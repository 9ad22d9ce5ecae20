import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  show,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { startBack } from '#app/navigation/back.ts';
import { plansWith, previewOf, REFUNDED } from '#features/storage/storage.fixtures.ts';
import { keepInFront } from '#ui/overlays/in-front.fixtures.ts';
import { routeTree } from './routeTree.gen.ts';

keepInFront();

// The deletion of an account with a storage plan and a wallet, over the pages of two areas.

const network = standInNetwork();
const WALLET = {
  walletAmount: 12_345,
  registrationStatus: 'enabled',
  registrationLink: null,
  bankAccount: '6789',
  country: 'DE',
  isOwn: true,
  freeTransferAt: null,
  transfer: null,
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer('/storage-plans', () => plansWith(2));
  network.answer('/storage-plans/preview', () => previewOf(REFUNDED));
  network.answer('/wallet', () => WALLET);
});
afterEach(clearPage);
afterAll(() => network.restore());

test('PRO-073 D-90 a Creator with a plan sees the refund first, then is asked ‘Confirm deleting your account’; only the password deletes', async () => {
  const asked: unknown[] = [];
  network.answer('/account', (_query, body) => {
    asked.push(body);
    throw new Refusal(403, 'account.wrong_password', 'The password is not right.');
  });
  const history = createMemoryHistory({ initialEntries: ['/account-setting/delete-account'] });
  const router = createRouter({ routeTree, history });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  await expect.element(page.getByText(/^Your wallet holds \$123\.45\. Transfer it/)).toBeVisible();
  await expect.element(page.getByText(/^Your storage plan Silver ends\./)).toBeVisible();
  await expectAccessible('delete account with a plan');
  await button('Refund summary').click();
  await expect.poll(() => history.location.pathname).toBe('/cancel-plan-refund');
  await expect.element(page.getByText('Your storage plan ends when your account is deleted.')).toBeVisible();
  await button('Confirm Refund').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Confirm deleting your account' })).toBeVisible();
  await button('Back').click();
  await button('Confirm Refund').click();
  await button('Confirm Deleteing').click();
  await page.getByLabelText('Password', { exact: true }).fill('Corner-Flag-27!');
  await button('Delete account').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The password is not right.');
  expect(asked).toEqual([{ password: 'Corner-Flag-27!' }]);
  expect(network.requests).not.toContain('/storage-plans/cancel');
});

test('PRO-073 without the deletion the page cancels the plan alone', async () => {
  const sent: unknown[] = [];
  network.answer('/storage-plans/cancel', (_query, body) => {
    sent.push(body);
    return { plan: plansWith(0).plan, archivedContentIds: [], archivedUntil: null };
  });
  const history = createMemoryHistory({ initialEntries: ['/cancel-plan-refund?planIndex=0&period=month'] });
  const router = createRouter({ routeTree, history });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  await button('Confirm Refund').click();
  await expect.poll(() => history.location.pathname).toBe('/storage-plan-access-fees');
  await expect.poll(() => sent).toHaveLength(1);
});
