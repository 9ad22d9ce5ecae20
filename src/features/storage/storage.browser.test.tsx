import { useLocation } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId, type Scope } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { newJob, WAITS_FOR_ROOM } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ConfirmPlanPage } from './confirm-plan-page.tsx';
import type { Plans } from './plan-prices.ts';
import { StoragePlansPage } from './storage-plans-page.tsx';
import { ThankYouPage } from './thank-you-page.tsx';
import { BOUGHT, CARD, contentOf, PAGES, plansWith, previewOf } from './storage.fixtures.ts';

const network = standInNetwork();
let account: Account;
let plans: Plans;
const sent: Record<string, unknown>[] = [];

const content = (title: string, type: LibraryContent['type'], gigabytes: number) =>
  contentOf(`user:${account.userId}`, title, type, gigabytes);
const showPlans = (tab: 'plans' | 'fees' = 'plans') =>
  showRouted(<StoragePlansPage tab={tab} unusedFees={undefined} onTab={() => {}} />, '/', PAGES);
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
test('STO-001 STO-002 STO-003 STO-005 STO-006 STO-007 D-271 the page: title, tabs, bar, current plan, larger plans, Enterprise', async () => {
  await page.viewport(390, 844);
  showPlans();
  await expect.element(page.getByRole('heading', { name: 'Storage Plans & Access Fees' })).toBeVisible();
  await expect.poll(() => page.getByRole('tab').elements().length).toBe(2);
  const board = page.getByRole('region', { name: 'Current plan' });
  await expect.element(board.getByText('Bronze')).toBeVisible();
  await expect.element(board.getByText('$9.99 / month')).toBeVisible();
  const bar = board.getByRole('meter', { name: 'Storage used' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '8.4 GB of 10 GB used');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '84');
  const silver = page.getByRole('link', { name: 'Upgrade to Silver' });
  await expect.element(silver).toHaveAttribute('href', '/confirm-plan-payment?planIndex=2&period=month');
  await expect.element(page.getByRole('link', { name: 'Upgrade to Gold' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Contact us' }))
    .toHaveAttribute('href', '/contact-support?subject=Enterprise%20storage');
  await expect
    .element(page.getByRole('link', { name: 'Downgrade or cancel plan' }))
    .toHaveAttribute('href', '/select-plan-for-downgrading?currentPlan=1&unusedFees=500');
  await expectAccessible('storage plans');
});

test('STO-016 D-19 D-33 by the year: the wording that is given, the true figure beside it, and the current plan by the year', async () => {
  showPlans();
  await page.getByText('Yearly, save over 17%').click();
  await expect.element(page.getByText('16.6% less than twelve months.')).toBeVisible();
  await expect.element(page.getByText('$199.99')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Pay Bronze by the year' }))
    .toHaveAttribute('href', '/confirm-plan-payment?planIndex=1&period=year');
});

test('D-153 the second tab has the fees that apply, to read', async () => {
  showPlans('fees');
  const fees = page.getByRole('list', { name: 'Access Fees' });
  await expect.element(fees.getByText('$5.00')).toBeVisible();
  await expect.element(fees.getByText('Transaction Fee')).toBeVisible();
  await expect.element(fees.getByText('Marketing fees')).toBeVisible();
  await expectAccessible('access fees');
});

test('STO-004 the facts of the address are shown until the plans are read', async () => {
  network.goOffline();
  showRouted(<StoragePlansPage tab="fees" unusedFees={1234} onTab={() => {}} />, '/', PAGES);
  await expect.element(page.getByText('$12.34')).toBeVisible();
});

const hidePlans = () =>
  network.answer('/feature-flags/StoragePlans', () => ({ name: 'StoragePlans', isVisible: false, isEnabled: false }));

test('STO-008 without the feature there is nothing to choose', async () => {
  hidePlans();
  plans = plansWith(0);
  showPlans();
  await expect.element(page.getByText('This plan cannot be chosen. Look at the plans again.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Upgrade to Silver' })).not.toBeInTheDocument();
});

test('decision 0131: without the feature, who pays for a plan sees it and the way to cancel it, and no other plan; an Admin only reads', async () => {
  hidePlans();
  plans = plansWith(2);
  showPlans();
  await expect.element(page.getByRole('region', { name: 'Current plan' }).getByText('Silver')).toBeVisible();
  await expect
    .element(page.getByText('Other plans are not offered now. Yours goes on until you cancel it.'))
    .toBeVisible();
  const cancel = page.getByRole('link', { name: 'Cancel Storage Plan' });
  await expect.element(cancel).toHaveAttribute('href', '/select-plan-for-downgrading?currentPlan=2&unusedFees=500');
  expect(page.getByRole('link', { name: /^Upgrade to/ }).elements()).toHaveLength(0);
  expect(page.getByRole('link', { name: 'Downgrade or cancel plan' }).elements()).toHaveLength(0);
  await expectAccessible('a paid plan while plans are hidden');
  clearPage();
  plans = { ...plansWith(2), mayChange: false };
  showPlans();
  await expect.element(page.getByText('Only the Owner of the organization changes its plan.')).toBeVisible();
  expect(cancel.elements()).toHaveLength(0);
});

test('D-160 an unpaid plan says what follows and leads to its invoice; an Admin only reads', async () => {
  const unpaid = plansWith(1);
  const id = newId();
  plans = {
    ...unpaid,
    plan: { ...unpaid.plan, status: 'unpaid' },
    openInvoiceId: id,
    fallsAt: '2030-12-15T00:00:00.000Z',
    mayChange: false,
  };
  showPlans();
  await expect.element(page.getByText(/becomes Starter\.$/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See and pay the invoice' }))
    .toHaveAttribute('href', `/invoice/${id}`);
  await expect.element(page.getByText('Only the Owner of the organization changes its plan.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Upgrade to Silver' })).not.toBeInTheDocument();
});

test('what uses the storage, by type and the largest items, each deleted in two taps', async () => {
  const match = content('Match', 'video', 3);
  await account.db.contents.bulkPut([match, content('Talk', 'audio', 1), content('Drill', 'video', 2)]);
  showPlans();
  await expect.element(page.getByText('Video 5 GB')).toBeVisible();
  const largest = page.getByRole('list', { name: 'Largest items' });
  await expect
    .poll(() =>
      largest
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['MatchVideo · 3 GB', 'DrillVideo · 2 GB', 'TalkAudio · 1 GB']);
  await page.getByRole('button', { name: 'Delete Match' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => account.db.contents.get(match.id)).toBeUndefined();
});

test('what each folder uses is drawn from this device, also offline, and a folder opens in one tap', async () => {
  const [sessions, talks] = [newId(), newId()];
  const scope = `user:${account.userId}`;
  const createdAt = '2030-01-01T00:00:00.000Z';
  await account.db.folders.bulkPut([
    { id: sessions, scope, title: 'Sessions', createdAt },
    { id: talks, scope, title: 'Talks', createdAt },
  ]);
  await account.db.contents.bulkPut([
    { ...content('Match', 'video', 3), folderId: sessions },
    { ...content('Drill', 'video', 1), folderId: sessions },
    { ...content('Talk', 'audio', 1), folderId: talks },
    content('Plan', 'text', 2),
    // Of a folder that is gone.
    { ...content('Notes', 'text', 1), folderId: newId() },
  ]);
  showPlans();
  await expect.element(page.getByText('$9.99 / month')).toBeVisible();
  clearPage();
  network.goOffline();
  showPlans();
  const folders = page.getByRole('list', { name: 'By folder' });
  await expect
    .poll(() =>
      folders
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Sessions2 items · 4 GB', 'Without a folder2 items · 3 GB', 'Talks1 item · 1 GB']);
  await expect.element(folders.getByRole('link', { name: 'Sessions' })).toHaveAttribute('href', `/library/${sessions}`);
  await expectAccessible('storage by folder');
});

test('offline the plans are readable with their age, and a change waits with the reason', async () => {
  showPlans();
  await expect.element(page.getByText('$9.99 / month')).toBeVisible();
  clearPage();
  network.goOffline();
  showPlans();
  await expect.element(page.getByText('$9.99 / month')).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
  await expect.element(page.getByText(/^Plans need the internet/)).toBeVisible();
});

/** Both pages of a purchase, as their routes show them. */
function Purchase() {
  const { pathname, state } = useLocation();
  return pathname === '/thank-you' ? (
    <ThankYouPage thanks={state.thanks} />
  ) : (
    <ConfirmPlanPage planIndex={2} period="year" />
  );
}

test('STO-017 STO-018 STO-019 the payment: name, size and price, every amount in words, and the thank-you page', async () => {
  noteSent('/storage-plans/upgrade', BOUGHT);
  const at = showRouted(<Purchase />, '/', PAGES);
  const facts = page.getByRole('region', { name: 'Silver' });
  await expect.element(facts.getByText('20 GB · 180 min of video')).toBeVisible();
  await expect.element(facts.getByText('$19.99 / month')).toBeVisible();
  await expect.element(facts.getByText('$199.99 / year')).toBeVisible();
  await expect.element(page.getByText('$11.90 is charged now.')).toBeVisible();
  await expectAccessible('confirm plan payment');
  await page.getByRole('button', { name: 'Pay $11.90' }).click();
  await expect.poll(at).toBe('/thank-you');
  await expect.element(page.getByRole('heading', { name: 'Your Silver subscription has started.' })).toBeVisible();
  await expect
    .poll(() => sent)
    .toMatchObject([
      { planIndex: 2, period: 'year', paymentMethodId: 'pm_1', amountDue: 1190, quotedAt: '2030-11-16T00:00:00.000Z' },
    ]);
});

test('decision 0106 after the payment an upload that waited for room is one tap away', async () => {
  const file = { name: 'match.mp4', type: 'video', size: 9, lastModifiedMs: 0, folderId: null } as const;
  const waiting = (scope: Scope) => ({
    ...newJob({ ...file, id: newId(), owner: account.userId, scope }, Date.now()),
    keptIn: 'idb' as const,
    state: 'paused' as const,
    errorCode: WAITS_FOR_ROOM,
  });
  // One of them is of an organization, whose plan is another.
  await account.db.uploadJobs.bulkPut([waiting(`user:${account.userId}`), waiting(`org:${newId()}`)]);
  noteSent('/storage-plans/upgrade', BOUGHT);
  const at = showRouted(<Purchase />, '/', PAGES);
  await page.getByRole('button', { name: 'Pay $11.90' }).click();
  await expect.poll(at).toBe('/thank-you');
  await expect.element(page.getByText(/^An upload waited for room\. It is sent now\./)).toBeVisible();
  await expectAccessible('the upload that waited');
  await expect.element(page.getByRole('link', { name: 'See your uploads' })).toHaveAttribute('href', '/library');
});

test('D-361 a lost answer asks again with the same request; a refused card says why; offline nothing is sent', async () => {
  let keys: (string | null)[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (String(input).includes('/storage-plans/upgrade')) keys = [...keys, headers.get('idempotency-key')];
    return real(input, init);
  };
  network.answer('/storage-plans/upgrade', () => {
    throw new Refusal(503, 'payment.unavailable', 'x');
  });
  showRouted(<ConfirmPlanPage planIndex={2} period="month" />, '/', PAGES);
  await page.getByRole('button', { name: 'Pay $11.90' }).click();
  await expect.element(page.getByRole('alert').getByText(/^No answer came/)).toBeVisible();
  network.answer('/storage-plans/upgrade', () => {
    throw new Refusal(402, 'payment.declined', 'Your card has insufficient funds.');
  });
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect.element(page.getByRole('alert').getByText('Your card has insufficient funds.')).toBeVisible();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  network.goOffline();
  await expect.element(page.getByText(/^Paying needs the internet/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay $11.90' })).toHaveAttribute('aria-disabled', 'true');
  globalThis.fetch = real;
});

test('STO-019 STO-020 the thank-you page says that the subscription started, and leads back to the plans', async () => {
  const at = showRouted(
    <ThankYouPage thanks={{ kind: 'plan', name: 'Silver', redirectTo: '/storage-plan-access-fees' }} />,
    '/',
    PAGES,
  );
  await expect.element(page.getByRole('heading', { name: 'Your Silver subscription has started.' })).toBeVisible();
  await expectAccessible('thank you');
  expect(page.getByRole('link').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Back to storage plans' }).click();
  await expect.poll(at).toBe('/storage-plan-access-fees');
});
