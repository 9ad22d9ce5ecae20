import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveChannel } from '#contract/channels.ts';
import { moveTagProfile } from '#contract/library.ts';
import { newId, organizationScope, type Scope } from '#contract/ids.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { enqueue, rebase, CHANGED_TABLES } from '../outbox/enqueue.ts';

let db: AccountDatabase;
let owner: string;
let scope: Scope;
const addChannel = async (name: string, position: number, parentChannel: string | null = null) => {
  const id = newId();
  await db.channels.put({ id, scope, name, position, parentChannel } as never);
  return id;
};
const move = (channelId: string, afterId: string | null) =>
  enqueue(db, moveChannel, { channelId, afterId }, { owner, scope });
const shown = async () => (await db.channels.toCollection().sortBy('position')).map(({ name }) => name).join(' ');

beforeEach(() => {
  owner = newId();
  scope = organizationScope(newId());
  db = accountDatabase(owner);
});

test('a tag group that is moved is shown in its place, and the others keep their order', async () => {
  const ids = [newId(), newId(), newId()];
  for (const [position, id] of ids.entries())
    await db.tagProfiles.put({ id, scope, title: `group ${position}`, position } as never);
  await enqueue(db, moveTagProfile, { id: ids[0]!, afterId: ids[1]! }, { owner, scope });
  await enqueue(db, moveTagProfile, { id: ids[2]!, afterId: null }, { owner, scope });
  const titles = (await db.tagProfiles.toCollection().sortBy('position')).map(({ title }) => title);
  expect(titles).toEqual(['group 2', 'group 1', 'group 0']);
});

describe('channels that are moved on this device before the moves are sent', () => {
  test('each move is made in the order that the ones before it left, among the channels of one parent', async () => {
    const [a, b, c] = [await addChannel('a', 0), await addChannel('b', 1), await addChannel('c', 2)];
    const [a1, a2] = [await addChannel('a1', 3, a), await addChannel('a2', 4, a)];
    await move(c, null);
    await move(a, b);
    await move(a1, a2);
    expect(await shown()).toBe('c b a a2 a1');
    expect((await db.outbox.toArray()).map(({ input }) => input)).toEqual([
      { channelId: c, afterId: null },
      { channelId: a, afterId: b },
      { channelId: a1, afterId: a2 },
    ]);
  });

  test('another device’s order that is pulled meanwhile stays, and the move with it', async () => {
    const [a, b, c, d] = [
      await addChannel('a', 0),
      await addChannel('b', 1),
      await addChannel('c', 2),
      await addChannel('d', 3),
    ];
    await move(b, d);
    expect(await shown()).toBe('a c d b');
    // The other one put c first.
    await db.transaction('rw', [...CHANGED_TABLES], async () => {
      for (const [position, id] of [c, a, b, d].entries()) {
        const row = { id, scope, name: 'abcd'[[a, b, c, d].indexOf(id)], position, parentChannel: null };
        await db.base.put({ table: 'channels', id, row } as never);
      }
      await rebase(db);
    });
    expect(await shown()).toBe('c a d b');
  });

  test('only the channel that was moved has the badge of unsent changes', async () => {
    const [a, b, c] = [await addChannel('a', 0), await addChannel('b', 1), await addChannel('c', 2)];
    await move(c, a);
    expect(await shown()).toBe('a c b');
    const [entry] = await db.outbox.toArray();
    expect(entry!.changed).toEqual([c]);
    expect(entry!.keys).not.toContain(b);
  });
});
