import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, show } from '#app/data/signed-in.fixtures.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { NameStep } from './name-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { EMPTY_FORM, type SignUpForm } from './sign-up-form.ts';
import type { StepProps } from './sign-up-step.tsx';
import { UsernameStep } from './username-step.tsx';

/** What the step under test handed over. */
let went: { next: Partial<SignUpForm>[]; back: Partial<SignUpForm>[] };
beforeEach(() => void (went = { next: [], back: [] }));
afterEach(clearPage);

const steps = (form: SignUpForm) => {
  const props: StepProps = {
    form,
    problem: null,
    busy: false,
    onNext: (values) => void went.next.push(values),
    onBack: (values) => void went.back.push(values),
    onClose: () => {},
    onTyped: () => {},
  };
  return {
    1: <NameStep {...props} onExit={() => {}} />,
    2: <EmailStep {...props} />,
    3: <UsernameStep {...props} />,
    4: <PasswordStep {...props} />,
    5: <PhoneStep {...props} />,
    6: <CodeStep {...props} resendAtMs={Date.now() + 119_000} resend="waiting" onResend={() => {}} />,
  } satisfies Record<number, ReactNode>;
};
const open = (step: keyof ReturnType<typeof steps>, form: Partial<SignUpForm> = {}) =>
  show(steps({ ...EMPTY_FORM, ...form })[step]);
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const next = button('Next');

test('ACC-008 ACC-009 ACC-010 ACC-011 step 1 asks for the first and last name and for 13 or older', async () => {
  open(1);
  await expect.element(heading("What's your name?")).toBeVisible();
  const isOldEnough = page.getByRole('checkbox', { name: /13 years of age or older/ });
  await expect.element(isOldEnough).not.toBeChecked();
  await field('First name').fill('Maya');
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await field('Last name').fill('Okafor');
  await isOldEnough.click();
  await next.click();
  await expect.poll(() => went.next).toMatchObject([{ firstName: 'Maya', lastName: 'Okafor', isOldEnough: true }]);
});

test('ACC-084 ACC-085 without the tick of 13 or older step 1 hands over nothing and says why', async () => {
  open(1, { firstName: 'Maya', lastName: 'Okafor' });
  await next.click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(/^You must be 13 or older to join Sideline\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Return to Sign up', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: /13 years of age or older/ }).click();
  await next.click();
  await expect
    .poll(() => went.next)
    .toEqual([expect.objectContaining({ firstName: 'Maya', lastName: 'Okafor', isOldEnough: true })]);
});

test('ACC-012 ACC-013 step 2 asks for the email address', async () => {
  open(2);
  await expect.element(heading("What's your email address?")).toBeVisible();
  await field('Email address').fill('maya@mail');
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await field('Email address').fill('maya@mail.example');
  await next.click();
  await expect.poll(() => went.next).toEqual([{ email: 'maya@mail.example' }]);
});

test('ACC-014 ACC-015 ACC-016 step 3 asks for a username and says what it may not have', async () => {
  open(3);
  await expect.element(heading('What should we call you?')).toBeVisible();
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription(/No spaces, special characters or copyrighted names\./);
  await field('Username').fill('maya7');
  await next.click();
  await expect.poll(() => went.next).toEqual([{ username: 'maya7' }]);
});

test('ACC-017 ACC-018 ACC-019 step 4 asks for a password twice; the checklist follows each character', async () => {
  open(4, { firstName: 'Maya', lastName: 'Okafor', username: 'maya7', email: 'maya@mail.example' });
  await expect.element(heading("You'll need a password.")).toBeVisible();
  const met = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: 'done' })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(field('Password')).toBeVisible();
  expect(met()).toEqual([]);
  await field('Password').fill('corner');
  await expect.poll(met).toEqual([expect.stringMatching(/^One lowercase letter/)]);
  await field('Password').fill('Corner-flag7');
  await expect.poll(() => met().length).toBe(5);
  await field('Confirm password').fill('Corner-flag7');
  await expect.poll(() => met().length).toBe(6);
  await field('Password').fill('Corner-flag');
  await expect.poll(() => met().length).toBeLessThan(5);
  await field('Password').fill('Corner-flag7');
  await next.click();
  await expect
    .poll(() => went.next)
    .toEqual([{ password1: 'Corner-flag7', password2: 'Corner-flag7', isPasswordValid: true }]);
});

test('ACC-020 ACC-021 ACC-022 step 5 asks for country code, number, and Text or Email', async () => {
  open(5);
  await expect.element(heading("What's your phone number?")).toBeVisible();
  const methods = page.getByRole('radio');
  await expect.element(page.getByRole('radio', { name: 'Text', exact: true })).toBeChecked();
  expect(methods.elements()).toHaveLength(2);
  await field('Number').fill('7700900142');
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /Country code/ }).click();
  await page.getByRole('option', { name: /United Kingdom/ }).click();
  await page.getByRole('radio', { name: 'Email', exact: true }).click();
  await next.click();
  await expect
    .poll(() => went.next)
    .toMatchObject([{ countryCode: '+44', phoneNumber: '7700900142', communicationMethod: 'email' }]);
});

test('ACC-024 ACC-025 step 6 takes six digits, no fewer and no more', async () => {
  open(6, { countryCode: '+44', phoneNumber: '7700900142' });
  await expect.element(heading('We sent you a code.')).toBeVisible();
  await field('Confirmation code').fill('12345');
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await field('Confirmation code').fill('1234567');
  await expect.element(field('Confirmation code')).toHaveValue('123456');
  await next.click();
  await expect.poll(() => went.next).toEqual([{ code: '123456' }]);
});

test('ACC-026 steps 2 to 6 have Back, which hands over what was typed, and Next; step 1 has Next only', async () => {
  open(1);
  await expect.element(next).toBeVisible();
  expect(button('Back').query()).toBeNull();
  for (const [step, typed] of [
    [2, { email: 'maya@' }],
    [3, { username: 'ma' }],
    [4, { password1: 'cor' }],
    [5, { phoneNumber: '77' }],
    [6, { code: '12' }],
  ] as const) {
    clearPage();
    went.back = [];
    open(step, typed);
    await expect.element(next).toBeVisible();
    await button('Back').click();
    await expect.poll(() => went.back, { message: `step ${step}` }).toMatchObject([typed]);
  }
});
