import type { Page } from '@playwright/test';
import { expect } from './app.ts';
import { button, heading, next } from './join-page.ts';
import { tile, upload } from './library-page.ts';
import { pictureFile, videoFile } from './media.ts';
import { dialogsGone } from './people.ts';

/** Answers a question of an application from 0 to 10. */
export const slide = (page: Page, question: string, to: number) => page.getByLabel(question).fill(String(to));

/** Answers questions of an application with Yes or No. */
export const yesNo = async (page: Page, answer: 'Yes' | 'No', ...questions: string[]): Promise<void> => {
  for (const question of questions)
    await page.getByRole('group', { name: question }).getByRole('radio', { name: answer }).check();
};

/** Chooses one answer of a question of an application. */
export const choose = (page: Page, question: string, name: string) =>
  page.getByRole('group', { name: question }).getByRole('button', { name, exact: true }).click();

/** Creates a channel in Soccer on the page of one's channels, as a person who has done nothing public before. */
export const createFirstChannel = async (page: Page, name: string): Promise<void> => {
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
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create Channel' }).click();
  const age = page.getByRole('dialog', { name: 'When were you born?' });
  await age.getByLabel('Date of birth').fill('1990-04-12');
  await age.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, name)).toBeVisible();
  await dialogsGone(page);
};

/** Uploads a video of 4 s in the Library, which is open, and publishes it on the only channel. */
export const publishFirstVideo = async (page: Page, title: string): Promise<void> => {
  await upload(page, `${title}.mp4`, await videoFile({ seconds: 4 }));
  await expect(tile(page, title).getByText('In Library')).toBeVisible({ timeout: 120_000 });
  await button(page, `More actions for ${title}`).click();
  await button(page, 'Add Content to Channel').click();
  // There is one channel, so the choice of a channel is skipped.
  await next(page);
  await expect(heading(page, 'Add tags')).toBeVisible();
  await button(page, 'Publish').click();
  await expect(page.getByText(`‘${title}’ is live.`)).toBeVisible({ timeout: 60_000 });
};
