import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { navigate, openSignedIn } from '#tests/support/people.ts';
import { button, codeFor, enterCode, fillToCode, heading, next } from '#tests/support/join-page.ts';

test.use(WITHOUT_WORKER);

test('D-216 NAV-080 NAV-081 an invitation by mail leads from its link in another browser to joined, and the sender sees it', async ({
  page,
  app,
  browser,
}) => {
  await openSignedIn(page, 'ana');
  await navigate(page, '/invite-friend/email/create');
  await page.getByLabel('Email of your friend').fill('invited.friend@mail.example');
  await button(page, 'Confirm an Invite').click();
  await expect(page).toHaveURL(/\/invite-friend$/);
  const row = page.getByRole('listitem').filter({ hasText: 'invited.friend@mail.example' });
  await expect(row.getByText('Pending', { exact: true })).toBeVisible();
  const name = await row.getByRole('button', { name: /^More actions for / }).getAttribute('aria-label');
  const code = name!.split(' ').at(-1)!;

  const context = await browser.newContext({ baseURL: app.url, ...WITHOUT_WORKER });
  const friend = await context.newPage();
  await friend.goto(`/invitation/${code}`);
  await expect(heading(friend, 'Ana invites you to Sideline.')).toBeVisible();
  await friend.getByRole('link', { name: 'Join Sideline' }).click();
  await fillToCode(friend, { first: 'Leo', username: 'leoinvited', digits: '7700 900 877' });
  await enterCode(friend, await codeFor(app.url, '+447700900877'));
  await button(friend, 'Accept').click();
  await friend.getByRole('link', { name: 'Join as a Member' }).click();
  await expect(friend.getByRole('textbox', { name: 'Invite code' })).toHaveValue(code);
  await next(friend);
  await expect(heading(friend, 'Your code worked.')).toBeVisible();
  await next(friend);
  await button(friend, 'Soccer').click();
  await next(friend);
  await friend.getByRole('checkbox', { name: 'Fan' }).check();
  await button(friend, 'Confirm').click();
  await expect(friend.getByText('Your 14-day free trial of Soccer has started.')).toBeVisible();
  await context.close();

  await navigate(page, '/invite-friend?status=joined');
  await expect(row.getByText('Joined', { exact: true })).toBeVisible();
  await navigate(page, '/notifications');
  await expect(page.getByText('Leo Okafor joined with your invitation.')).toBeVisible();
});
