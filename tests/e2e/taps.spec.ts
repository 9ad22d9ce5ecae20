import { expect, test } from '#tests/support/app.ts';
import { apiOf, readyForOffline, signIn } from '#tests/support/people.ts';

test('a tap in the last moment of a page is kept: what was not in the database yet is there at the next start', async ({
  page,
  context,
  app,
}) => {
  await signIn(page, 'mia');
  await page.goto('/community');
  const follow = page.getByRole('button', { name: /^(Follow|Unfollow) / }).first();
  await expect(follow).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  const label = (await follow.getAttribute('aria-label'))!;
  const [, act, channelName] = /^(Follow|Unfollow) (.*)$/.exec(label)!;
  // The page hears the tap and nothing after it: no database answers it any more before it is gone.
  await page.evaluate((name) => {
    document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)!.click();
    IDBObjectStore.prototype.add = () => new EventTarget() as never;
    IDBObjectStore.prototype.put = () => new EventTarget() as never;
    location.replace('/outbox');
  }, label);
  await expect(page.getByRole('listitem')).toHaveCount(1);

  await context.setOffline(false);
  await expect(page.getByRole('listitem')).toHaveCount(0);
  const read = await apiOf(app.url, 'mia');
  const { results } = await read<{ results: { name: string }[] }>('/channels/followed');
  expect(results.some(({ name }) => name === channelName)).toBe(act === 'Follow');
});
