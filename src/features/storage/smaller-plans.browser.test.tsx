import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { loadMe, type Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ConfirmPlanPage } from './confirm-plan-page.tsx';
import { DowngradePage } from './downgrade-page.tsx';
import type { Plans } from './plan-prices.ts';
import { RefundPage } from './refund-page.tsx';
import { CARD, contentOf, GB, PAGES, plansWith, previewOf, REFUNDED } from './storage.fixtures.ts';

const network = standInNetwork();
let account: Account;
let plans: Plans;
const sent: Record<string, unknown>[] = [];

const content = (title: string, type: LibraryContent['type'], gigabytes: number) =>
  contentOf(`user:${account.userId}`, title, type, gigabytes);
const noteSent = (path: string, answer: unknown) =>
  network.answer(path, (_, body) => {
    sent.push({ path, ...body });
    return answer;
  });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'educator' }));
  await notePull(account);
  plans = plansWith(1);
  sent.length = 0;
  network.answer('/feature-flags/StoragePlans', () => ({ name: 'StoragePlans', isVisible: true, isEnabled: true }));
  network.answer('/storage-plans', () => plans);
  network.answer('/storage-plans/preview', () => previewOf());
  network.answer('/payments/config', () => ({ provider: 'sandbox', publishableKey: null }));
  network.answer('/payment-methods', () => ({ count: 1, results: [CARD] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});
test('decision 0131: while plans are hidden the plan can only be cancelled', async () => {
  network.answer('/feature-flags/StoragePlans', () => ({ name: 'StoragePlans', isVisible: false, isEnabled: false }));
  plans = plansWith(2);
  showRouted(<DowngradePage />, '/', PAGES);
  const smaller = page.getByRole('list', { name: 'Smaller plans' }).getByRole('listitem');
  await expect.poll(() => smaller.elements().map(({ textContent }) => textContent?.slice(0, 7))).toEqual(['Starter']);
});

test('STO-021 STO-022 STO-023 STO-031 STO-032 D-159 a smaller plan: the list, its sheet, and a cancellation with nothing to refund', async () => {
  plans = plansWith(2);
  network.answer('/storage-plans/preview', () =>
    previewOf({ amountDue: 0, explanation: ['From now on you have Starter, which is free.'] }),
  );
  noteSent('/storage-plans/cancel', { plan: plansWith(0).plan, archivedContentIds: [], archivedUntil: null });
  const at = showRouted(<DowngradePage />, '/', PAGES);
  const list = page.getByRole('list', { name: 'Smaller plans' });
  await expect
    .poll(() =>
      list
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent?.slice(0, 7)),
    )
    .toEqual(['Bronze1', 'Starter']);
  await list.getByRole('button', { name: /^Starter/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Change to Starter' });
  const note = 'Unused fees will be refunded to your payment method. Refunds must be greater than $5.00.';
  await expect.element(sheet.getByText(note, { exact: true })).toBeVisible();
  await expectAccessible('select plan for downgrading');
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await list.getByRole('button', { name: /^Starter/ }).click();
  await sheet.getByRole('button', { name: 'Cancel Storage Plan' }).click();
  await expect.element(page.getByText('Your storage plan was canceled.')).toBeVisible();
  await expect.poll(at).toBe('/storage-plan-access-fees?currentPlan=0');
  await expect.poll(() => sent).toMatchObject([{ archiveMode: 'auto_oldest' }]);
});

test('STO-023 without unused fees nothing is said of a refund', async () => {
  plans = { ...plansWith(2), unusedFees: 0 };
  network.answer('/storage-plans/preview', () => previewOf({ amountDue: 0, explanation: ['Nothing is refunded.'] }));
  showRouted(<DowngradePage />, '/', PAGES);
  await page.getByRole('button', { name: /^Bronze/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Change to Bronze' });
  await expect.element(sheet.getByText('Nothing is refunded.')).toBeVisible();
  await expect.element(sheet.getByText(/Unused fees/)).not.toBeInTheDocument();
});

test('STO-024 STO-025 STO-026 STO-027 the refund summary: card, lines, note, and Confirm Refund', async () => {
  network.answer('/storage-plans/preview', () => previewOf(REFUNDED));
  noteSent('/storage-plans/cancel', { plan: plansWith(0).plan, archivedContentIds: [], archivedUntil: null });
  const at = showRouted(<RefundPage action="cancel" planIndex={0} period="month" />, '/', PAGES);
  await expect.element(page.getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked();
  const lines = page.getByRole('list', { name: 'Refund summary' });
  await expect
    .poll(() =>
      lines
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Unused fees$10.00', 'TAX/VAT$1.90', 'Transaction Fee-$0.65', 'Refund$11.25']);
  await expect.element(page.getByText('Refunds arrive within 14 business days and may contain taxes.')).toBeVisible();
  await expectAccessible('refund summary');
  await page.getByRole('button', { name: 'Confirm Refund' }).click();
  await expect.poll(at).toBe('/storage-plan-access-fees?currentPlan=0');
  await expect.poll(() => sent).toMatchObject([{ refundPaymentMethodId: 'pm_1' }]);
});

test('STO-024 D-354 of several cards that paid one is chosen, and each says what goes back to it', async () => {
  const cards = (amounts: readonly number[]) =>
    [
      { id: 'pm_1', brand: 'visa', last4: '4242' },
      { id: 'pm_2', brand: 'mastercard', last4: '4444' },
    ].map((card, index) => ({ ...card, amount: amounts[index]! }));
  network.answer('/storage-plans/preview', (_, body) =>
    previewOf({ ...REFUNDED, refundCards: cards(body['refundPaymentMethodId'] === 'pm_2' ? [0, 1125] : [500, 625]) }),
  );
  noteSent('/storage-plans/downgrade', { plan: plansWith(1).plan, archivedContentIds: [], archivedUntil: null });
  showRouted(<RefundPage action="downgrade" planIndex={1} period="month" />, '/', PAGES);
  const chosen = page.getByRole('radio', { name: /Mastercard ending 4444/ });
  await expect.element(chosen).toHaveAccessibleDescription('$6.25 go back to this card, which paid a part.');
  await chosen.click();
  await expect.element(chosen).toHaveAccessibleDescription('$11.25 go back to this card, which paid a part.');
  await expectAccessible('refund to one of two cards');
  await page.getByRole('button', { name: 'Confirm Refund' }).click();
  await expect.poll(() => sent).toMatchObject([{ planIndex: 1, refundPaymentMethodId: 'pm_2' }]);
});

test('D-156 an upgrade whose credit is above the price shows the refund first', async () => {
  network.answer('/storage-plans/preview', () => previewOf({ ...REFUNDED, credit: 500 }));
  const at = showRouted(<ConfirmPlanPage planIndex={2} period="month" />, '/', PAGES);
  await page.getByRole('button', { name: 'Confirm plan' }).click();
  await expect.poll(at).toBe('/upgrade-plan-refund?planIndex=2&period=month');
});

test('STO-028 STO-029 STO-030 D-157 what does not fit is archived, by hand or from the oldest on', async () => {
  plans = plansWith(2);
  network.answer('/storage-plans/preview', () => previewOf({ ...REFUNDED, archiveBytes: 4 * GB }));
  noteSent('/storage-plans/cancel', { plan: plansWith(0).plan, archivedContentIds: [], archivedUntil: null });
  const match = content('Match', 'video', 5);
  await account.db.contents.bulkPut([match, content('Talk', 'audio', 1)]);
  showRouted(<RefundPage action="cancel" planIndex={0} period="month" />, '/', PAGES);
  await page.getByRole('button', { name: 'Confirm Refund' }).click();
  const options = page.getByRole('dialog', { name: 'Archive Content Options' });
  await expect.element(options.getByText(/^Your content exceeds the new 4 GB plan\./)).toBeVisible();
  await expect
    .element(options.getByRole('button', { name: 'Automatically Archive by oldest to newest' }))
    .toBeVisible();
  await expectAccessible('archive options');
  await options.getByRole('button', { name: 'Back' }).click();
  await expect.element(options).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Confirm Refund' }).click();
  await options.getByRole('button', { name: 'Manually Archive' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose what to archive' });
  await expect.element(choice.getByText('4 GB to archive')).toBeVisible();
  const confirm = choice.getByRole('button', { name: 'Archive and change plan' });
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
  await choice.getByText('Match').click();
  await expect.element(choice.getByText('It fits now.')).toBeVisible();
  await confirm.click();
  await expect.poll(() => sent).toMatchObject([{ archiveMode: 'manual', contentIds: [match.id] }]);
});

test('STO-029 D-157 archiving from the oldest on is one tap, and changes the plan', async () => {
  network.answer('/storage-plans/preview', () => previewOf({ ...REFUNDED, archiveBytes: 4 * GB }));
  noteSent('/storage-plans/downgrade', { plan: plansWith(1).plan, archivedContentIds: [], archivedUntil: null });
  const at = showRouted(<RefundPage action="downgrade" planIndex={1} period="month" />, '/', PAGES);
  await page.getByRole('button', { name: 'Confirm Refund' }).click();
  await page.getByRole('button', { name: 'Automatically Archive by oldest to newest' }).click();
  await expect.poll(() => sent).toMatchObject([{ planIndex: 1, archiveMode: 'auto_oldest' }]);
  await expect.poll(at).toBe('/storage-plan-access-fees?currentPlan=1');
});

test('D-290 an Admin of an organization who opens the address of another plan reads that only its Owner changes it', async () => {
  plans = plansWith(2, { mayChange: false });
  noteSent('/storage-plans/preview', previewOf());
  showRouted(<ConfirmPlanPage planIndex={3} period="month" />, '/', PAGES);
  const words = page.getByText('Only the Owner of the organization changes its plan.');
  await expect.element(words).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to storage plans' })).toBeVisible();
  expect(page.getByRole('button', { name: /^(Pay|Confirm)/ }).query()).toBe(null);
  clearPage();
  showRouted(<DowngradePage />, '/', PAGES);
  await expect.element(words).toBeVisible();
  expect(page.getByRole('list', { name: 'Smaller plans' }).query()).toBe(null);
  expect(sent).toEqual([]);
});

test('D-290 an Admin who opens the address of a refund reads the same, and nothing is asked of the server; the Owner sees the refund', async () => {
  noteSent('/storage-plans/preview', previewOf(REFUNDED));
  const club = { id: newId(), name: 'Club' };
  const confirm = page.getByRole('button', { name: 'Confirm Refund' });
  for (const role of ['Admin', 'Owner'] as const) {
    await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [{ ...club, role }] }));
    // As the guard of the route does.
    await loadMe(account);
    for (const action of ['upgrade', 'downgrade', 'cancel'] as const) {
      showRouted(<RefundPage action={action} planIndex={action === 'upgrade' ? 3 : 0} period="month" />, '/', PAGES);
      const shown = role === 'Owner' ? confirm : page.getByText('Only the Owner of the organization changes its plan.');
      await expect.element(shown).toBeVisible();
      expect(confirm.elements().length, `${role} ${action}`).toBe(role === 'Owner' ? 1 : 0);
      clearPage();
    }
    await expect.poll(() => sent.length).toBe(role === 'Owner' ? 3 : 0);
  }
});

test('the refund that comes with deleting the account is of the person’s own plan, also for who is an Admin at the moment', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  await loadMe(account);
  network.answer('/storage-plans/preview', () => previewOf(REFUNDED));
  const fetching = vi.spyOn(globalThis, 'fetch');
  showRouted(<RefundPage action="cancel" planIndex={0} period="month" deletion={() => 'Deletion'} />, '/', PAGES);
  await expect.element(page.getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked();
  const [, init] = fetching.mock.calls.find(([address]) => String(address).includes('/storage-plans/preview'))!;
  expect(new Headers(init?.headers).get('X-Scope')).toBe(`user:${account.userId}`);
  fetching.mockRestore();
});
