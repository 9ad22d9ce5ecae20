import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  PAGE_TEXT_NAMES,
  VARIABLE_NAMES,
  VARIABLE_UNITS,
  type FlagOfDesk,
  type PageTextOfDesk,
  type VariableOfDesk,
} from '#contract/desk.ts';
import { FLAG_NAMES } from '#contract/flags.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SettingsPage } from './settings-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const save = () => sheet().getByRole('button', { name: 'Save', exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const reason = 'As agreed.';

let variables: VariableOfDesk[];
let flags: FlagOfDesk[];
let texts: PageTextOfDesk[];
let sent: { path: string; body: unknown }[];
const answer = (path: string, act: () => void) =>
  network.answer(path, (_query, body) => {
    sent.push({ path, body });
    act();
    return [...variables, ...flags, ...texts].find(({ name }) => path.endsWith(name));
  });

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  variables = VARIABLE_NAMES.map((name) => ({
    name,
    value: name === 'MAX_VIDEO_AND_AUDIO_LENGTH' ? 1 : 100,
    unit: VARIABLE_UNITS[name],
    least: 1,
    most: 1_000,
    last: null,
  }));
  variables[1]!.last = {
    by: 'Otto Desk',
    reason: 'Too many large files.',
    at: new Date().toISOString(),
    before: '500',
  };
  flags = FLAG_NAMES.map((name) => ({ name, state: 'on', last: null }));
  texts = PAGE_TEXT_NAMES.map((name) => ({ name, text: `Text of ${name}`, last: null }));
  network.answer('/admin/settings', () => ({ variables, flags, texts }));
  showRouted(<SettingsPage />, '/admin/settings');
});
afterEach(async () => {
  clearPage();
  network.goOnline();
  await page.viewport(390, 844);
});

test('decision 0127: an operator reads every setting in words, with its last change, on a phone and on a desk', async () => {
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 844);
    await expect.element(page.getByRole('heading', { name: 'Largest video or audio file' })).toBeVisible();
    await expectAccessible(`the settings, ${width} px wide`);
  }
  await expect.element(said('1 hour')).toBeVisible();
  await expect.element(said('100 %')).toBeVisible();
  await expect
    .element(page.getByText(/Changed by Otto Desk, .*: Too many large files\..*Before: 500 MB/))
    .toBeVisible();
  await expect.element(said('Text of university.lead')).toBeVisible();
  // Only what was changed is put back.
  expect(page.getByRole('button', { name: /^Put back/ }).elements()).toHaveLength(1);
});

test('D-16: a new size is saved with a reason; beyond the bounds the server’s words are shown and nothing typed is lost', async () => {
  const path = '/admin/variables/MAX_VIDEO_AND_AUDIO_CONTENT_SIZE';
  answer(path, () => {
    if (sent.length === 1)
      throw new Refusal(422, 'setting.out_of_bounds', 'Please enter a whole number from 1 to 1000.');
    variables[0]!.value = 900;
  });
  await button('Change Largest video or audio file').click();
  await expect.element(said('A whole number from 1 to 1,000 MB.')).toBeVisible();
  await expect.element(field('New value')).toHaveValue('100');
  await field('Reason').fill(reason);
  // Nothing is changed yet.
  await expect.element(save()).toBeDisabled();
  await field('New value').fill('2.000 MB');
  await expect.element(field('New value')).toHaveValue('2000');
  await expectAccessible('the change of a size');
  await save().click();
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('Please enter a whole number from 1 to 1000.');
  await expect.element(field('New value')).toHaveValue('2000');
  await field('New value').fill('900');
  await save().click();
  await expect.element(said('900 MB')).toBeVisible();
  expect(sent).toEqual([2_000, 900].map((value) => ({ path, body: { value, was: 100, reason } })));
  // The next change starts from what is stored.
  await button('Change Largest video or audio file').click();
  await expect.element(field('New value')).toHaveValue('900');
  await expect.element(field('Reason')).toHaveValue('');
  await field('New value').fill('800');
  await field('Reason').fill('Too many again.');
  clearPage();
  showRouted(<SettingsPage />, '/admin/settings');
  await button('Change Largest video or audio file').click();
  await expect.element(field('New value')).toHaveValue('800');
  await expect.element(field('Reason')).toHaveValue('Too many again.');
});

