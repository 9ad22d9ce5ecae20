import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { queuedTable } from '#contract/queued-table.ts';
import { entryLabel } from '#contract/text/outbox-entry.ts';
import type { OutboxEntry } from '#store/database.ts';
import { accountDatabase } from '#store/door.ts';
import { readEntryName } from './entry-name.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Written by version 1.1.12, whose entries did not yet hold the facts of their call. */
const entries = JSON.parse(read('../../../store/outbox/entries-1.1.12.json')) as OutboxEntry[];
const { owner, scope } = entries[0]!;
const db = accountDatabase(owner);

it('the Outbox names each entry by the row it is about', async () => {
  await db.contents.put({ id: entries[3]!.input['contentId'], scope, title: 'clip', filename: 'clip.mp4' } as never);
  await db.channels.put({ id: entries[5]!.input['channelId'], scope, name: 'Hockey' } as never);
  const labels = await Promise.all(
    entries.map(async (entry) => entryLabel(entry.call, await readEntryName(db, entry))),
  );
  expect(labels).toEqual([
    'Create the folder Drills',
    'Rename a folder to Games',
    'Create the playlist Corners',
    'Publish A',
    'Move clip.mp4',
    'Follow Hockey',
  ]);
});

it('every screen that a call names for its refusals shows them', () => {
  const refusalPlaces = new Set(Object.values(queuedTable).map((facts) => facts!.shownAt));
  const sources = readdirSync(new URL('../../features', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => read(`../../features/${file}`));
  for (const place of refusalPlaces) {
    if (place === 'outbox') continue;
    const isShown = sources.some((source) => source.includes('<RefusedChanges') && source.includes(`at="${place}"`));
    expect(isShown, place).toBe(true);
  }
});
