import type { Page } from '@playwright/test';
import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { openSignedIn } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

test.use({ actionTimeout: 20_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const paste = (page: Page, label: string, text: string): Promise<void> =>
  page.getByRole('textbox', { name: label }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('INV-001 INV-003 INV-004 INV-030 INV-031 INV-032 INV-052 INV-053 NAV-045 NAV-047 an invitation code is refused, asked for again and redeemed; without one the way goes on, or is closed', async ({
  page,
}) => {
  await openSignedIn(page, 'mia');
  await page.goto('/learner/invite-code');
  await expect(heading(page, 'Do you have a code to redeem?')).toBeVisible();
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');

  await page.goto('/learner/invite-code?next=1');
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/learner\/choose-your-sport$/);
  await page.goBack();
  const code = page.getByRole('textbox', { name: 'Invite code' });
  await code.fill('kickoff');
  await button(page, 'Next').click();
  await expect(code).toHaveAccessibleDescription(/Incorrect invitation code/);
  await code.fill('zzzzzzzzz');
  await button(page, 'Next').click();
  const dialog = page.getByRole('alertdialog', { name: 'Invite code' });
  await expect(dialog.getByText('The Invite Code you entered is not a valid code. Try again?')).toBeVisible();
  await expectAccessible(page, 'wrong invite code');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(code).toHaveValue('zzzzzzzzz');
  await button(page, 'Next').click();
  await dialog.getByRole('button', { name: 'Reenter code' }).click();
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();

  await paste(page, 'Invite code', ' kick off 26 ');
  await expect(code).toHaveValue('kickoff26');
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/learner\/invite-code-applied$/);
  await expect(heading(page, 'Your code worked.')).toBeVisible();
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/learner\/choose-your-sport$/);
});

test('INV-006 INV-007 INV-008 INV-054 NAV-046 an affiliate code is optional; a wrong one is said under its field, a right one goes on', async ({
  page,
}) => {
  await openSignedIn(page, 'mia');
  await page.goto('/learner/affiliate-code');
  await expect(heading(page, 'Do you have an Affiliate Code?')).toBeVisible();
  await expect(button(page, 'Next')).toBeVisible();
  const code = page.getByLabel('Affiliate code');
  await code.fill('short');
  await button(page, 'Submit').click();
  await expect(code).toHaveAccessibleDescription(/incorrect code/);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/affiliate-code/apply'));
  await code.fill('NOSUCHCODE');
  await button(page, 'Submit').click();
  const { errors } = (await (await refused).json()) as { errors: { message: string }[] };
  await expect(code).toHaveAccessibleDescription(new RegExp(errors[0]!.message));
  await code.fill('ana soccer');
  await button(page, 'Submit').click();
  await expect(page.getByText(/^The code of .+ was applied\.$/)).toBeVisible();
  await expect(page).toHaveURL(/\/learner\/choose-your-sport$/);
});

test('NAV-048 NAV-049 NAV-050 SPO-010 SPO-011 SPO-013 SPO-014 SPO-022 SPO-024 SPO-035 SUB-093 a sport is searched and chosen, roles are required, and what fails is said', async ({
  page,
}) => {
  await openSignedIn(page, 'mia');
  for (const address of ['/learner/choose-sport-interest', '/learner/what-is-beta']) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/learner\/choose-your-sport$/);
  }
  await expect(heading(page, 'Choose your sport')).toBeVisible();
  const chips = page.getByRole('group', { name: 'Sports' });
  await expect(chips.getByRole('button', { name: 'Golf', exact: true })).toBeVisible();
  await expect(chips.getByRole('button', { name: 'Cricket Beta' })).toBeVisible();
  await expect(chips.getByRole('button', { name: 'Judo WaitList' })).toBeVisible();
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Search sports').click();
  await page.getByRole('dialog', { name: 'Find your sport' }).getByLabel('Search sports').fill('cric');
  await page.getByRole('option', { name: /Cricket/ }).click();
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/learner\/what-is-beta$/);
  await expect(heading(page, 'What is a Beta Sport?')).toBeVisible();
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/learner\/choose-sport-interest$/);
  await expect(heading(page, 'What best describes your current role(s) in Cricket?')).toBeVisible();
  await expect(button(page, 'Confirm')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Fan' }).check();

  const fail = { status: 500, contentType: 'application/json', body: JSON.stringify({ errors: [] }) };
  await page.route('**/api/sports/roles-participation/create', (route) => route.fulfill(fail));
  await button(page, 'Confirm').click();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Try again.');
  await page.unroute('**/api/sports/roles-participation/create');
  await page.route('**/api/subscriptions/cricket/create', (route) => route.fulfill(fail));
  await button(page, 'Confirm').click();
  await expect(page.getByRole('alert')).toHaveText('Sorry, subscriptions was not created. Try again.');
});

test('ACC-049 APP-005 INV-001 INV-005 INV-008 NAV-041 NAV-048 NAV-052 NAV-053 SPO-023 a Creator’s way has its own words and leads to the application; its wizards need a sport', async ({
  page,
}) => {
  await openSignedIn(page, 'mia');
  for (const address of ['/coaching-application', '/science-application']) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/educator\/choose-your-sport$/);
  }
  await page.goto('/educator/affiliate-code');
  await expect(button(page, 'Begin Application')).toBeVisible();
  await page.goto('/apply-to-become-an-educator');
  await page.getByRole('radio', { name: 'Sports Science' }).check();
  await expectAccessible(page, 'creator type');
  await button(page, 'Next').click();
  await page.getByLabel('Invite code').fill('COACHES26');
  await button(page, 'Next').click();
  await expect(heading(page, 'Your code worked.')).toBeVisible();
  await button(page, 'Begin Application').click();
  await expect(page).toHaveURL(/\/educator\/choose-your-sport$/);
  await page.getByRole('button', { name: 'Judo Start Beta' }).click();
  await button(page, 'Next').click();
  await expect(heading(page, 'What is a Beta Sport?')).toBeVisible();
  await button(page, 'Next').click();
  await expect(page).toHaveURL(/\/science-application$/);
  await page.getByRole('radio', { name: 'Biomechanics' }).check();
  await button(page, 'Next').click();
  await expect(heading(page, 'Do you have a degree or a license?')).toBeVisible();
  // The browser's Back is the wizard's, and a reload keeps the step.
  await page.reload();
  await expect(heading(page, 'Do you have a degree or a license?')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Biomechanics' })).toBeChecked();
  await expectAccessible(page, 'science application');
});
