import type { Page } from 'playwright';
import type { Person } from './people.ts';

/** Signs in through the form of the open page, and waits for the landing. */
export const signInByForm = async (page: Page, { username, password }: Person): Promise<void> => {
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // By type: a message on the page may offer a button with the same name.
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/(home|channels|library|outbox|welcome-page|dashboard)\b/);
};

/** Opens the dialog that asks before signing out. */
export const askToLogOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByText('Log Out', { exact: true }).click();
  await page.getByRole('dialog').getByText('What is saved for offline on this device will be removed.').waitFor();
};

/** All text that a tab holds: visible text, session storage and history state. */
const wordsOfTab = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(history.state),
      location.href,
      name,
    ].join('\n'),
  );

/** The words that a tab still holds. */
export const findInTab = async (page: Page, words: readonly string[]): Promise<string[]> => {
  const held = await wordsOfTab(page);
  return words.filter((word) => held.includes(word)).map((word) => `${word} in the tab at ${page.url()}`);
};
