import { expect, test } from '#tests/support/app.ts';
import { apiOf, readyForOffline, openSignedIn } from '#tests/support/people.ts';

test('a tap just before the page closes is kept: a change not yet in the database is there at the next start', async ({
  page,
  context,
  app,
}) => {
  await openSignedIn(page, 'mia');
  await page.goto('/community');
  const follow = page.getByRole('button', { name: /^(Follow|Unfollow) / }).first();
  await expect(follow).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  const label = (await follow.getAttribute('aria-label'))!;
  const [, act, channelName] = /^(Follow|Unfollow) (.*)$/.exec(label)!;
  // The page handles the tap only: the database does not respond any more before the page is closed.
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
