import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import type { AccountDatabase, OutboxEntry } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { storeSession } from '../session.ts';
import { drain } from './drain.ts';
import { discard } from './enqueue.ts';
import { ModelServer, tokenOf } from './model-server.fixtures.ts';

/** Written by version 1.1.12, which did not store `changed` in an entry. */
const entries = JSON.parse(readFileSync(new URL('./entries-1.1.12.json', import.meta.url), 'utf8')) as OutboxEntry[];
const { owner } = entries[0]!;
const [CREATE, EDIT] = entries.map(({ id }) => id);

let db: AccountDatabase;
let server: ModelServer;
const nowMs = () => entries[0]!.queuedAtMs + 60_000;
const drainNow = () => drain((id) => callById.get(id), nowMs);

beforeEach(async () => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
  await db.outbox.clear();
  await db.outbox.bulkAdd(entries);
});
afterEach(() => void vi.unstubAllGlobals());

it('after a drain without a network, each entry lists the rows that get its badge', async () => {
  server.faults = entries.map(() => 'dropped');
  await drainNow();
  const inputs = (await db.outbox.orderBy('order').toArray()).map(({ call, input, changed = [] }) => [
    call,
    Object.keys(input).filter((name) => changed.some((id) => JSON.stringify(input[name]).includes(id))),
  ]);
  expect(inputs).toEqual([
    ['library.createFolder', ['id']],
    ['library.editFolder', ['folderId']],
    ['playlists.create', ['id']],
    ['publications.publish', ['id', 'contentId']],
    ['library.moveContents', ['contentIds']],
    ['channels.follow', ['channelId']],
  ]);
});

it('they are sent, and discarding one discards the entries for the row that it would have created', async () => {
  expect(await discard(db, CREATE!)).toEqual([CREATE, EDIT]);
  expect(await db.outbox.count()).toBe(entries.length - 2);
  await db.outbox.clear();
  await db.outbox.bulkAdd(entries.slice(0, 2));
  expect(await drainNow()).toMatchObject({ sent: 2, refused: 0 });
  expect(server.applied.map(({ key }) => key)).toEqual([CREATE, EDIT]);
});