test('decision 0127: the value before is put back with a reason', async () => {
  const path = '/admin/variables/MAX_TEXT_CONTENT_SIZE';
  answer(path, () => {
    variables[1]!.value = 500;
  });
  await button('Put back Largest text file').click();
  await expect.element(field('New value')).toHaveValue('500');
  await field('Reason').fill(reason);
  await save().click();
  await expect.element(said('500 MB')).toBeVisible();
  expect(sent).toEqual([{ path, body: { value: 500, was: 100, reason } }]);
});

test('D-298: a feature is hidden; only joining as an organization can be shown while it is closed', async () => {
  const path = '/admin/feature-flags/StoragePlans';
  answer(path, () => {
    flags[3]!.state = 'hidden';
  });
  await button('Change Join as an organization').click();
  await expect.element(sheet().getByRole('radio', { name: 'Switched off', exact: true })).toBeVisible();
  expect(sheet().getByRole('radio').elements()).toHaveLength(3);
  await sheet().getByRole('button', { name: 'Close', exact: true }).click();
  await button('Change Storage plans').click();
  await expect.element(sheet().getByRole('radio', { name: 'On', exact: true })).toBeChecked();
  expect(sheet().getByRole('radio').elements()).toHaveLength(2);
  await expectAccessible('the change of a feature');
  await sheet().getByRole('radio', { name: 'Hidden', exact: true }).click();
  await field('Reason').fill(reason);
  await save().click();
  await expect.element(said('Hidden')).toBeVisible();
  expect(sent).toEqual([{ path, body: { state: 'hidden', was: 'on', reason } }]);
});

test('decision 0127: a text is shown as members see it, without markup; who is second is told, keeps their text, and then replaces', async () => {
  const path = '/admin/pages/welcome';
  answer(path, () => {
    if (sent.length > 1) return;
    texts[0] = { ...texts[0]!, text: 'Theirs.' };
    throw new Refusal(409, 'setting.changed_meanwhile', 'Another operator changed this meanwhile.');
  });
  await button('Change Text of the welcome page').click();
  await field('New text').fill('Play <b>hard</b>\nand fair.');
  await expect.element(field('New text')).toHaveValue('Play <b>hard</b> and fair.');
  await expect.element(sheet().getByRole('paragraph').getByText('Play <b>hard</b> and fair.')).toBeVisible();
  await expectAccessible('the change of a text');
  await field('Reason').fill(reason);
  await save().click();
  await expect
    .element(
      sheet().getByText('Another operator changed this meanwhile. Now it is ‘Theirs.’. What you save replaces it.'),
    )
    .toBeVisible();
  await expect.element(field('New text')).toHaveValue('Play <b>hard</b> and fair.');
  await save().click();
  await expect.element(said('Saved.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual(
    ['Text of welcome', 'Theirs.'].map((was) => ({ text: 'Play <b>hard</b> and fair.', was, reason })),
  );
});

test('decision 0127: what an operator typed is there again after the page was left, and it says what changed meanwhile', async () => {
  await button('Change Title of the University').click();
  await field('New text').fill('Our University');
  await field('Reason').fill(reason);
  clearPage();
  texts[1] = { ...texts[1]!, text: 'Another title' };
  showRouted(<SettingsPage />, '/admin/settings');
  await button('Change Title of the University').click();
  await expect.element(field('New text')).toHaveValue('Our University');
  await expect.element(field('Reason')).toHaveValue(reason);
  await expect.element(sheet().getByText(/Now it is ‘Another title’/)).toBeVisible();
});
