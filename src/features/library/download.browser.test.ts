import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { dismissToasts, freshAccount, SCOPE, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { downloadContent } from './download.ts';

const content = { id: newId(), filename: 'match.mp4', type: 'video' } as LibraryContent;
const real = { fetch: globalThis.fetch, click: HTMLAnchorElement.prototype.click };
let account: Account;
/** Names of the files that the browser was told to save. */
let handed: string[];
/** The addresses of those files. */
let addresses: string[];

const URL_OF_IT = `/media/token/${content.id}/original`;
let sizeBytes = 5;
const answerWith = (...answers: Response[]) => {
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/download-link'))
      return Response.json({
        url: URL_OF_IT,
        filename: content.filename,
        sizeBytes,
        expiresAt: '2026-01-01T00:00:00Z',
      });
    return String(input).endsWith(URL_OF_IT) ? answers.shift()! : real.fetch(input, init);
  };
};
const file = (body: string, headers: Record<string, string>) => new Response(body, { headers });
const start = () => downloadContent({ db: account.db, userId: USER_ID, scope: SCOPE, content });

beforeEach(async () => {
  account = await freshAccount();
  handed = [];
  addresses = [];
  sizeBytes = 5;
  // Instead of saving it.
  HTMLAnchorElement.prototype.click = function click() {
    handed.push(this.download);
    addresses.push(this.href);
  };
});
afterEach(() => {
  globalThis.fetch = real.fetch;
  HTMLAnchorElement.prototype.click = real.click;
});

test('LIB-034 a download without its length, or with another one, fails and says so', async () => {
  for (const answer of [
    file('12345', {}),
    file('12345', { 'Content-Length': '9' }),
    new Response('{}', { status: 404, headers: { 'Content-Length': '2' } }),
  ]) {
    answerWith(answer);
    await start();
    await expect.element(page.getByText('Failed to download video')).toBeInTheDocument();
  }
  expect(handed).toEqual([]);
  expect(await account.db.savedMedia.count()).toBe(0);
});

test('a whole file is saved under its name', async () => {
  answerWith(file('12345', { 'Content-Length': '5' }));
  await start();
  expect(handed).toEqual(['match.mp4']);
  expect(addresses[0]).toMatch(/^blob:/);
  expect((await account.db.savedMedia.get(content.id))?.bytes).toBe(5);
});

test('LIB-034 a file that the device cannot keep is left to the browser, by its link, if its length is named', async () => {
  sizeBytes = 1e15;
  answerWith(new Response(null));
  await start();
  await expect.element(page.getByText('Failed to download video')).toBeInTheDocument();
  expect(handed).toEqual([]);
  await dismissToasts();
  answerWith(new Response(null, { headers: { 'Content-Length': String(sizeBytes) } }));
  await start();
  await expect.element(page.getByText('Your browser is downloading match.mp4.')).toBeInTheDocument();
  expect([handed, addresses]).toEqual([['match.mp4'], [new URL(URL_OF_IT, location.href).href]]);
  expect(await account.db.savedMedia.count()).toBe(0);
});
