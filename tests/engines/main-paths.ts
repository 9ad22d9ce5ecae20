import { copyFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CHUNK_UNITS, CHUNKS_IN_FLIGHT_PER_FILE, UNIT_BYTES } from '#contract/limits.ts';
import { until } from '#tests/faults/world/servers.ts';
import { paddedVideoFile } from '#tests/support/media.ts';
import { soon } from '#tests/support/soon.ts';
import type { AppPage } from './app-page.ts';
import { signInClient, type Client } from './client.ts';
import { PASSWORD, type Stage } from './stage.ts';

interface List<T> {
  results: T[];
}
interface Published {
  id: string;
  title: string;
  locked: boolean;
  content: { type: string; duration: number | null };
  channel: { id: string };
}

/** How soon a change of another device is shown, ms: the pull that comes without a wake, every 60 s, is no help. */
const WOKEN_WITHIN_MS = 20_000;

/** Videos of the demo that a Member may watch, as addresses with their titles. */
export const videosOf = async (member: Client): Promise<{ address: string; title: string }[]> => {
  const { results } = await member.read<List<Published>>('/channels/contents/all/sports/soccer/all/newest?limit=100');
  return results
    .filter(({ content, locked }) => content.type === 'video' && (content.duration ?? 0) >= 10 && !locked)
    .map(({ id, title, channel }) => ({ address: `/watch-channel?content=${id}&channelId=${channel.id}`, title }));
};

/**
 * Waits until the page that was just opened has read what is new, and hears of changes.
 *
 * @param before How many of each kind of request the server had received before.
 */
export const hearsChanges = async ({ received }: Stage, page: AppPage, open: () => Promise<void>): Promise<void> => {
  const answered = (where: RegExp): number => received('GET', where).filter(({ status }) => status === 200).length;
  const [pulls, streams] = [answered(/^\/api\/sync$/), answered(/^\/api\/sync\/wake$/)];
  await open();
  await until('the page pulls', () => answered(/^\/api\/sync$/) > pulls);
  await until('the page asks to hear of changes', () => answered(/^\/api\/sync\/wake$/) > streams, WOKEN_WITHIN_MS);
};

const folderTitles = async (creator: Client): Promise<string[]> =>
  (await creator.read<List<{ title: string }>>('/library/folders')).results.map(({ title }) => title);

const createFolder = async (page: AppPage, title: string): Promise<void> => {
  await page.press('link', 'Folders');
  await page.press('button', 'Create Folder');
  await page.type('Folder name', title);
  await page.press('button', 'Create');
  await page.sees('link', title);
};

const openLibrary = async (page: AppPage): Promise<void> => {
  await page.signIn('ana', PASSWORD);
  await page.press('link', 'Library');
  await page.seesLibrary();
};

/** A Member joins, from the first step to the home page, with the code that was sent. */
const join = (stage: Stage) => async (): Promise<void> => {
  const page = await stage.open();
  await page.goto('/sign-up');
  await page.type('First name', 'Maya');
  await page.type('Last name', 'Okafor');
  await page.press('field', 'I am 13 years of age or older');
  await page.press('button', 'Next');
  await page.type('Email address', 'maya7@mail.example');
  await page.press('button', 'Next');
  await page.type('Username', 'maya7');
  await page.press('button', 'Next');
  await page.type('Password', 'Corner-flag7');
  await page.type('Confirm password', 'Corner-flag7');
  await page.press('button', 'Next');
  await page.press('button', 'Country code');
  await page.type('Search countries', 'united king');
  await page.press('option', 'United Kingdom');
  await page.type('Number', '7700 900 142');
  await page.press('field', 'I agree to receive a confirmation code');
  await page.press('button', 'Next');
  await page.sees('heading', 'We sent you a code.');
  await page.type('Confirmation code', await codeFor(stage.serverUrl, '+447700900142'));
  await page.press('button', 'Next');
  await page.press('button', 'Accept');
  await page.press('link', 'Join as a Member');
  await page.sees('heading', 'Do you have a code to redeem?');
  await page.press('button', 'Next');
  await page.press('button', 'Soccer');
  await page.press('button', 'Next');
  await page.press('field', 'Athlete');
  await page.press('button', 'Club');
  await page.press('button', 'Confirm');
  await page.press('button', 'Start');
  await page.isAt(/^\/home$/);
};

const codeFor = async (url: string, to: string): Promise<string> => {
  let code: string | null | undefined;
  await until('the code is sent', async () => {
    const answer = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
    code = ((await answer.json()) as { code: string | null }[])[0]?.code;
    return Boolean(code);
  });
  return code!;
};

const watch = (stage: Stage) => async (): Promise<void> => {
  const [video] = await videosOf(await signInClient(stage.serverUrl, 'mia', PASSWORD));
  const page = await stage.open();
  await page.signIn('mia', PASSWORD);
  // Not left while it syncs: that is another test (webkit.test.ts).
  await page.isReadyForOffline();
  await page.goto(video!.address);
  await page.sees('heading', video!.title);
  await page.plays();
};

const UPLOAD_BYTES = 40_000_000;
/** Slow enough that the browser is killed in the middle. */
const LINE_KB_PER_SECOND = 8_000;
/** What may be sent twice: chunks under way when the browser was killed. */
const REPEATED_MAX_BYTES = (CHUNKS_IN_FLIGHT_PER_FILE + 1) * CHUNK_UNITS.at(-1)! * UNIT_BYTES;

