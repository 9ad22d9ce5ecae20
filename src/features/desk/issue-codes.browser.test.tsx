import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CodeOfDesk } from '#contract/desk.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { answerCodes, code, someCodes } from './codes.fixtures.ts';
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

test('SUB-026 D-27 a promotional code is issued; one that exists is refused on its field, and nothing typed is lost', async () => {
  answer('/admin/promotional-codes', (body) => {
    if (body['code'] === 'spring-2031')
      throw new Refusal(409, 'code.exists', 'This code exists already. Choose another one.', 'code');
    codes.unshift(code('SUMMER2031'));
    return codes[0]!;
  });
  open();
  await button('Issue a promotional code').click();
  await expect.element(said('At most 100 %.')).toBeVisible();
  await page.viewport(320, 844);
  await expect.element(sheet().getByRole('button', { name: 'Golf', exact: true })).toBeVisible();
  await expectAccessible('a new promotional code, 320 px wide');
  await page.viewport(1280, 844);
  await expectAccessible('a new promotional code, 1280 px wide');
  await page.viewport(390, 844);
  await field('Reason').fill(reason);
  await expect.element(inSheet('Issue')).toBeDisabled();
  await sheet().getByRole('radio', { name: 'Amount' }).click({ force: true });
  await expect.element(said('At most $3.99.')).toBeVisible();
  await field('Discount a month, US dollars').fill('a lot');
  await expect.element(said('Enter an amount, e.g. 1.50.')).toBeVisible();
  await field('Discount a month, US dollars').fill('1,5');
  await field('Full months').fill('37');
  await expect.element(inSheet('Issue')).toBeDisabled();
  await field('Full months').fill('3');
  await sheet().getByRole('button', { name: 'Tennis', exact: true }).click();
  await field('Code').fill('too short');
  await expect.element(said('Enter 9 to 20 letters and digits.')).toBeVisible();
  await expect.element(inSheet('Issue')).toBeDisabled();
  await field('Code').fill('spring-2031');
  await field('Most subscriptions').fill('20');
  await field('First day').fill('2031-07-01');
  await field('Last day').fill('2031-12-31');
  await inSheet('Issue').click();
  await expect.element(field('Code')).toHaveAccessibleDescription(/This code exists already\. Choose another one\./);
  await expect.element(field('Code')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Discount a month, US dollars')).toHaveValue('1,5');
  // What was typed is there again after the page was left.
  clearPage();
  open();
  await button('Issue a promotional code').click();
  await expect.element(field('Code')).toHaveValue('spring-2031');
  await expect.element(field('Reason')).toHaveValue(reason);
  await expect.element(field('Last day')).toHaveValue('2031-12-31');
  await field('Code').fill('summer 2031');
  await expect.element(field('Code')).not.toHaveAttribute('aria-invalid');
  await inSheet('Issue').click();
  await expect.element(said('SUMMER2031 is issued.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'SUMMER2031' })).toBeVisible();
  const body = {
    discountAmountUnit: 'currency',
    discountAmountValue: 150,
    durationInMonths: 3,
    sports: ['tennis'],
    maximumQuantityOfCodes: 20,
    startDate: '2031-07-01',
    expiryDate: '2031-12-31',
    reason,
  };
  expect(sent.map((each) => each.body)).toEqual([
    { ...body, code: 'spring-2031' },
    { ...body, code: 'summer 2031' },
  ]);
  // The next one begins empty.
  await button('Issue a promotional code').click();
  await expect.element(field('Code')).toHaveValue('');
  await expect.element(field('Reason')).toHaveValue('');
});

test('D-219 a code by agreement is issued to a Creator, with a fee and, if wanted, a discount', async () => {
  answer('/admin/affiliate-codes', (body) => {
    if (body['creator'] === 'anna')
      throw new Refusal(422, 'code.no_creator', 'No approved Creator has this.', 'creator');
    return codes[2]!;
  });
  open();
  await button('Issue an affiliate code').click();
  await expectAccessible('a new affiliate code');
  // Without a discount there is nothing that a maximum counts, and no sport.
  expect(sheet().getByLabelText('Most subscriptions').elements()).toEqual([]);
  expect(sheet().getByRole('button', { name: 'Golf' }).elements()).toEqual([]);
  await field('Username or email of the Creator').fill('anna');
  await field('Name').fill('Summer camp');
  await field('Fee, percent of what members pay').fill('20');
  await expect.element(said('At most 30 %.')).toBeVisible();
  await field('Full months').fill('12');
  await field('Reason').fill(reason);
  await inSheet('Issue').click();
  await expect
    .element(field('Username or email of the Creator'))
    .toHaveAccessibleDescription(/No approved Creator has this\./);
  await field('Username or email of the Creator').fill('ana');
  await sheet()
    .getByRole('group', { name: 'Discount as' })
    .getByRole('radio', { name: 'Percent' })
    .click({ force: true });
  await field('Discount, percent').fill('25');
  await field('Most subscriptions').fill('50');
  await expectAccessible('a new affiliate code with a discount');
  await inSheet('Issue').click();
  await expect.element(said('ANASCAMP31 is issued.')).toBeVisible();
  const common = {
    durationInMonths: 12,
    startDate: null,
    expiryDate: null,
    name: 'Summer camp',
    customerMarketingFeeUnit: 'percent',
    customerMarketingFeeValue: 20,
    reason,
  };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...common, creator: 'anna', maximumQuantityOfCodes: null },
    { ...common, creator: 'ana', maximumQuantityOfCodes: 50, discountAmountUnit: 'percent', discountAmountValue: 25 },
  ]);
});
