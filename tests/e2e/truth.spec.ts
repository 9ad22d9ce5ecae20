import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { apiOf, navigate, openSignedIn } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

interface Item {
  id: string;
  title: string;
  locked: boolean;
  pricingCategory: string;
  channel: { id: string };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The demo's media are prepared behind the start: waits until the sport has a locked and a free item. */
const findItems = async (url: string, sport: string): Promise<{ locked: Item; free: Item }> => {
  const read = await apiOf(url, 'mia');
  let items: Item[] = [];
  const find = () => ({
    locked: items.find((item) => item.locked),
    free: items.find((item) => item.pricingCategory === 'free'),
  });
  await expect
    .poll(
      async () => {
        items = (await read<{ results: Item[] }>(`/channels/contents/all/sports/${sport}/all/newest?limit=100`))
          .results;
        const { locked, free } = find();
        return locked !== undefined && free !== undefined;
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  return find() as { locked: Item; free: Item };
};

test('SPO-006 SPO-007 SPO-008 SUB-004 SUB-036 SUB-039 SUB-040 WAT-008 a locked page names the terms and what is free; subscribing says so, reads 14 days, and takes the locks away; a Beta sport asks before it is joined, and a second one shows why not', async ({
  page,
  app,
}) => {
  const { locked, free } = await findItems(app.url, 'tennis');
  await openSignedIn(page, 'mia');
  await page.goto(`/watch-channel?content=${locked.id}&channelId=${locked.channel.id}`);
  await expect(page.getByText('14-day free trial, then $3.99 per month')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Free to watch now' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Free to watch now' }).getByRole('link', { name: free.title }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Will be played next' })).toHaveCount(0);
  await expectAccessible(page, 'locked');
  await expect(page.getByRole('link', { name: 'Subscribe to Tennis' })).toHaveAttribute(
    'href',
    '/sport-subscribe-current-role?sport=tennis&from=watch-channel',
  );

  await navigate(page, '/sport-page?sportId=tennis&sportName=Tennis');
  const locks = page.getByRole('article').getByText('Member-Only');
  await expect(locks).not.toHaveCount(0);
  await button(page, 'Subscribe').click();
  await page.getByRole('checkbox', { name: 'Fan' }).check();
  await button(page, 'Confirm').click();
  await button(page, 'Start free trial').click();
  await expect(page.getByText('Your 14-day free trial of Tennis has started.')).toBeVisible();
  await button(page, 'Go to Tennis').click();
  await expect(page.getByText('Subscribed', { exact: true })).toBeVisible();
  await expect(page.getByText('Trial: 14 days left, then $3.99 per month.')).toBeVisible();
  await expect(page.getByText('All Member-Only content of Tennis is open to you.')).toBeVisible();
  await expect(locks).toHaveCount(0);
  for (const role of ['button', 'link'] as const)
    await expect(page.getByRole(role, { name: 'Subscribe', exact: true })).toHaveCount(0);
  // Tall enough that no tile is half below the tab bar.
  await page.setViewportSize({ width: 390, height: 2400 });
  await expectAccessible(page, 'subscribed');

  await navigate(page, '/sport-page?sportId=rugby&sportName=Rugby');
  await button(page, 'Join').click();
  const sheet = page.getByRole('dialog', { name: 'Join Rugby' });
  await expect(sheet.getByText('A Beta sport is free while its community grows.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/sport-subscribe-current-role\?sport=rugby&from=sport-page$/);
  await page.getByRole('checkbox', { name: 'Fan' }).check();
  await button(page, 'Confirm').click();
  await expect(page.getByRole('heading', { name: 'Welcome to the Rugby Beta community.' })).toBeVisible();
  await button(page, 'Go to Rugby').click();
  await expect(page.getByRole('heading', { name: 'Rugby', exact: true })).toBeVisible();
  await expect(page.getByText('Subscribed', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Community' }).click();
  await expect(
    page.getByText(
      'No channels have been followed yet. Go to your Community section to find channels recommended for you.',
    ),
  ).toBeVisible();
  await button(page, 'Go to Recommended Channels').click();
  await expect(page).toHaveURL(/\/community\?tab=recommended/);
  await navigate(page, '/sport-page?sportId=cricket&sportName=Cricket');
  await button(page, 'Join').click();
  await expect(
    page.getByRole('dialog', { name: 'You can only join one Beta Sport Community at a time' }),
  ).toBeVisible();
  await expectAccessible(page, 'second beta');
});
