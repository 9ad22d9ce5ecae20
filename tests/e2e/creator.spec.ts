import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { button, codeFor, enterCode, fillToCode, heading, next } from '#tests/support/join-page.ts';
import { tile, upload } from '#tests/support/library-page.ts';
import { pictureFile, videoFile } from '#tests/support/media.ts';

test.setTimeout(300_000);
test.use({ actionTimeout: 20_000 });

const slide = (page: Page, question: string) => page.getByLabel(question).fill('10');
const yes = async (page: Page, ...questions: string[]) => {
  for (const question of questions)
    await page.getByRole('group', { name: question }).getByRole('radio', { name: 'Yes' }).check();
};
const tag = (page: Page, question: string, name: string) =>
  page.getByRole('group', { name: question }).getByRole('button', { name, exact: true }).click();

/** Answers the coaching application with 63 points. */
const answer = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).check();
  await button(page, 'Youth').click();
  await expectAccessible(page, 'roles of the application');
  await next(page);
  await expect(heading(page, 'Playing Experience')).toBeVisible();
  await slide(page, 'How many years have you played Soccer?');
  await yes(page, 'Have you competed at national level or above?');
  await expectAccessible(page, 'questions of the application');
  await next(page);
  await expect(heading(page, 'Coaching Experience')).toBeVisible();
  await slide(page, 'How many years have you coached Soccer?');
  await tag(page, 'Which age groups have you coached?', '8–12');
  await tag(page, 'Which levels have you coached?', 'Club');
  await next(page);
  await expect(heading(page, 'Achievements')).toBeVisible();
  await slide(page, 'How many championships have you won as an athlete or a coach?');
  await yes(page, 'Have you coached an athlete to a national team?');
  await next(page);
  await expect(heading(page, 'Certification')).toBeVisible();
  await yes(page, 'Do you hold a recognised coaching certification?', 'Do you hold a current first-aid certificate?');
  await next(page);
  await expect(heading(page, 'Teaching')).toBeVisible();
  await tag(page, 'Which topics will you teach?', 'Tactics');
  await slide(page, 'How many pieces of content can you publish per month?');
  await next(page);
  await expectAccessible(page, 'commitment');
  await button(page, 'I commit').click();
};

const createChannel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create Channel' }).click();
  await page.getByRole('radio', { name: 'Soccer' }).check();
  await next(page);
  for (const [label, width, height] of [
    ['logo', 400, 400],
    ['cover', 1600, 900],
  ] as const) {
    await page.getByLabel(`Upload ${label}`).setInputFiles(await pictureFile('jpg', width, height));
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeHidden();
  }
  await page.getByLabel('Name').fill('First touch');
  await page.getByRole('button', { name: 'Create Channel' }).click();
  // The first public act of a new person.
  const age = page.getByRole('dialog', { name: 'When were you born?' });
  await age.getByLabel('Date of birth').fill('1990-04-12');
  await age.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'First touch')).toBeVisible();
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
    await createChannel(page);

    await page.goto('/library');
    await upload(page, 'First lesson.mp4', await videoFile({ seconds: 4 }));
    await expect(tile(page, 'First lesson').getByText('In Library')).toBeVisible({ timeout: 120_000 });
    await button(page, 'More actions for First lesson').click();
    await button(page, 'Add Content to Channel').click();
    // There is one channel, so the choice of a channel is skipped.
    await next(page);
    await expect(heading(page, 'Add tags')).toBeVisible();
    await button(page, 'Publish').click();
    await expect(page.getByText('‘First lesson’ is live.')).toBeVisible({ timeout: 60_000 });
  },
);
