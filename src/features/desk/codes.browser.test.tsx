import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CodeOfDesk } from '#contract/desk.ts';
import {
  Refusal,
  clearPage,
  freshAccount,
  person,
  standInNetwork,
  dismissToasts,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { answerCodes, code, ofCreator, someCodes } from './codes.fixtures.ts';
import { CodesPage } from './codes-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const inSheet = (name: string) => sheet().getByRole('button', { name, exact: true });
const field = (name: string) => sheet().getByLabelText(name, { exact: true });
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const reason = 'As agreed.';

let codes: CodeOfDesk[];
let sent: { path: string; method: string; body: Record<string, unknown> }[];
const answer = (path: string, act: (body: Record<string, unknown>) => CodeOfDesk) =>
  network.answer(path, (_query, body, method) => {
    sent.push({ path, method, body });
    return act(body);
  });
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const actsOf = (name: string): (string | null)[] =>
  card(name)
    .getByRole('button')
    .elements()
    .map((each) => each.textContent);
const open = () => showRouted(<CodesPage />, '/admin/codes');

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  codes = someCodes();
  answerCodes(network, () => codes);
});
afterEach(async () => {
  clearPage();
  network.goOnline();
  await page.viewport(390, 844);
});

test('D-219 INV-021 an operator reads in words what each code is worth, its use, its days and why it rests', async () => {
  codes.push(
    ofCreator('OPERATORS9', { status: 'Suspended', isPaused: true }),
    ofCreator('CREATORS99', { status: 'Suspended', isPausedByCreator: true }),
    ofCreator('SUSPENDED9', {
      status: 'Suspended',
      creator: { name: 'Sue Spam', username: 'sue', state: 'suspended' },
    }),
    ofCreator('DEPARTED99', { status: 'Suspended', creator: { name: 'Lea Left', username: 'lea', state: 'deleted' } }),
    ofCreator('ERASED9999', { status: 'Suspended', creator: null }),
    code('PAUSED9999', { status: 'Suspended', isPaused: true }),
    code('LATER99999', { status: 'Inactive' }),
    code('ENDED99999', { status: 'Expired' }),
    code('DELETED999', { status: 'Deleted' }),
  );
  open();
  await expect.element(page.getByRole('heading', { name: 'SPRING2031' })).toBeVisible();
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 844);
    await expectAccessible(`the codes, ${width} px wide`);
  }
  await expect.element(said('12 codes')).toBeVisible();
  for (const [name, ...words] of [
    [
      'SPRING2031',
      'Promotional code',
      'Active',
      '$1.50 off the monthly price for 2 full months after the first payment.',
      'Golf, Tennis',
      '3 of at most 20 subscriptions began with it.',
    ],
    [
      'ANASTANDARD',
      'Standard affiliate code',
      'Standard code · Ana Marin · @ana',
      'No discount for members.',
      'Its Creator earns 10 % of what these members pay, for 12 months.',
      '4 people came with it.',
    ],
    [
      'ANASCAMP31',
      'Affiliate code by agreement',
      'Its Creator earns $0.50 for each month these members pay, for 12 months.',
      '0 people came with it.',
    ],
    ['OPERATORS9', 'Paused', 'Paused by an operator. Its Creator cannot activate it.'],
    ['CREATORS99', 'Paused', 'Paused by its Creator, who can activate it.'],
    ['SUSPENDED9', 'Paused', 'Its Creator is suspended: nobody can use it until the account is restored.'],
    ['DEPARTED99', 'Paused', 'Its Creator has left: nobody can use it.'],
    ['ERASED9999', 'Paused', 'The account of its Creator was erased.'],
    [
      'PAUSED9999',
      'Paused by an operator.',
      'All sports',
      '0 subscriptions began with it; there is no maximum.',
      '50 % off the monthly price for 2 full months after the first payment.',
    ],
    ['LATER99999', 'Not started'],
    ['ENDED99999', 'Expired'],
    ['DELETED999', 'Deleted'],
  ] as const)
    for (const word of words) await expect.element(card(name).getByText(word, { exact: true })).toBeVisible();
  await expect
    .element(
      card('SPRING2031').getByText(
        /^Issued just now · from .*June.*2031.* · until the end of .*December.*2031.* \(UTC\)$/,
      ),
    )
    .toBeVisible();
  await expect.element(card('ANASCAMP31').getByText(/ · without an end$/)).toBeVisible();
  // The worth of a code cannot be changed, and a deleted one not at all.
  expect(['SPRING2031', 'PAUSED9999', 'ENDED99999', 'DELETED999'].map(actsOf)).toEqual([
    ['Change limits', 'Pause', 'Delete'],
    ['Change limits', 'Activate', 'Delete'],
    ['Change limits', 'Pause', 'Delete'],
    [],
  ]);
});

test('decision 0129: codes are found by their kind and by words, 25 a page', async () => {
  codes.push(...Array.from({ length: 30 }, (_, n) => code(`MANY${String(10_000 + n)}`)));
  open();
  await expect.element(said('33 codes')).toBeVisible();
  expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .elements(),
  ).toHaveLength(25);
  await button('Show more').click();
  await expect.element(page.getByRole('heading', { name: 'MANY10029' })).toBeVisible();
  await button('Affiliate').click();
  await expect.element(said('2 codes')).toBeVisible();
  await button('All').click();
  await page.getByLabelText('Code, or name, username or email of its Creator').fill('spring');
  await expect.element(said('1 code')).toBeVisible();
  await page.getByLabelText('Code, or name, username or email of its Creator').fill('nothing like it');
  await expect.element(said('No code is found by these words.')).toBeVisible();
  // The log leads to one code.
  clearPage();
  showRouted(<CodesPage find="SPRING2031" />, '/admin/codes?find=SPRING2031');
  await expect.element(said('1 code')).toBeVisible();
});

