import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { codeFor, button, next, heading, fillToCode, enterCode } from '#tests/support/join-page.ts';
import { apiOf } from '#tests/support/people.ts';

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

test('a shared link survives joining, with reloads on the way, and opens the page of its sport where it is locked', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  const address = await itemAddress(app.url, 'ice-hockey', true);
  await page.goto(address);
  await expect(page).toHaveURL(/\/welcome\?next=/);
  await page.getByRole('link', { name: 'Join now' }).click();
  await expect(heading(page, "What's your name?")).toBeVisible();
  await page.reload();
  const person = { first: 'Lena', username: 'lena9', digits: '7700 900 155' };
  await fillToCode(page, person);
  expect(new URL(page.url()).searchParams.get('next')).toBe(address);
  await enterCode(page, await codeFor(app.url, '+447700900155'));
  await button(page, 'Accept').click();

  await expect(heading(page, 'Choose your membership')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Join as a Member' }).click();
  await next(page);
  await button(page, 'Soccer').click();
  await page.reload();
  await button(page, 'Soccer').click();
  await next(page);
  await page.getByRole('checkbox', { name: 'Athlete' }).check();
  await button(page, 'Club').click();
  await button(page, 'Confirm').click();
  await expect(page.getByText('Your 14-day free trial of Soccer has started.')).toBeVisible();
  await button(page, 'Start').click();
  await expect(page).toHaveURL(`${app.url}${address}`);
  await expect(page.getByText('Oops! You need to subscribe to the sport')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe to Ice Hockey' })).toBeVisible();
  // It led there once.
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
});

test('ACC-037 ACC-038 ACC-039 ACC-044 ACC-137 a shared link survives signing in: Back keeps it, a wrong password is said under its field, offline the form waits with the reason', async ({
  page,
  context,
  app,
}) => {
  test.setTimeout(240_000);
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