const uploadThroughKill = (stage: Stage) => async (): Promise<void> => {
  const sentBytes = (): number =>
    stage.received('POST', /^\/api\/mam\/ondemand$/).reduce((sum, { sentBytes: bytes }) => sum + bytes, 0);
  const profile = await stage.newProfile();
  const file = path.join(profile, 'Long match.mp4');
  await copyFile(await paddedVideoFile(UPLOAD_BYTES, { seconds: 4 }), file);
  stage.proxy.setRules({ path: /^\/api\/mam\//, mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND } });
  const before = await stage.open(profile);
  await openLibrary(before);
  await before.pick('Upload', file);
  await until('a quarter of the file is sent', () => sentBytes() > UPLOAD_BYTES / 4);
  await before.engine.kill();
  const atKill = sentBytes();
  expect(atKill, 'the browser was killed midway').toBeLessThan(UPLOAD_BYTES * 0.9);

  const after = await stage.open(profile);
  await after.goto('/library');
  const creator = await signInClient(stage.serverUrl, 'ana', PASSWORD);
  const arrived = async (): Promise<number[]> => {
    const found = await creator.read<List<{ originFileSize: number }>>('/library/contents?search=Long%20match');
    return found.results.map(({ originFileSize }) => originFileSize);
  };
  await until('the file has arrived', async () => (await arrived()).length > 0, 120_000);
  expect(await arrived()).toEqual([UPLOAD_BYTES]);
  expect(sentBytes(), 'it went on where it was').toBeLessThan(UPLOAD_BYTES + REPEATED_MAX_BYTES);
};

const folderOffline = (stage: Stage) => async (): Promise<void> => {
  const profile = await stage.newProfile();
  const before = await stage.open(profile);
  await openLibrary(before);
  await before.isReadyForOffline();
  stage.cutLine();
  await createFolder(before, 'Away games');
  await before.engine.kill();

  const offline = await stage.open(profile);
  await offline.goto('/library?tab=folders');
  await offline.sees('link', 'Away games');
  await offline.engine.kill();
  const creator = await signInClient(stage.serverUrl, 'ana', PASSWORD);
  expect(await folderTitles(creator)).not.toContain('Away games');

  stage.proxy.heal();
  const online = await stage.open(profile);
  await online.goto('/library?tab=folders');
  await online.sees('link', 'Away games');
  await until('the folder has arrived', async () => (await folderTitles(creator)).includes('Away games'));
  await until('nothing waits to be sent', () => online.engine.run(hasNoBadge));
  expect((await folderTitles(creator)).filter((title) => title === 'Away games')).toHaveLength(1);
  expect(stage.received('POST', /^\/api\/library\/folders$/)).toHaveLength(1);
};

/** In the page: the tile says nothing of a change that is still to be sent. */
const hasNoBadge = (): boolean => !document.body.innerText.includes('Will send when online');

const SEARCH_PATH = '/dev/engines/find-in-storage.js';

/** Finds words in all storage of the origin, names of databases, caches and files included. */
const findInStorage = async (page: AppPage, words: string[]): Promise<string[]> => {
  const load = (source: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), { type: 'module', src: source });
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error('The search is not loaded.')));
      document.head.append(script);
    });
  const search = (wanted: string[]): Promise<string[]> =>
    (globalThis as unknown as { findInStorage(words: string[]): Promise<string[]> }).findInStorage(wanted);
  await page.engine.run(load, SEARCH_PATH);
  return page.engine.run(search, words);
};

const signOut = (stage: Stage) => async (): Promise<void> => {
  const code = readFileSync(path.join(import.meta.dirname, '../faults/world/driver/find-in-storage.ts'), 'utf8');
  const text = `${stripTypeScriptTypes(code)}\nglobalThis.findInStorage = findInStorage;\n`;
  stage.proxy.files.set(SEARCH_PATH, { type: 'text/javascript', text });
  const { userId } = await signInClient(stage.serverUrl, 'ana', PASSWORD);
  const page = await stage.open();
  await openLibrary(page);
  await createFolder(page, 'Only for Ana');
  const words = [userId, 'Only for Ana'];
  const places = (await findInStorage(page, words)).join('\n');
  for (const word of words) expect(places, 'the search finds what is there').toContain(word);

  await page.press('button', 'Menu');
  await page.press('button', 'Log Out');
  await page.press('button', 'Log Out');
  await page.isAt(/^\/welcome$/);
  await soon(async () => expect(await findInStorage(page, words)).toEqual([]), 60_000);
};

/** Another device makes a folder: the page shows it, after each of two full navigations. */
const hearsAfterNavigation = (stage: Stage) => async (): Promise<void> => {
  const creator = await signInClient(stage.serverUrl, 'ana', PASSWORD);
  const page = await stage.open();
  // Left only when it has nothing more to do: a page that is left while it syncs is another test (webkit.test.ts).
  await hearsChanges(stage, page, () => openLibrary(page));
  await page.isReadyForOffline();
  for (const title of ['From a tablet', 'From a laptop']) {
    await hearsChanges(stage, page, async () => {
      await page.goto('/library?tab=folders');
      await page.sees('heading', 'Folders');
    });
    await creator.post('/library/folders', { id: crypto.randomUUID(), title });
    await page.sees('link', title, WOKEN_WITHIN_MS);
  }
};

/** The tests of every engine. */
export const mainPaths = (stage: Stage): void => {
  test('a Member joins, with the code that was sent', join(stage));
  test('a Creator signs in and sees the Library', async () => openLibrary(await stage.open()));
  test('a video that is opened by its address plays', watch(stage));
  test('an upload whose browser is killed goes on, without being asked, to one whole file', uploadThroughKill(stage));
  test('a folder made offline outlives a kill of the browser, and is sent once', folderOffline(stage));
  test('a sign-out leaves nothing of the account on the device', signOut(stage));
  test('after a full navigation the page still hears what other devices do', hearsAfterNavigation(stage));
};
