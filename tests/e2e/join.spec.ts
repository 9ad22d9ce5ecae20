import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { apiOf, signIn } from '#tests/support/people.ts';
import {
  PASSWORD,
  codeFor,
  addAccount,
  button,
  next,
  heading,
  fillToCode,
  enterCode,
} from '#tests/support/join-page.ts';

test.use(WITHOUT_WORKER);

/** The address of an item that a Member of other sports may not open, or of one that mia may. */
const itemAddress = async (url: string, sport: string, isLocked: boolean): Promise<string> => {
  const read = await apiOf(url, 'mia');
  let address = '';
  await expect
    .poll(
      async () => {
        const { results } = await read<{ results: { id: string; locked: boolean; channel: { id: string } }[] }>(
          `/channels/contents/all/sports/${sport}/all/newest?limit=100`,
        );
        const item = results.find(({ locked }) => locked === isLocked);
        if (item) address = `/watch-channel?content=${item.id}&channelId=${item.channel.id}`;
        return address;
      },
      { timeout: 120_000 },
    )
    .not.toBe('');
  return address;
};

test('ACC-003 ACC-006 ACC-007 ACC-030 ACC-031 ACC-032 ACC-033 ACC-034 ACC-045 ACC-046 ACC-047 ACC-048 ACC-050 ACC-093 ACC-104 ACC-107 ACC-113 ACC-114 ACC-115 ACC-127 INV-002 SPO-015 a Member joins by a shared link, with reloads on the way: welcome, six steps, terms, membership, sport, roles, then the page of the link, locked', async ({
  page,
  app,
}) => {
  const check = (where: string) => expectAccessible(page, where);
  const address = await itemAddress(app.url, 'ice-hockey', true);
  await page.goto(address);
  await expect(page).toHaveURL(/\/welcome\?next=/);
  await expect(page.getByText('Connect with world-class Creators')).toBeVisible();
  await check('welcome');
  await page.getByRole('link', { name: 'Join now' }).click();
  await expect(heading(page, "What's your name?")).toBeFocused();
  await expect(page).toHaveTitle('Join Sideline, step 1 of 6 · Sideline');
  await page.reload();
  await fillToCode(page, { first: 'Maya', username: 'maya7', digits: '7700 900 142' }, check);
  expect(new URL(page.url()).searchParams.get('next')).toBe(address);

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
  await button(page, 'Privacy Policy').click();
  await expect(page.getByRole('dialog', { name: 'Privacy Policy' }).getByRole('heading').nth(1)).toBeVisible();
  await button(page, 'Close').click();
  await button(page, 'Accept').click();

  await expect(heading(page, 'Choose your membership')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Join as a Creator' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply to join as an Organization' })).toBeVisible();
  await check('membership');
  await page.getByRole('link', { name: 'Join as a Member' }).click();
  await expect(page).toHaveURL(/\/learner\/invite-code\?next=1$/);
  await expect(heading(page, 'Do you have a code to redeem?')).toBeVisible();
  await check('invite code');
  await next(page);

  await button(page, 'Soccer').click();
  await page.reload();
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
  await expect(page).toHaveURL(`${app.url}${address}`);
  await expect(page.getByText('Oops! You need to subscribe to the sport')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe to Ice Hockey' })).toBeVisible();
  // It led there once.
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
});

test('two tabs sign up next to each other: each keeps its own input, and one leaves once the other has signed in', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [tab, name] of [
    [page, 'Ida'],
    [other, 'Bo'],
  ] as const) {
    await tab.goto('/sign-up');
    await tab.getByLabel('First name').fill(name);
    await tab.getByLabel('Last name').fill('Berg');
    await tab.getByLabel('I am 13 years of age or older').check();
    await next(tab);
    await tab.getByLabel('Email address').fill(`${name.toLowerCase()}@mail.example`);
  }
  for (const [tab, email] of [
    [page, 'ida@mail.example'],
    [other, 'bo@mail.example'],
  ] as const) {
    await tab.reload();
    await expect(tab.getByLabel('Email address')).toHaveValue(email);
  }
  await signIn(page, 'mia');
  await expect(other).toHaveURL(/\/home$/);
});

test('ACC-031 ACC-035 ACC-036 ACC-054 ACC-069 ACC-132 declining asks, accepting goes on; a registration left with its progress saved is taken up at the next sign-in', async ({
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
  const exit = page.getByRole('dialog', { name: 'Exit sign up?' });
  await expect(exit.getByRole('button', { name: "Exit, but don't save progress" })).toBeVisible();
  await exit.getByRole('button', { name: 'Back' }).click();
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

test('ACC-037 ACC-038 ACC-039 ACC-044 ACC-137 a shared link survives signing in: Back keeps it, a wrong password is said under its field, offline the form waits with the reason', async ({
  page,
  context,
  app,
}) => {
  const address = await itemAddress(app.url, 'soccer', false);
  const password = page.getByLabel('Password', { exact: true });
  const isKept = (where: string) =>
    expect(page).toHaveURL((url) => url.pathname === where && url.searchParams.get('next') === address);
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(heading(page, 'Welcome back!')).toBeFocused();
  await isKept('/sign-in');
  await expectAccessible(page, 'sign-in');
  await button(page, 'Back').click();
  await isKept('/welcome');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username or Email').fill('mia');
  await password.fill('not-hers');
  await button(page, 'Sign in').click();
  await expect(password).toHaveAccessibleDescription(/is not right/);

  await password.fill('Sideline-2026!');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(button(page, 'Sign in')).toHaveAccessibleDescription('Connect to the internet to sign in');
  await button(page, 'Sign in').click({ force: true });
  await expect(page.getByLabel('Username or Email')).toHaveValue('mia');
  await expect(password).toHaveValue('Sideline-2026!');
  await context.setOffline(false);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(`${app.url}${address}`);
  await page.goto('/sign-in');
  await expect(page).toHaveURL(/\/home$/);
});

test('ACC-040 ACC-041 ACC-042 ACC-043 ACC-075 NAV-018 NAV-019 NAV-040 a forgotten password: code by mail, a new password, sign-in with it; the registration goes on', async ({
  page,
  app,
}) => {
  const first = await addAccount(app.url, { first: 'Noa', username: 'noa5', digits: '7700900145' });
  await page.goto('/sign-in');
  await button(page, 'Forgot password?').click();
  await expectAccessible(page, 'forgot password');
  await page.getByRole('dialog', { name: 'Forgot password?' }).getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('dialog', { name: 'Forgot password?' })).toHaveCount(0);
  await button(page, 'Forgot password?').click();
  await page.getByRole('link', { name: 'Via SMS' }).click();
  // The address changes before the page does, and both pages have a Back.
  await expect(heading(page, "What's your phone number?")).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password-sms$/);
  await button(page, 'Back').click();
  await button(page, 'Forgot password?').click();
  await page.getByRole('link', { name: 'Via email' }).click();
  await expect(page).toHaveURL(/\/reset-password-email$/);
  await page.getByLabel('Email address').fill('noa5@mail.example');
  await button(page, 'Send code').click();
  await expect(page.getByText('If an account exists, we have sent a code.')).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password-confirm\?/);
  await expectAccessible(page, 'reset code');
  // The first code to this address was the one of the registration.
  await enterCode(page, await codeFor(app.url, 'noa5@mail.example', first));
  await expect(page).toHaveURL(/\/new-password$/);
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
