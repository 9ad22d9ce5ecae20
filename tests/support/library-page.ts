import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './app.ts';
import { apiOf, openSignedIn } from './people.ts';

export interface Content {
  id: string;
  title: string;
  filename: string;
  type: string;
  folderId: string | null;
  originFileSize: number;
  isPublished: boolean;
  published: { id: string; channelId: string } | null;
}
export interface List<T> {
  count: number;
  results: T[];
}

export const tile = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true, level: 3 }) });
export const contents = async (url: string, search: string): Promise<Content[]> =>
  (await (await apiOf(url, 'ana'))<List<Content>>(`/library/contents?search=${encodeURIComponent(search)}`)).results;

/** A copy of a file under a unique name, so that tests do not share Library items. */
export const named = async (
  name: string,
  file: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  return { name, mimeType: 'application/octet-stream', buffer: await readFile(file) };
};

/** Opens the Library of a demo Creator, who has items, and waits for the first of them: a list is there before its rows. */
export const openLibrary = async (page: Page): Promise<void> => {
  await openSignedIn(page, 'ana');
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  const items = page.getByRole('list', { name: 'Content' });
  await expect(items.getByRole('heading', { level: 3 }).first()).toBeVisible();
};

export const upload = async (page: Page, name: string, file: string): Promise<void> => {
  await page.getByLabel('Upload', { exact: true }).setInputFiles([await named(name, file)]);
};

/** Turns the network off or on, also for workers. */
export const network = async (context: BrowserContext, isThere: boolean): Promise<void> => {
  if (isThere) await context.unroute('**/api/**');
  else await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await context.setOffline(!isThere);
};
