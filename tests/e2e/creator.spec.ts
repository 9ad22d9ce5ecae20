import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { choose, createFirstChannel, publishFirstVideo, slide, yesNo } from '#tests/support/creator-page.ts';
import { button, codeFor, enterCode, fillToCode, heading, next } from '#tests/support/join-page.ts';

test.setTimeout(300_000);
test.use({ actionTimeout: 20_000 });

/** Answers the coaching application with 63 points. */
const answer = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).check();
  await button(page, 'Youth').click();
  await expectAccessible(page, 'roles of the application');
  await next(page);
  await expect(heading(page, 'Playing Experience')).toBeVisible();
  await slide(page, 'How many years have you played Soccer?', 10);
  await yesNo(page, 'Yes', 'Have you competed at national level or above?');
  await expectAccessible(page, 'questions of the application');
  await next(page);
  await expect(heading(page, 'Coaching Experience')).toBeVisible();
  await slide(page, 'How many years have you coached Soccer?', 10);
  await choose(page, 'Which age groups have you coached?', '8–12');
  await choose(page, 'Which levels have you coached?', 'Club');
  await next(page);
  await expect(heading(page, 'Achievements')).toBeVisible();
  await slide(page, 'How many championships have you won as an athlete or a coach?', 10);
  await yesNo(page, 'Yes', 'Have you coached an athlete to a national team?');
  await next(page);
  await expect(heading(page, 'Certification')).toBeVisible();
  await yesNo(
    page,
    'Yes',
    'Do you hold a recognised coaching certification?',
    'Do you hold a current first-aid certificate?',
  );
  await next(page);
  await expect(heading(page, 'Teaching')).toBeVisible();
  await choose(page, 'Which topics will you teach?', 'Tactics');
  await slide(page, 'How many pieces of content can you publish per month?', 10);
  await next(page);
  await expectAccessible(page, 'commitment');
  await button(page, 'I commit').click();
};

test(
  'ACC-049 ACC-141 APP-006 APP-012 APP-013 APP-036 NAV-041 NAV-051 NAV-052 NAV-054 NAV-055 a person joins as a Creator, is approved by points and publishes a first video',
  ONLINE,
  async ({ page, app }) => {
    await page.goto('/welcome');
    await page.getByRole('link', { name: 'Join now' }).click();
    await fillToCode(page, { first: 'Carla', username: 'carlacoach', digits: '7700 900 871' });
    await enterCode(page, await codeFor(app.url, '+447700900871'));
    await button(page, 'Accept').click();
    await page.getByRole('link', { name: 'Join as a Creator' }).click();
    await page.getByRole('radio', { name: 'Sports Coaching' }).check();
    await next(page);
    await expect(heading(page, 'Do you have a code to redeem?')).toBeVisible();
    await next(page);
    await button(page, 'Soccer').click();
    await next(page);
    await expect(page).toHaveURL(/\/coaching-application$/);
    await answer(page);

    await expect(page).toHaveURL(/\/verify-result$/);
    await expect(page.getByText('63 points', { exact: true })).toBeVisible();
    await page.getByText('Playing Experience', { exact: true }).click();
    await expect(page.getByRole('cell', { name: '10+' }).first()).toBeVisible();
    await expectAccessible(page, 'points');
    await next(page);
    await expect(heading(page, 'Application sent')).toBeVisible();
    await next(page);
    await expect(heading(page, 'Welcome, Carla.')).toBeVisible();
    await button(page, 'Start').click();
    await expect(page).toHaveURL(/\/channels$/);
    await createFirstChannel(page, 'First touch');

    await page.goto('/library');
    await publishFirstVideo(page, 'First lesson');
  },
);
