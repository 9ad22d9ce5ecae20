import type { Page } from '@playwright/test';
import { newId } from '#contract/ids.ts';
import { expect } from './app.ts';

export const PASSWORD = 'Corner-flag7';

export interface Message {
  to: string;
  code: string | null;
}

export interface Person {
  first: string;
  username: string;
  digits: string;
}

/** The newest code sent to an address or number, once it differs from `before`. */
export const codeFor = async (url: string, to: string, before?: string): Promise<string> => {
  let code: string | null | undefined;
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`)).json()) as Message[];
      code = messages[0]?.code;
      return code === before ? null : code;
    })
    .toEqual(expect.stringMatching(/^\d{6}$/));
  return code!;
};

/**
 * Makes an account without the screens.
 *
 * @returns The code that it used.
 */
export const addAccount = async (url: string, { first, username, digits }: Person): Promise<string> => {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newId() },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const email = `${username}@mail.example`;
  const { codeId } = await post('confirmation-code/send', {
    communicationMethod: 'email',
    destinationValue: email,
    userFirstName: first,
  });
  const code = await codeFor(url, email);
  await post('confirmation-code/verify', { confirmationCodeFromUser: code, confirmationCodeId: codeId });
  await post('register', {
    username,
    email,
    password1: PASSWORD,
    password2: PASSWORD,
    firstName: first,
    lastName: 'Okafor',
    communicationMethod: 'email',
    phoneNumber: `+44${digits}`,
    codeId,
  });
  return code;
};

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const next = (page: Page) => button(page, 'Next').click();
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Fills steps 1 to 5, from the welcome page to the code. */
export const fillToCode = async (
  page: Page,
  { first, username, digits }: Person,
  check: (where: string) => Promise<void> = async () => {},
): Promise<void> => {
  /** What every step but the first has. */
  const isStep = async (name: string): Promise<void> => {
    await expect(heading(page, name)).toBeVisible();
    await expect(button(page, 'Back')).toBeVisible();
    await expect(button(page, 'Next')).toBeVisible();
  };
  await expect(page.getByRole('banner')).toContainText('Join Sideline');
  await expect(heading(page, "What's your name?")).toBeVisible();
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('I am 13 years of age or older').check();
  await check('name');
  await next(page);
  await isStep("What's your email address?");
  await expect(page.getByLabel('Email address')).toHaveAttribute('maxlength', '320');
  await page.getByLabel('Email address').fill(`${username}@mail.example`);
  await check('email');
  await next(page);
  await isStep('What should we call you?');
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    /No spaces, special characters or copyrighted names\./,
  );
  await page.getByLabel('Username').fill(username);
  await check('username');
  await next(page);
  await isStep("You'll need a password.");
  const met = page.getByRole('listitem').filter({ hasText: 'done' });
  await page.getByLabel('Password', { exact: true }).fill('corner');
  await expect(met).toHaveText([/^One lowercase letter/]);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill('Corner-flag');
  await page.getByLabel('Confirm password').blur();
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/The password does not match/);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await expect(met).toHaveCount(6);
  await check('password');
  await next(page);
  await isStep("What's your phone number?");
  await expect(page.getByRole('radio', { name: 'Text' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Email' })).not.toBeChecked();
  await page.getByLabel('Number', { exact: true }).fill(digits);
  await page.getByLabel('Number', { exact: true }).blur();
  await expect(page.getByText('Incorrect country code')).toBeVisible();
  await page.getByRole('button', { name: /Country code/ }).click();
  await page.getByLabel('Search countries').fill('united king');
  await page.getByRole('option', { name: /United Kingdom/ }).click();
  await expect(page.getByText('Incorrect country code')).toHaveCount(0);
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('I agree to receive a confirmation code').check();
  await check('phone');
  await next(page);
  await expect(heading(page, 'We sent you a code.')).toBeFocused();
  await isStep('We sent you a code.');
  await page.getByLabel('Confirmation code').fill('12345');
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
};

export const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Confirmation code').fill(code);
  await next(page);
};
