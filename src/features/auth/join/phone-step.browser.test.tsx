import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, show } from '#app/data/signed-in.fixtures.tsx';
import { PhoneStep } from './phone-step.tsx';
import { EMPTY_FORM } from './sign-up-form.ts';

/** The device's contact picker: the person picks a contact with these numbers, or it fails. */
const contacts = (select: () => Promise<{ tel: string[] }[]>): void =>
  void Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
const failed = page.getByText('An error occurred while importing the contact. Please try again or enter manually.');
const importContact = page.getByRole('button', { name: 'Import from contacts' });
const number = page.getByLabelText('Number', { exact: true });

const open = (form = EMPTY_FORM) =>
  show(
    <PhoneStep
      form={form}
      problem={null}
      busy={false}
      onTyped={() => {}}
      onNext={() => {}}
      onBack={() => {}}
      onClose={() => {}}
    />,
  );
afterEach(() => {
  clearPage();
  delete (navigator as { contacts?: unknown }).contacts;
});

test('ACC-023 ACC-112 a contact fills in the number; an import that fails shows why, until a number is there', async () => {
  contacts(async () => [{ tel: [] }]);
  open();
  await importContact.click();
  await expect.element(failed).toBeVisible();
  await number.fill('7700900555');
  await expect.element(failed).not.toBeInTheDocument();

  contacts(() => Promise.reject(new Error('The picker failed')));
  // Leaving the field shows what is missing, which moves the button.
  await page.getByRole('heading').click();
  await expect.element(page.getByText('Incorrect country code')).toBeVisible();
  await importContact.click();
  await expect.element(failed).toBeVisible();
  contacts(async () => [{ tel: ['+44 7700 900 142'] }]);
  await importContact.click();
  await expect.element(number).toHaveValue('7700900142');
  await expect.element(page.getByRole('button', { name: /United Kingdom/ })).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
});

test('ACC-112 an import that fails is no error of a good number, and does not come back with it', async () => {
  contacts(async () => [{ tel: ['+44 7700 900 142'] }]);
  open();
  await importContact.click();
  await expect.element(number).toHaveValue('7700900142');
  contacts(() => Promise.reject(new Error('The picker failed')));
  await importContact.click();
  await expect.element(failed).toBeVisible();
  await expect.element(number).not.toHaveAttribute('aria-invalid');
  await number.fill('7700900143');
  await expect.element(failed).not.toBeInTheDocument();
  await number.fill('7700900142');
  await expect.element(failed).not.toBeInTheDocument();
});

test('ACC-107 ACC-108 a wrong number is said to be wrong before a country is chosen', async () => {
  open();
  await number.fill('12x');
  await page.getByRole('heading').click();
  await expect.element(page.getByText('Incorrect country code. Incorrect number')).toBeVisible();
  await page.getByRole('button', { name: /country/i }).click();
  await page.getByRole('option', { name: /United Kingdom/ }).click();
  await expect.element(page.getByText('Incorrect number', { exact: true })).toBeVisible();
  await number.fill('7700900142');
  await expect.element(page.getByText('Incorrect number', { exact: true })).not.toBeInTheDocument();
});

test('a picker that the person closes without a choice changes nothing', async () => {
  contacts(async () => []);
  open();
  await number.fill('7700900555');
  await page.getByRole('heading').click();
  await importContact.click();
  await expect.element(number).toHaveValue('7700900555');
  await expect.element(failed).not.toBeInTheDocument();
});

test('without a contact picker there is no import', async () => {
  open();
  await expect.element(number).toBeVisible();
  expect(importContact.query()).toBeNull();
});

test('ACC-111 a number has at most 14 digits', async () => {
  open({ ...EMPTY_FORM, countryCode: '+44', countryId: 'GB' });
  const incorrect = page.getByText('Incorrect number');
  await number.fill('7'.repeat(15));
  await page.getByRole('heading').click();
  await expect.element(incorrect).toBeVisible();
  await number.fill('7'.repeat(14));
  await expect.element(incorrect).not.toBeInTheDocument();
});
