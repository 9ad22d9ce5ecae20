import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { libraryText } from '#contract/text/library-page.ts';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  show,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { passFrames, untilFrame } from '#ui/frames.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ContentGrid } from './content-grid.tsx';
import { LibraryScreen } from './library-screen.tsx';

const network = standInNetwork();
let account: Account;

const addContent = async (title: string, facts: Partial<LibraryContent> = {}): Promise<string> =>
  account.db.contents.put(libraryContent(SCOPE, title, facts));

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

test('LIB-067 contents that are not loaded yet come as the person scrolls', async () => {
  for (let count = 1; count <= 130; count += 1) await addContent(`Clip ${count}`);
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText('Clip 130', { exact: true }).first()).toBeVisible();
  expect(page.getByText('Clip 1', { exact: true }).query()).toBeNull();
  await expect
    .poll(() => {
      scrollTo(0, document.body.scrollHeight);
      return page.getByText('Clip 1', { exact: true }).first().query();
    })
    .not.toBeNull();
});

test('a tile of a long list is not rendered again when a row beside it changes, or is read again as the list scrolls', async () => {
  const ids: string[] = [];
  for (let count = 1; count <= 200; count += 1) ids.push(await addContent(`Clip ${count}`));
  // What reaches the page: React drops a render that fills lines in when the page scrolls meanwhile, and begins it again.
  const renders = new Map<string, number>();
  const Tile = ({ id, title }: { id: string; title: string }) => {
    useEffect(() => void renders.set(id, (renders.get(id) ?? 0) + 1));
    return <p style={{ height: 200 }}>{title}</p>;
  };
  const tile = ({ id }: LibraryContent, title: string) => <Tile id={id} title={title} />;
  show(<ContentGrid label="Content" list={{ ids, first: undefined, isAllCards: false }} tile={tile} />);
  const shows = (title: string) => page.getByText(title, { exact: true });
  // The lines beyond the screen are drawn after it.
  await expect.element(shows('Clip 10')).toBeInTheDocument();
  const before = new Map(renders);
  await account.db.contents.update(ids[1]!, { published: null, title: 'Other words' });
  await expect.element(shows('Other words')).toBeInTheDocument();
  expect(renders.get(ids[1]!)).toBe(before.get(ids[1]!)! + 1);
  const others = ids.filter((id) => id !== ids[1] && before.has(id));
  expect(others.map((id) => renders.get(id))).toEqual(others.map((id) => before.get(id)));

  // Through several blocks of rows, each of which reads the rows beside it again.
  let topPx = 0;
  await expect
    .poll(
      () => {
        scrollTo(0, (topPx += 400));
        return shows('Clip 200').query();
      },
      { interval: 20 },
    )
    .not.toBeNull();
  // Once for its row, and at most once before that row was changed.
  expect(Math.max(...renders.values())).toBeLessThanOrEqual(2);
});

test('scrolling 100 rows makes a dozen elements at most, and moves none; the lines are in order once it has ended', async () => {
  for (let count = 220; count >= 1; count -= 1) await addContent(`Clip ${count}`);
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  const shows = (title: string) => page.getByText(title, { exact: true });
  // The lines beyond the screen are drawn after it; one column, because tests have no styles.
  await expect.element(shows('Clip 8')).toBeInTheDocument();
  const list = page.getByRole('list', { name: 'Content' }).element();
  const lines = () => [...list.querySelectorAll('[data-line]')].map((line) => Number(line.getAttribute('data-line')));
  await expect.poll(() => list.querySelectorAll('.virtual-grid__blank').length).toBe(0);
  // Between two lines the screen may show one line more than at its top: that one is made now, by slow scrolling.
  let topPx = 0;
  for (; topPx < 600; topPx += 20) {
    scrollTo(0, topPx);
    await passFrames(1);
  }
  const moreFor = page.getByRole('button', { name: 'More actions for Clip 108', exact: true });
  // On a busy machine the steps may be further apart than the time after which scrolling has ended.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const added: string[] = [];
    const watcher = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof Element) added.push(node.outerHTML.slice(0, 100));
    });
    watcher.observe(list, { childList: true, subtree: true });
    for (let step = 0; step < 100 && !shows('Clip 108').query(); step += 1) {
      // About two lines.
      scrollTo(0, (topPx += 600));
      await passFrames(2);
      await untilFrame(() => list.querySelector('.virtual-grid__blank') === null);
    }
    expect(shows('Clip 108').query()).not.toBeNull();
    watcher.disconnect();
    // While the page scrolls too fast to be read, what comes is its picture and its title, in a few lines that are made once.
    expect(added.filter((html) => !html.includes('passing-line'))).toEqual([]);
    expect(added.length).toBeLessThanOrEqual(12);
    expect(moreFor.query()).toBeNull();
    vi.advanceTimersByTime(1000);
  } finally {
    vi.useRealTimers();
  }
  await expect.element(moreFor).toBeInTheDocument();
  await expect.poll(() => list.querySelector('.passing-line')).toBeNull();
  await expect.poll(() => lines().every((line, at, all) => at === 0 || all[at - 1]! < line)).toBe(true);
});

