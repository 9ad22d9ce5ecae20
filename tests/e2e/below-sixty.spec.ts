import { readFile } from 'node:fs/promises';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { expect, ONLINE } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { choose, createFirstChannel, publishFirstVideo, slide, yesNo } from '#tests/support/creator-page.ts';
import { button, codeFor, enterCode, fillToCode, heading, next, PASSWORD } from '#tests/support/join-page.ts';
import { named, type List } from '#tests/support/library-page.ts';
import { pdfFile } from '#tests/support/media.ts';
import { test } from '#tests/support/own-rows.ts';
import { apiOf, dialogsGone, navigate, openSignedIn } from '#tests/support/people.ts';

test.use({ viewport: { width: 360, height: 780 }, actionTimeout: 20_000 });

const REASON = 'The diploma was checked with the university.';

const openPage = async (browser: Browser, baseURL: string, viewport: ViewportSize): Promise<Page> =>
  (await browser.newContext({ baseURL, viewport, serviceWorkers: 'block' })).newPage();

/** Answers the science application with 17 points: 10 for a degree, 5 for three answers from 0 to 10, and 2 chosen ones. */
const answer = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Biomechanics' }).check();
  await next(page);
  // The browser's Back is the wizard's, and a reload keeps the step.
  const education = heading(page, 'Do you have a degree or a license?');
  await expect(education).toBeVisible();
  await page.reload();
  await expect(education).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Biomechanics' })).toBeChecked();
  await expectAccessible(page, 'science application');
  await next(page);
  await page.getByRole('radio', { name: 'Degree', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Biomechanics' }).check();
  await page.getByRole('group', { name: 'Levels of Biomechanics' }).getByRole('button', { name: 'Bachelor' }).click();
  await next(page);
  await page.getByLabel('Name of the institution').fill('University of Zagreb');
  await page.getByLabel('Website of the institution').fill('www.university.example');
  await page.getByRole('combobox', { name: 'Graduation year' }).click();
  await page.getByRole('option', { name: '2015' }).click();
  await page.getByLabel('Add a document').setInputFiles([await named('diploma.pdf', await pdfFile(1))]);
  await expect(page.getByRole('list', { name: 'Your documents' })).toContainText('diploma.pdf');
  await next(page);
  await expect(heading(page, 'Practice')).toBeVisible();
  await slide(page, 'How many years have you practised in your field?', 3);
  await yesNo(page, 'No', 'Do you work with athletes at present?');
  await choose(page, 'Which groups do you work with?', 'Youth');
  await next(page);
  await expect(heading(page, 'Research')).toBeVisible();
  await yesNo(page, 'No', 'Have you taught at a college or university?');
  await next(page);
  await expect(heading(page, 'Sport Knowledge')).toBeVisible();
  await slide(page, 'How many years have you worked in Soccer?', 2);
  await next(page);
  await expect(heading(page, 'Teaching')).toBeVisible();
  await choose(page, 'Which topics will you teach?', 'Assessment');
  await next(page);
  await button(page, 'I commit').click();
};

test(
  'APP-001 APP-004 APP-006 APP-012 APP-013 D-222 NAV-053 below 60 points a person reviews the application: from the welcome page by the desk to a first video that a Member watches',
  ONLINE,
  async ({ page, app, browser, sql }) => {
    await page.goto('/welcome');
    await page.getByRole('link', { name: 'Join now' }).click();
    await fillToCode(page, { first: 'Vera', username: 'verascience', digits: '7700 900 872' });
    await enterCode(page, await codeFor(app.url, '+447700900872'));
    await button(page, 'Accept').click();
    await page.getByRole('link', { name: 'Join as a Creator' }).click();
    await page.getByRole('radio', { name: 'Sports Science' }).check();
    await next(page);
    await expect(heading(page, 'Do you have a code to redeem?')).toBeVisible();
    await next(page);
    await button(page, 'Soccer').click();
    await next(page);
    await expect(page).toHaveURL(/\/science-application$/);
    await answer(page);
    await expect(page).toHaveURL(/\/verify-result$/);
    await expect(page.getByText('17 points', { exact: true })).toBeVisible();
    await expect(page.getByText(/^With fewer than 60 points, a person reviews your application\./)).toBeVisible();
    await next(page);
    await expect(heading(page, 'Application sent')).toBeVisible();
    await expect(page.getByText(/^Thank you! Your application is under review\./)).toBeVisible();
    await next(page);
    await expect(heading(page, 'Welcome, Vera.')).toBeVisible();
    await button(page, 'Start').click();

    // Until the decision there is nothing to publish on, and the pages say why.
    await expect(page).toHaveURL(/\/channels$/);
    await expect(heading(page, 'Your Soccer application is under review.')).toBeVisible();
    await expectAccessible(page, 'the channels of a Creator whose application is under review');
    await button(page, 'Create Channel').click();
    await expect(page).toHaveURL(/\/create-channel$/);
    await expect(heading(page, 'Your Soccer application is under review.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Library' }).click();
    await expect(heading(page, 'Nothing here yet')).toBeVisible();
    const read = await apiOf(app.url, 'verascience', PASSWORD);
    const [own] = (await read<List<{ id: string; status: string }>>('/educator-applications/own')).results;
    expect(own!.status).toBe('pending');
    expect((await read<List<unknown>>('/communities/approved')).results).toEqual([]);

    await sql.query(`update users set is_superadmin = true where username = 'ana'`);
    const desk = await openPage(browser, app.url, { width: 1280, height: 800 });
    await openSignedIn(desk, 'ana');
    await navigate(desk, '/admin');
    await desk.getByRole('link', { name: /Vera Okafor/ }).click();
    await expect(desk.getByText('17 points', { exact: true })).toBeVisible();
    await expect(desk.getByText('University of Zagreb', { exact: true })).toBeVisible();
    const downloading = desk.waitForEvent('download');
    await button(desk, 'Download diploma.pdf').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('diploma.pdf');
    expect(await readFile(await download.path())).toEqual(await readFile(await pdfFile(1)));
    await button(desk, 'Approve').click();
    const sheet = desk.getByRole('dialog');
    await sheet.getByLabel('Reason', { exact: true }).fill(REASON);
    await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(desk.getByText('Approved. The person is notified.')).toBeVisible();
    await dialogsGone(desk);
    await navigate(desk, '/admin/acts');
    await expect(desk.getByRole('link', { name: 'Approved the application of Vera Okafor' })).toBeVisible();
    await expect(desk.getByText(REASON)).toBeVisible();
    await desk.context().close();

    // The notice comes by itself to the page that is open, and leads where it says.
    await page.getByRole('link', { name: /^Notifications, / }).click();
    await page.getByText('Application approved', { exact: true }).click();
    const notice = page.getByRole('dialog', { name: 'Application approved' });
    await expect(notice.getByText('Your Soccer application was approved.')).toBeVisible();
    await notice.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page).toHaveURL(/\/channels$/);
    await expect(heading(page, 'No channels yet')).toBeVisible();
    await createFirstChannel(page, 'Moving well');
    await page.getByRole('link', { name: 'Library' }).click();
    await publishFirstVideo(page, 'First steps');

    const member = await openPage(browser, app.url, { width: 360, height: 780 });
    await openSignedIn(member, 'mia');
    const found = await (
      await apiOf(app.url, 'mia')
    )<List<{ id: string; title: string; channel: { id: string } }>>(
      '/channels/contents/all/sports/soccer/all/newest?limit=100',
    );
    const item = found.results.find(({ title }) => title === 'First steps');
    await navigate(member, `/watch-channel?content=${item!.id}&channelId=${item!.channel.id}`);
    await expect
      .poll(() => member.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.5);
    await member.context().close();
  },
);
