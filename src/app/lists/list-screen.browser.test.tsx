import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFolder } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import type { Folder } from '#contract/rows.ts';
import { DeleteIcon } from '#ui/icons.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { RefusedChanges } from '../data/refused-changes.tsx';
import type { Account } from '../data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  refusedEntry,
  SCOPE,
  show,
  standInNetwork,
} from '../data/signed-in.fixtures.tsx';
import { useOwnWindow } from '../data/use-own-window.ts';
import { ListScreen } from './list-screen.tsx';
import { selectMode } from './select-mode.tsx';
import { useSelection } from './use-selection.ts';

let account: Account;
const network = standInNetwork();
let removed: string[] = [];

/** A list screen as a feature writes it. */
function FoldersScreen() {
  const selection = useSelection();
  const { rows, end } = useOwnWindow(
    (db, limit) => db.folders.where('scope').equals(SCOPE).limit(limit).sortBy('title'),
    [SCOPE],
  );
  const select = selectMode({
    selection,
    label: 'Select folders',
    allIds: rows?.map(({ id }) => id) ?? [],
    actions: [{ label: 'Delete', icon: <DeleteIcon />, onClick: () => (removed = [...selection.ids!]) }],
  });
  return (
    <ListScreen
      title="Folders"
      rows={rows}
      end={end}
      shape="row"
      select={select}
      refused={<RefusedChanges at="folders" />}
      empty={<EmptyState drawing="library" title="No folder yet" />}
    >
      {(folders) => (
        <ul>
          {folders.map(({ id, title }) => {
            const box = selection.selectable(id);
            return (
              <li key={id} style={{ height: 100 }}>
                {title}
                {box && (
                  <input
                    type="checkbox"
                    aria-label={`Select ${title}`}
                    checked={box.checked}
                    onChange={({ target }) => box.onChange(target.checked)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ListScreen>
  );
}

const folders = (count: number): Folder[] =>
  Array.from({ length: count }, (_unused, index) => ({
    id: newId(),
    scope: SCOPE,
    title: `Folder ${String(index).padStart(2, '0')}`,
    createdAt: '2026-11-01T10:00:00.000Z',
  }));

const skeleton = page.getByRole('status', { name: 'Loading' });
const empty = page.getByRole('heading', { name: 'No folder yet' });
const rows = page.getByRole('listitem');

beforeEach(async () => {
  account = await freshAccount();
  removed = [];
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('before the first pull a list without rows shows a skeleton, and its empty state only after it', async () => {
  show(<FoldersScreen />);
  await expect.element(skeleton).toBeVisible();
  expect(empty.query()).toBeNull();
  await notePull(account);
  await expect.element(empty).toBeVisible();
  expect(skeleton.query()).toBeNull();
  expect(document.title).toContain('Folders');
});

test('rows that arrive while the skeleton is shown wait for it: the two are never shown together', async () => {
  const seen: string[] = [];
  const watcher = new MutationObserver(() =>
    seen.push(`${Number(skeleton.query() !== null)}${rows.elements().length}`),
  );
  watcher.observe(document.body, { childList: true, subtree: true });
  show(<FoldersScreen />);
  await expect.element(skeleton).toBeVisible();
  await account.db.folders.bulkPut(folders(2));
  await expect.poll(() => rows.elements().length).toBe(2);
  watcher.disconnect();
  expect(seen.filter((each) => each.startsWith('1') && each !== '10')).toEqual([]);
  expect(empty.query()).toBeNull();
});

test('offline the list shows its age', async () => {
  await notePull(account, new Date('2026-11-01T14:32:00').getTime());
  await account.db.folders.bulkPut(folders(1));
  show(<FoldersScreen />);
  await expect.element(page.getByText('Folder 00')).toBeVisible();
  expect(page.getByText(/Last updated/).query()).toBeNull();
  network.goOffline();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
});

test('a refused change of this screen is shown with its reason, another screen’s is not', async () => {
  await notePull(account);
  await account.db.outbox.bulkPut([
    refusedEntry(createFolder, { id: newId(), title: 'Drills' }),
    { ...refusedEntry(createFolder, {}), call: 'channels.reorder', order: 2 },
  ]);
  show(<FoldersScreen />);
  await expect.element(page.getByText(/Create the folder.*Drills/)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('alert').query()).toBeNull();
});

test('the window of rows grows whenever its end is reached, to the last row', async () => {
  await notePull(account);
  await account.db.folders.bulkPut(folders(45));
  show(<FoldersScreen />);
  await expect.poll(() => rows.elements().length).toBe(20);
  scrollTo(0, document.body.scrollHeight);
  await expect.poll(() => rows.elements().length).toBe(40);
  scrollTo(0, document.body.scrollHeight);
  await expect.poll(() => rows.elements().length).toBe(45);
  await expect.element(page.getByText('Folder 44')).toBeInTheDocument();
});

test('select mode replaces the bars, selects some or all, and gives the action the ids', async () => {
  await notePull(account);
  const all = folders(3);
  await account.db.folders.bulkPut(all);
  show(<FoldersScreen />);
  await page.getByRole('button', { name: 'Select folders' }).click();
  await expect.element(page.getByRole('heading', { name: '0 selected' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Folder 01' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(removed).toEqual([all[1]!.id]);
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.element(page.getByRole('heading', { name: '3 selected' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave select mode' }).click();
  await expect.element(page.getByRole('heading', { name: 'Folders' })).toBeVisible();
  expect(page.getByRole('checkbox').query()).toBeNull();
});
