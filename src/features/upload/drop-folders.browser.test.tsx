import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { UploadButton } from './upload-button.tsx';

let account: Account;
const network = standInNetwork({ workers: ['upload'] });

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

/** A folder or a file of the device, as a browser gives it for a drop. A folder gives its entries `atOnce` at a time. */
interface Tree {
  [name: string]: Tree | 'media' | 'words';
}
const fileOf = (name: string, inside: 'media' | 'words'): File =>
  new File([inside === 'media' ? new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112]) : 'words'], name);
const entryOf = (name: string, inside: Tree | 'media' | 'words', atOnce = 2): object => {
  if (typeof inside === 'string') {
    const file = fileOf(name, inside);
    return { name, isDirectory: false, file: (take: (file: File) => void) => take(file) };
  }
  const entries = Object.entries(inside).map(([each, tree]) => entryOf(each, tree, atOnce));
  return {
    name,
    isDirectory: true,
    createReader: () => ({ readEntries: (take: (some: object[]) => void) => take(entries.splice(0, atOnce)) }),
  };
};
const drop = async (tree: Tree): Promise<void> => {
  const items = Object.entries(tree).map(([name, inside]) => ({
    kind: 'file',
    getAsFile: () => (typeof inside === 'string' ? fileOf(name, inside) : null),
    webkitGetAsEntry: () => entryOf(name, inside),
  }));
  const event = (type: string) =>
    Object.defineProperty(new Event(type, { cancelable: true }), 'dataTransfer', {
      value: { types: ['Files'], items },
    });
  // Drops are taken once the page is idle.
  await expect.poll(() => dispatchEvent(event('dragover'))).toBe(false);
  dispatchEvent(event('drop'));
};
/** Names of the jobs by the titles of their folders. */
const placed = async (): Promise<Record<string, string[]>> => {
  const titles = new Map((await account.db.folders.toArray()).map(({ id, title }) => [id, title]));
  const jobs = await account.db.uploadJobs.toArray();
  return Object.fromEntries(
    [...new Set(jobs.map(({ folderId }) => folderId))].map((id) => [
      id === null ? '' : (titles.get(id) ?? 'unknown'),
      jobs.flatMap(({ folderId, name }) => (folderId === id ? [name] : [])).sort(),
    ]),
  );
};

test('dropped folders become Library folders without a network, with all their files, and what is left out is said once', async () => {
  const known = newId();
  await account.db.folders.put({ id: known, scope: SCOPE, title: 'drills', createdAt: new Date().toISOString() });
  showRouted(<UploadButton folderId={null} />);
  const clips = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`clip ${index}.mp4`, 'media' as const]));
  await drop({
    Season: { 'Game 1': { ...clips, 'notes.txt': 'words', '.hidden': 'words' }, 'whole.mp4': 'media' },
    Drills: { 'pass.mp4': 'media', 'photo.jpg': 'media' },
    'single.mp4': 'media',
  });
  await expect.poll(placed).toEqual({
    'Season - Game 1': Object.keys(clips),
    Season: ['whole.mp4'],
    drills: ['pass.mp4'],
    '': ['single.mp4'],
  });
  const made = (await account.db.outbox.toArray()).map(({ call, input }) => `${call} ${String(input.title)}`).sort();
  expect(made).toEqual(['library.createFolder Season', 'library.createFolder Season - Game 1']);
  await expect
    .element(
      page.getByText('Left out, because Sideline takes video, audio and PDF files up to 500 MB: notes.txt, photo.jpg.'),
    )
    .toBeVisible();
});

test('a folder of the browser’s own picker is taken with all its files, at any depth', async () => {
  const device = await navigator.storage.getDirectory();
  const season = await device.getDirectoryHandle('Season', { create: true });
  const game = await season.getDirectoryHandle('Game 1', { create: true });
  for (const [folder, name] of [
    [season, 'whole.mp4'],
    [game, 'kick off.mp4'],
    [game, '.DS_Store'],
  ] as const) {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(fileOf(name, 'media'));
    await file.close();
  }
  const real = Object.getOwnPropertyDescriptor(globalThis, 'showDirectoryPicker')!;
  Object.defineProperty(globalThis, 'showDirectoryPicker', { configurable: true, value: async () => season });
  showRouted(<UploadButton folderId={null} />);
  await page.getByLabelText('Upload a folder').click();
  await expect.poll(placed).toEqual({ Season: ['whole.mp4'], 'Season - Game 1': ['kick off.mp4'] });
  Object.defineProperty(globalThis, 'showDirectoryPicker', real);
  await device.removeEntry('Season', { recursive: true });
});

test('several folders of a plain folder input are taken at once, each with its files', async () => {
  showRouted(<UploadButton folderId={null} />);
  await expect.element(page.getByLabelText('Upload a folder')).toBeInTheDocument();
  const input = page.getByLabelText('Upload a folder').element() as HTMLInputElement;
  expect(input).toMatchObject({ webkitdirectory: true, multiple: true });
  const files = ['Season/Game 1/a.mp4', 'Season/b.mp4', 'Drills/c.mp4', 'Drills/Thumbs.db'].map((path) =>
    Object.defineProperty(fileOf(path.split('/').at(-1)!, 'media'), 'webkitRelativePath', { value: path }),
  );
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(placed).toEqual({ 'Season - Game 1': ['a.mp4'], Season: ['b.mp4'], Drills: ['c.mp4'] });
});

test('on the page of a folder the files of a dropped folder go into that folder', async () => {
  const open = newId();
  await account.db.folders.put({ id: open, scope: SCOPE, title: 'Drills', createdAt: new Date().toISOString() });
  showRouted(<UploadButton folderId={open} />);
  await drop({ Season: { 'Game 1': { 'a.mp4': 'media' }, 'b.mp4': 'media' } });
  await expect.poll(placed).toEqual({ Drills: ['a.mp4', 'b.mp4'] });
  expect(await account.db.outbox.count()).toBe(0);
});
