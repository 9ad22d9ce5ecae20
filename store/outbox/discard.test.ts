import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { storeSession } from '../session.ts';
import { drain } from './drain.ts';
import { discard, enqueue } from './enqueue.ts';
import { ModelServer, tokenOf } from './model-server.fixtures.ts';

// The user discards a change while it is being sent.

const lookup = (id: string) => callById.get(id);

let server: ModelServer;
let userId: string;
let db: AccountDatabase;

beforeEach(async () => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
});
afterEach(() => void vi.unstubAllGlobals());

const options = () => ({ owner: userId, scope: userScope(userId) });
const states = async () => (await db.outbox.orderBy('order').toArray()).map((entry) => entry.state);

it('keeps what was sent before the user discards it, and the later change of the row that it made', async () => {
  const folderId = newId();
  const made = await enqueue(db, createFolder, { id: folderId, title: 'Drills' }, options());
  await drain(lookup);
  await enqueue(db, editFolder, { folderId, title: 'Rondos' }, options());
  expect(await discard(db, made)).toEqual([]);
  expect(await states()).toEqual(['sent', 'waiting']);
  expect(await db.folders.get(folderId)).toMatchObject({ title: 'Rondos' });
  await drain(lookup);
  expect([...server.folders.values()].map(({ title }) => title)).toEqual(['Rondos']);
});

it('does not send what the user discards after it was chosen to be sent next', async () => {
  const id = await enqueue(db, createFolder, { id: newId(), title: 'Drills' }, options());
  let discarded: Promise<string[]> | undefined;
  await drain((call) => {
    discarded ??= discard(db, id);
    return lookup(call);
  });
  expect(await discarded).toEqual([id]);
  expect(server.applied).toEqual([]);
});
