import type { Page } from '@playwright/test';
import { expect, ONLINE } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/own-rows.ts';
import { apiOf, navigate, signIn } from '#tests/support/people.ts';

/** The accounts whose data the device has. */
const accountsOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => /^sideline-([0-9a-f-]{36})$/.exec(name!)?.[1] ?? []),
  );

test(
  'ADM-003 ADM-004 ADM-005 ADM-006 ADM-027 NAV-094 an operator logs in as a Creator, sees what they see, and leaves nothing behind',
  ONLINE,
  async ({ page, app, sql }) => {
    await sql.query(`update users set is_superadmin = true where username = 'mia'`);
    const mia = await (await apiOf(app.url, 'mia'))<{ userId: string }>('/users/me');
    const ana = await (
      await apiOf(app.url, 'ana')
    )<{ userId: string; learnerId: string; educatorId: string }>('/users/me');
    await signIn(page, 'mia');
    expect(await accountsOn(page)).toEqual([mia.userId]);
    await navigate(page, '/admin/people');
    await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('ana');
    const card = page.getByRole('listitem').filter({ hasText: '@ana ' });
    await card.getByRole('button', { name: 'Log in as admin', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason', { exact: true }).fill('She cannot find a folder.');

    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    // While the exchange waits, the tokens are out of the address already.
    let addressMeanwhile = '';
    await page.route('**/api/auth/impersonate/exchange', async (route) => {
      await expect(page).toHaveURL(/\/log-in-as-admin$/);
      addressMeanwhile = page.url();
      await route.continue();
    });
    await sheet.getByRole('button', { name: 'Log in as admin', exact: true }).click();
    await expect(page).toHaveURL(/\/channels$/);
    expect(addressMeanwhile).toBe(`${app.url}/log-in-as-admin`);
    expect(calls).toContain('GET /api/logout');
    const notice = page.getByRole('complementary', { name: 'Operator' });
    await expect(notice).toContainText(/You are in the account of Ana .+ until /);
    await expectAccessible(page, 'the account of a person');
    expect(await accountsOn(page)).toEqual([ana.userId]);
    // The ids of the person are on the device.
    const kept = await page.evaluate(
      (userId) =>
        new Promise<unknown>((resolve, reject) => {
          const opening = indexedDB.open(`sideline-${userId}`);
          opening.addEventListener('error', () => reject(opening.error!));
          opening.addEventListener('success', () => {
            const read = opening.result.transaction('me').objectStore('me').get(userId);
            read.addEventListener('success', () => resolve(read.result));
          });
        }),
      ana.userId,
    );
    expect(kept).toMatchObject({ userId: ana.userId, learnerId: ana.learnerId, educatorId: ana.educatorId });

    await notice.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    expect(await accountsOn(page)).toEqual([]);

    // A link that was used, or that nobody made.
    await signIn(page, 'mia');
    await page.goto(`/log-in-as-admin?access=a&refresh=b&userId=${ana.userId}&profileId=${ana.userId}`);
    await expect(page.getByRole('heading', { name: 'Oops something went wrong', exact: true, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/log-in-as-admin$/);
    await expectAccessible(page, 'a link that does not work');
    expect(await accountsOn(page)).toEqual([mia.userId]);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);