test('decision 0129: limits are changed with a reason; the second operator sees what changed meanwhile, keeps the text, and then replaces', async () => {
  const [spring] = codes;
  answer(`/admin/promotional-codes/${spring!.id}`, (body) => {
    if (sent.length === 1) {
      codes[0] = { ...spring!, maximumQuantityOfCodes: 40, used: 30 };
      throw new Refusal(409, 'code.changed_meanwhile', 'Another operator changed this code meanwhile.');
    }
    if (sent.length === 2) throw new Refusal(422, 'code.below_used', 'Enter 30 or more.', 'maximumQuantityOfCodes');
    codes[0] = { ...codes[0]!, ...(body as Partial<CodeOfDesk>) };
    return codes[0];
  });
  open();
  await button('Change limits: SPRING2031').click();
  await expect.element(field('Most subscriptions')).toHaveValue('20');
  await expect.element(field('Last day')).toHaveValue('2031-12-31');
  await field('Reason').fill(reason);
  await expect.element(inSheet('Save')).toBeDisabled();
  await field('Most subscriptions').fill('none');
  await expect.element(said('Enter a whole number.')).toBeVisible();
  await expect.element(inSheet('Save')).toBeDisabled();
  await field('Most subscriptions').fill('25');
  await field('Last day').fill('');
  await expectAccessible('the limits of a code');
  await inSheet('Save').click();
  await expect
    .element(
      sheet().getByText(
        'Another operator changed this meanwhile. Now: active, at most 40 subscriptions, until 2031-12-31. What you save replaces it.',
      ),
    )
    .toBeVisible();
  await expect.element(field('Most subscriptions')).toHaveValue('25');
  await expect.element(field('Reason')).toHaveValue(reason);
  await inSheet('Save').click();
  await expect.element(field('Most subscriptions')).toHaveAccessibleDescription(/Enter 30 or more\./);
  await field('Most subscriptions').fill('30');
  await inSheet('Save').click();
  await expect.element(said('The limits of SPRING2031 are changed.')).toBeVisible();
  await expect
    .element(card('SPRING2031').getByText('30 of at most 30 subscriptions began with it.', { exact: true }))
    .toBeVisible();
  const common = { isPaused: false, isDeleted: false, expiryDate: null, reason };
  const was = { isPaused: false, expiryDate: '2031-12-31' };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...common, maximumQuantityOfCodes: 25, was: { ...was, maximumQuantityOfCodes: 20 } },
    { ...common, maximumQuantityOfCodes: 25, was: { ...was, maximumQuantityOfCodes: 40 } },
    { ...common, maximumQuantityOfCodes: 30, was: { ...was, maximumQuantityOfCodes: 40 } },
  ]);
});

test('D-291 a code is paused, activated and deleted, each with a reason, its limits untouched', async () => {
  const camp = codes[2]!;
  answer(`/admin/affiliate-codes/${camp.id}`, (body) => {
    const { isPaused, isDeleted } = body as { isPaused: boolean; isDeleted: boolean };
    const paused = isPaused ? 'Suspended' : 'Active';
    codes[2] = { ...codes[2]!, isPaused, status: isDeleted ? 'Deleted' : paused };
    return codes[2];
  });
  open();
  const steps = [
    ['Pause', /Who has its discount keeps it\./, 'ANASCAMP31 is paused.'],
    ['Activate', /What its Creator paused stays paused\./, 'ANASCAMP31 is activated.'],
    ['Delete', /this cannot be taken back/, 'ANASCAMP31 is deleted.'],
  ] as const;
  for (const [label, help, done] of steps) {
    await button(`${label}: ANASCAMP31`).click();
    await expect.element(sheet().getByText(help)).toBeVisible();
    await expect.element(inSheet(label)).toBeDisabled();
    await field('Reason').fill(reason);
    await expectAccessible(`the act ${label}`);
    await inSheet(label).click();
    await expect.element(said(done)).toBeVisible();
    await dismissToasts();
  }
  await expect.poll(() => actsOf('ANASCAMP31')).toEqual([]);
  const limits = { maximumQuantityOfCodes: null, expiryDate: null };
  expect(sent.map(({ body }) => body)).toEqual(
    (
      [
        [true, false, false],
        [false, false, true],
        [false, true, false],
      ] as const
    ).map(([isPaused, isDeleted, wasPaused]) => ({
      ...limits,
      isPaused,
      isDeleted,
      was: { ...limits, isPaused: wasPaused },
      reason,
    })),
  );
});

test('decision 0129: offline nothing is changed, and the reason is kept', async () => {
  open();
  await button('Pause: SPRING2031').click();
  await field('Reason').fill(reason);
  network.goOffline();
  await expect.element(sheet().getByText(/You are offline\. Your reason is kept/)).toBeVisible();
  await expect.element(inSheet('Pause')).toHaveAttribute('aria-disabled', 'true');
  expect(sent).toEqual([]);
});
