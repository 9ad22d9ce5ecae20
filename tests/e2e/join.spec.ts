import type { Page } from '@playwright/test';
import { newId } from '#contract/ids.ts';
import { expect, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';

const PASSWORD = 'Corner-flag7';

interface Message {
  to: string;
  code: string | null;
}

interface Person {
  first: string;
  username: string;
  digits: string;
}

/** The newest code sent to an address or number, once it differs from `before`. */
const codeFor = async (url: string, to: string, before?: string): Promise<string> => {
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
const addAccount = async (url: string, { first, username, digits }: Person): Promise<string> => {
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const next = (page: Page) => button(page, 'Next').click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Fills steps 1 to 5, from the welcome page to the code. */
const fillToCode = async (
  page: Page,
  { first, username, digits }: Person,
  check: (where: string) => Promise<void> = async () => {},
): Promise<void> => {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('I am 13 years of age or older').check();
  await check('name');
  await next(page);
  await page.getByLabel('Email address').fill(`${username}@mail.example`);
  await check('email');
  await next(page);
  await page.getByLabel('Username').fill(username);
  await check('username');
  await next(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await check('password');
  await next(page);
  await page.getByLabel('Number', { exact: true }).fill(digits);
  await page.getByLabel('Number', { exact: true }).blur();
  await expect(page.getByText('Incorrect country code')).toBeVisible();
  await page.getByRole('button', { name: /Country code/ }).click();
  await page.getByLabel('Search countries').fill('united king');
  await page.getByRole('option', { name: /United Kingdom/ }).click();
  await expect(page.getByText('Incorrect country code')).toHaveCount(0);
  await page.getByLabel('I agree to receive a confirmation code').check();
  await check('phone');
  await next(page);
  await expect(heading(page, 'We sent you a code.')).toBeFocused();
};

const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Confirmation code').fill(code);
  await next(page);
};

test('ACC-003 ACC-030 ACC-031 ACC-047 ACC-107 ACC-127 SPO-015 INV-002 a Member joins: welcome, six steps, terms, membership, sport, roles, home', async ({
  page,
  app,
}) => {
  const check = (where: string) => expectAccessible(page, where);
  await page.goto('/welcome');
  await expect(page.getByText('Connect with world-class Creators')).toBeVisible();
  await check('welcome');
  await page.getByRole('link', { name: 'Join now' }).click();
  await expect(heading(page, "What's your name?")).toBeFocused();
  await expect(page).toHaveTitle('Join Sideline, step 1 of 6 · Sideline');
  await fillToCode(page, { first: 'Maya', username: 'maya7', digits: '7700 900 142' }, check);

  await enterCode(page, '000000');
  await expect(page.getByText('Incorrect confirmation code')).toBeVisible();
  await expect(page.getByLabel('Confirmation code')).toHaveValue('000000');
  await check('wrong code');
  await enterCode(page, await codeFor(app.url, '+447700900142'));

  await expect(page.getByRole('dialog', { name: 'Finish Sign up' })).toBeVisible();
  await button(page, 'Terms of Service').click();
  await expect(page.getByText('1. Who can join')).toBeVisible();
  await check('terms');
  await button(page, 'Close').click();
  await button(page, 'Accept').click();

  await expect(heading(page, 'Choose your membership')).toBeFocused();
  await expect(button(page, 'Join as a Creator')).toHaveAttribute('aria-disabled', 'true');
  await check('membership');
  await page.getByRole('link', { name: 'Join as a Member' }).click();
  await expect(heading(page, 'Do you have a code to redeem?')).toBeVisible();
  await check('invite code');
  await next(page);

  await button(page, 'Soccer').click();
  await check('sports');
  await next(page);
  await page.getByRole('checkbox', { name: 'Athlete' }).check();
  await expect(button(page, 'Confirm')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Club').click();
  await check('roles');
  await button(page, 'Confirm').click();

  await expect(page.getByText('Your 14-day free trial of Soccer has started.')).toBeVisible();
  await check('first welcome');
  await button(page, 'Start').click();
  await expect(page).toHaveURL(/\/home$/);
});

test("ACC-027 ACC-028 ACC-029 ACC-068 ACC-085 ACC-086 Back keeps the input, also the browser's; a person who is too young gets a message; leaving deletes it", async ({
  page,
}) => {
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill('Ida');
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Last name').fill('Berg');
  await next(page);
  await expect(page.getByText('You must be 13 or older to join Sideline.')).toBeVisible();
  await button(page, 'Return to Sign up').click();
  await page.getByLabel('I am 13 years of age or older').check();
  await next(page);
  await page.getByLabel('Email address').fill('ida@mail.example');
  await next(page);
  await expect(heading(page, 'What should we call you?')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Email address')).toHaveValue('ida@mail.example');
  await button(page, 'Back').click();
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await button(page, 'Cancel sign up').click();
  await button(page, 'Cancel and Exit Sign Up').click();
  await page.getByRole('link', { name: 'Join now' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('ACC-096 ACC-097 a taken email and a taken username are reported under their field', async ({ page }) => {
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('I am 13 years of age or older').check();
  await next(page);
  await page.getByLabel('Email address').fill('MIA@sideline.example');
  await next(page);
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/This email has already been used/);
  await page.getByLabel('Email address').fill('mia.b@mail.example');
  await next(page);
  await page.getByLabel('Username').fill('MIA');
  await next(page);
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username has already been used/);
});

test('ACC-035 ACC-036 ACC-054 ACC-069 ACC-132 declining asks, accepting goes on; a registration left with its progress saved is taken up at the next sign-in', async ({
  page,
  app,
}) => {
  await page.goto('/sign-up');
  await fillToCode(page, { first: 'Lea', username: 'lea9', digits: '7700900143' });
  await enterCode(page, await codeFor(app.url, '+447700900143'));
  await button(page, 'Decline').click();
  await expect(page.getByText('Are you sure you want to exit sign up?')).toBeVisible();
  await button(page, 'Close').click();
  await expect(heading(page, "What's your phone number?")).toBeVisible();
  await next(page);
  await expect(heading(page, 'We sent you a code.')).toBeVisible();
  await enterCode(page, await codeFor(app.url, '+447700900143'));
  await button(page, 'Decline').click();
  await button(page, 'Accept and continue sign up').click();

  await page.getByRole('link', { name: 'Join as a Member' }).click();
  await next(page);
  await button(page, 'Baseball Beta').click();
  await next(page);
  await expect(heading(page, 'What is a Beta Sport?')).toBeVisible();
  await next(page);
  await page.getByRole('checkbox', { name: 'Fan' }).check();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Fan' })).toBeChecked();
  await button(page, 'Exit').click();
  await button(page, 'Exit and save progress').click();
  await page.getByRole('link', { name: 'Sign in' }).click();

  await page.getByLabel('Username or Email').fill('lea9@mail.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
  await button(page, 'Continue where you stopped').click();
  await expect(page.getByRole('checkbox', { name: 'Fan' })).toBeChecked();
  await button(page, 'Confirm').click();
  await expect(page.getByText('Welcome to the Baseball Beta community.')).toBeVisible();
});

test('ACC-037 ACC-137 sign-in: a wrong password is reported under its field, the right one leads to where the person wanted to go', async ({
  page,
}) => {
  await page.goto('/sign-in?next=%2Flegal');
  await expect(heading(page, 'Welcome back!')).toBeFocused();
  await expectAccessible(page, 'sign-in');
  await page.getByLabel('Username or Email').fill('mia');
  await page.getByLabel('Password', { exact: true }).fill('not-hers');
  await button(page, 'Sign in').click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/is not right/);
  await page.getByLabel('Password', { exact: true }).fill('Sideline-2026!');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/legal$/);
  await page.goto('/sign-in');
  await expect(page).toHaveURL(/\/home$/);
});

test('ACC-040 ACC-041 ACC-042 ACC-075 a forgotten password: code by mail, a new password, sign-in with it; the registration goes on', async ({
  page,
  app,
}) => {
  const first = await addAccount(app.url, { first: 'Noa', username: 'noa5', digits: '7700900145' });
  await page.goto('/sign-in');
  await button(page, 'Forgot password?').click();
  await expectAccessible(page, 'forgot password');
  await page.getByRole('link', { name: 'Via email' }).click();
  await page.getByLabel('Email address').fill('noa5@mail.example');
  await button(page, 'Send code').click();
  await expect(page.getByText('If an account exists, we have sent a code.')).toBeVisible();
  await expectAccessible(page, 'reset code');
  // The first code to this address was the one of the registration.
  await enterCode(page, await codeFor(app.url, 'noa5@mail.example', first));
  await page.getByLabel('New password', { exact: true }).fill('Touch-line8');
  await page.getByLabel('Confirm password').fill('Touch-line8');
  await expectAccessible(page, 'new password');
  await button(page, 'Save password').click();
  await expect(heading(page, 'Welcome back!')).toBeVisible();
  await page.getByLabel('Username or Email').fill('noa5');
  await page.getByLabel('Password', { exact: true }).fill('Touch-line8');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/choose-membership-type$/);
});

test('ACC-078 offline, forms wait: the button shows the reason and the input stays; online it leads to the dashboard', async ({
  page,
  context,
}) => {
  await page.goto('/sign-in');
  await page.getByLabel('Username or Email').fill('mia');
  await page.getByLabel('Password', { exact: true }).fill('Sideline-2026!');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(button(page, 'Sign in')).toHaveAccessibleDescription('Connect to the internet to sign in');
  await button(page, 'Sign in').click({ force: true });
  await expect(page.getByLabel('Username or Email')).toHaveValue('mia');
  await context.setOffline(false);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/home$/);
});