test('once the Library is in memory, a filter reads nothing from the database, and shows what changes', async () => {
  for (let count = 1; count <= 130; count += 1)
    await addContent(`Clip ${count}`, { type: count % 2 === 0 ? 'audio' : 'video' });
  const last = await addContent('The last one');
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText('131 items', { exact: true })).toBeVisible();
  let reads = 0;
  const counted = (['get', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor'] as const).flatMap((name) =>
    [IDBObjectStore, IDBIndex].map((kind) => {
      const real = kind.prototype[name] as (...args: unknown[]) => IDBRequest;
      return vi.spyOn(kind.prototype, name).mockImplementation(function count(this: unknown, ...args: unknown[]) {
        reads += 1;
        return real.apply(this, args) as never;
      });
    }),
  );
  try {
    const choose = async (name: string, items: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.element(page.getByText(items, { exact: true })).toBeVisible();
    };
    await expect
      .poll(async () => {
        reads = 0;
        await choose('Audio', '65 items');
        await choose('Video', '66 items');
        return reads;
      })
      .toBe(0);
  } finally {
    for (const spy of counted) spy.mockRestore();
  }
  await account.db.contents.update(last, { title: 'Its new title' });
  await expect.element(page.getByText('Its new title', { exact: true })).toBeVisible();
  await account.db.contents.delete(last);
  await expect.element(page.getByText('65 items', { exact: true })).toBeVisible();
});

test('an item that is held back says so on its tile, and not that it is on a channel or planned', async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const published = { id: newId(), channelId: newId(), channelName: 'Juniors', title: 'Held', coverImage: null };
  const facts = { isPublished: true, published: { ...published, publishedAt: at, isDeleted: false, isHeld: true } };
  await addContent('Held', facts);
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText('Not published: needs you', { exact: true })).toBeVisible();
  expect(page.getByText('On Channel', { exact: true }).query()).toBeNull();
  expect(page.getByText('Scheduled', { exact: true }).query()).toBeNull();
});

test('an item that an operator removed says so with the reason, and can neither be added to a channel nor duplicated', async () => {
  const published = { id: newId(), channelId: newId(), channelName: 'Juniors', title: 'Kick', coverImage: null };
  const publishedAt = new Date().toISOString();
  const removed = { ...published, publishedAt, isDeleted: true, isHeld: false, removedReason: 'It shows a fight.' };
  await addContent('Kick', { isPublished: false, published: removed });
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText('Removed by us: It shows a fight.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Kick' }).click();
  for (const name of [/^Re-Add/, /^Duplicate/]) await expect.element(page.getByRole('button', { name })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: /^Delete/ })).toBeEnabled();
});

test('D-158 archived content is not in the Library, which is empty without other content', async () => {
  await addContent('Archived', { archivedUntil: '2030-12-20T00:00:00.000Z' });
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText(libraryText.emptyTitle, { exact: true })).toBeVisible();
  await addContent('In use');
  await expect.element(page.getByText('In use', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('1 item', { exact: true })).toBeVisible();
  expect(page.getByText('Archived', { exact: true }).query()).toBeNull();
});
