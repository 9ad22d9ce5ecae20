import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/own-rows.ts';
import { ONLINE } from '#tests/support/app.ts';
import { openSignedIn } from '#tests/support/people.ts';

test(
  'WAL-001 WAL-014 WAL-015 WAL-016 WAL-029 a Creator registers a bank account and transfers money to it',
  ONLINE,
  async ({ page }) => {
    await openSignedIn(page, 'ana');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Sideline Wallet' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sideline Wallet' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Country of your bank' }).click();
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    // The page of the payment provider, which the sandbox has at the same address.
    await expect(page).toHaveURL(/\/sandbox-registration\?link=/);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('Bank account ending 6789')).toBeVisible();
    await expect(page.getByText('Verified')).toBeVisible();
    await page.getByRole('textbox', { name: 'Amount to transfer' }).fill('12.50');
    await page.getByRole('button', { name: 'Transfer $12.50', exact: true }).click();
    await expect(page.getByText('−$12.50')).toBeVisible();
    await expectAccessible(page, 'wallet');
  },
);
