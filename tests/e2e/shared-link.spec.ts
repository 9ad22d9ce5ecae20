import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
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

for (const [what, next, leadsTo] of [
  ['a shared link survives signing in', undefined, undefined],
  ['an address of another site does not lead there', 'https://evil.example/', '/home'],
] as const) {
  test(what, async ({ page, app }) => {
    test.setTimeout(240_000);
    const address = next === undefined ? await itemAddress(app.url, 'soccer', false) : `/welcome?next=${next}`;
    await page.goto(address);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username or Email').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('Sideline-2026!');
    await button(page, 'Sign in').click();
    await expect(page).toHaveURL(`${app.url}${leadsTo ?? address}`);
  });
}
