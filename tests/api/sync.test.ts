import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import { allCalls, callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { joinMarks, OWN_TABLES, THIS_BUILD, type OwnTable } from '#contract/tables.ts';
import { readCursor, writeCursor } from '#server/domains/sync/cursor.ts';
import { FORMER_HASH, FORMER_MARKS } from '#server/domains/sync/former-builds.ts';
import { nameOf, shapeOf } from '#server/domains/sync/marks.ts';
import { SYNC_PAGE_ROWS, type pull as pullCall, type ScopeChanges } from '#contract/sync.ts';
import { prepareCall } from './effects.ts';
import { startWorld, type Actor, type World } from './fixtures.ts';
import { send } from './request.ts';
import { restore } from './snapshot.ts';

type Pulled = OutputOf<typeof pullCall>;
let world: World;
let creator: Actor;
beforeAll(async () => {
  world = await startWorld();
  creator = world.actor('creator');
});
afterEach(() => restore(world.server.services.database.pool));
afterAll(() => world.close());

/** The tables that the former build has, and those of them whose rows still have its shape: what is frozen against today's. */
const FORMER_TABLES = OWN_TABLES.filter((table) => FORMER_MARKS.has(nameOf(THIS_BUILD[table])));
const SAME_SINCE_FORMER = FORMER_TABLES.filter(
  (table) => FORMER_MARKS.get(nameOf(THIS_BUILD[table])) === shapeOf(THIS_BUILD[table]),
);

const call = (id: string) => callById.get(id)!;
/** Input of a client of this build: the cursor, or its tables if it has none. */
const inputOf = (cursor: string | undefined) => (cursor ? { cursor } : { tables: joinMarks(THIS_BUILD) });
const pull = async (
  actor: Actor,
  cursor?: string,
  input: Record<string, unknown> = inputOf(cursor),
): Promise<Pulled & { bytes: number }> => {
  const answer = await send(world, call('sync.pull'), { input }, actor, { scope: actor.userScope });
  expect(answer.status, answer.text).toBe(200);
  return { ...(JSON.parse(answer.text) as Pulled), bytes: answer.text.length };
};
/**
 * Pulls until there are no more pages.
 *
 * @returns The last cursor, every page, and the client's resulting rows.
 */
const pullAll = async (actor: Actor, from?: string) => {
  const pages: Pulled[] = [];
  let cursor = from;
  do {
    const page = await pull(actor, cursor);
    pages.push(page);
    cursor = page.cursor;
  } while (pages.at(-1)!.more);
  return { cursor, pages, changes: pages.flatMap(({ changes }) => changes) };
};

/** A client's rows after applying pages in order. */
const apply = (rows: Map<string, string>, changes: readonly ScopeChanges[]): Map<string, string> => {
  for (const { rows: changed, gone } of changes) {
    for (const [table, list] of Object.entries(changed))
      for (const row of list) rows.set(`${table}/${row.id}`, JSON.stringify(row));
    for (const [table, ids] of Object.entries(gone)) for (const id of ids) rows.delete(`${table}/${id}`);
  }
  return rows;
};
const whole = async (actor: Actor) => apply(new Map(), (await pullAll(actor)).changes);

test('the fixture has a row of every synced table, so that tests over all tables cover each (rows.ts)', async () => {
  const { changes } = await pullAll(creator);
  const others = await Promise.all(
    world.actors.filter(({ facts }) => facts.session === 'live').map((one) => pullAll(one)),
  );
  const all = [...changes, ...others.flatMap((each) => each.changes)];
  expect(OWN_TABLES.filter((table) => !all.some(({ rows }) => rows[table]))).toEqual([]);
});

test('a long answer is compressed if the client accepts it, with the same content; a short one is not', async () => {
  const ask = (cursor: string | undefined, encoding: string) =>
    send(world, call('sync.pull'), { input: inputOf(cursor), headers: { 'Accept-Encoding': encoding } }, creator, {
      scope: creator.userScope,
    });
  const [packed, plain] = [await ask(undefined, 'gzip, br'), await ask(undefined, 'identity')];
  expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
  expect(packed.text).toBe(plain.text);
  const { cursor } = await pullAll(creator);
  expect((await ask(cursor, 'gzip')).headers.get('content-encoding')).toBeNull();
});

describe('the next pull brings the changes of a queued call', () => {
  for (const one of allCalls.filter(({ offline }) => offline === 'queue')) {
    test(`${one.id}: the answer names the key and the version, and a pull from the older cursor reaches that version`, async () => {
      const { actor, example } = await prepareCall(world, one);
      const { cursor, changes } = await pullAll(actor);
      const client = apply(new Map(), changes);
      const key = newId();
      const answer = await send(world, one, example, actor, { key });
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(answer.headers.get('idempotency-key')).toBe(key);

      const later = await pullAll(actor, cursor);
      const [scope, version] = answer.headers.get('x-scope-version')?.split('=') ?? [];
      const isChanged = later.changes.length > 0;
      if (isChanged) expect(scope).toBe(actor.scope);
      if (version)
        expect(later.changes.find((change) => change.scope === scope)?.version).toBeGreaterThanOrEqual(Number(version));
      expect(later.changes.every((change) => !change.whole)).toBe(true);
      // Incremental pulls lead to the same rows as a full pull.
      expect(apply(client, later.changes)).toEqual(await whole(actor));
    });
  }

  test('an organization’s change reaches every person who acts for it, and no other', async () => {
    const [owner, admin, other] = ['organization owner', 'organization admin', 'admin of another organization'].map(
      world.actor,
    ) as [Actor, Actor, Actor];
    const before = await Promise.all([owner, admin, other].map((actor) => pullAll(actor)));
    const id = newId();
    await send(world, call('library.createFolder'), { input: { id, title: 'Club drills' } }, owner);
    const [ofOwner, ofAdmin, ofOther] = await Promise.all(
      [owner, admin, other].map((actor, index) => pullAll(actor, before[index]!.cursor)),
    );
    for (const { changes } of [ofOwner!, ofAdmin!])
      expect(changes.map(({ rows }) => rows['folders']?.[0]?.id)).toEqual([id]);
    expect(ofOther!.changes).toEqual([]);
  });

  test('a follow shows with the follower and with the channel’s owner', async () => {
    const member = world.actor('member');
    const { cursor } = await pullAll(creator);
    await send(world, call('channels.follow'), { input: { channelId: world.rows(creator).channel } }, member);
    const { changes } = await pullAll(creator, cursor);
    expect(changes[0]!.rows['channels']?.[0]).toMatchObject({ id: world.rows(creator).channel, followers: 1 });
  });
});

describe('versions', () => {
  const createFolder = (title: string) =>
    send(world, call('library.createFolder'), { input: { id: newId(), title } }, creator);

  test('eight writers at once: versions have no gaps, and a reader that pulls meanwhile misses nothing', async () => {
    const start = await pullAll(creator);
    const client = apply(new Map(), start.changes);
    const writers = 8;
    const each = 12;
    let isDone = false;
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const versions: number[] = [];
        for (let n = 0; n < each; n += 1) {
          const answer = await createFolder(`Folder ${writer}.${n}`);
          expect(answer.status, answer.text).toBe(200);
          versions.push(Number(answer.headers.get('x-scope-version')!.split('=')[1]));
        }
        return versions;
      }),
    ).finally(() => {
      isDone = true;
    });
    let cursor = start.cursor;
    let pulls = 0;
    const read = async () => {
      const step = await pullAll(creator, cursor);
      cursor = step.cursor;
      pulls += 1;
      apply(client, step.changes);
    };
    while (!isDone) await read();
    const versions = (await writing).flat().toSorted((a, b) => a - b);
    await read();
    expect(versions).toEqual(Array.from({ length: writers * each }, (_, index) => versions[0]! + index));
    expect(client).toEqual(await whole(creator));
    expect(pulls).toBeGreaterThan(1);
  });

  test('a change that is rolled back leaves no version behind', async () => {
    const first = Number((await createFolder('Drills')).headers.get('x-scope-version')!.split('=')[1]);
    expect((await createFolder('drills')).code).toBe('library.folder_taken');
    expect(Number((await createFolder('More')).headers.get('x-scope-version')!.split('=')[1])).toBe(first + 1);
  });

  test('a call that changes nothing reports no version, and its pull is empty', async () => {
    const { cursor } = await pullAll(creator);
    const answer = await send(world, call('notifications.delete'), { input: { notificationIds: [newId()] } }, creator);
    expect(answer.headers.get('x-scope-version')).toBeNull();
    expect((await pull(creator, cursor)).changes).toEqual([]);
  });
});

describe('the feed', () => {
  test('nothing new: one request, at most 300 bytes', async () => {
    for (const actor of world.actors.filter(({ facts }) => facts.session === 'live')) {
      const { cursor } = await pullAll(actor);
      const again = await pull(actor, cursor);
      expect(again).toMatchObject({ changes: [], lost: [], more: false });
      if (actor.facts.scopes.length === 1) expect(again.bytes, actor.name).toBeLessThanOrEqual(300);
    }
  });

  test('a deleted row is sent as deleted; one that is created again under its id is sent as a row', async () => {
    const id = newId();
    const createFolder = () => send(world, call('library.createFolder'), { input: { id, title: 'Drills' } }, creator);
    await createFolder();
    const { cursor } = await pullAll(creator);
    await send(world, call('library.deleteFolder'), { input: { folderId: id } }, creator);
    const gone = await pullAll(creator, cursor);
    expect(gone.changes[0]!.gone['folders']).toEqual([id]);
    await createFolder();
    const back = await pullAll(creator, cursor);
    expect(back.changes[0]!.gone['folders'] ?? []).toEqual([]);
    expect(back.changes[0]!.rows['folders']?.map((row) => row.id)).toEqual([id]);
  });

  test('a person who leaves an organization is notified once that its scope is lost, and gets none of its rows any more', async () => {
    const admin = world.actor('organization admin');
    const { cursor, changes } = await pullAll(admin);
    expect(changes.map(({ scope }) => scope).toSorted()).toEqual([...admin.facts.scopes].toSorted());
    await world.server.services.database.db
      .deleteFrom('organization_admins')
      .where('user_id', '=', admin.userId)
      .execute();
    const left = await pullAll(admin, cursor);
    expect(left.pages.flatMap(({ lost }) => lost)).toEqual([admin.scope]);
    expect(left.changes.some(({ scope }) => scope === admin.scope)).toBe(false);
    expect((await pullAll(admin, left.cursor)).pages).toMatchObject([{ lost: [], changes: [] }]);
  });

  test('a person who joins an organization gets its scope whole, and their own incrementally', async () => {
    const member = world.actor('member');
    const { cursor } = await pullAll(member);
    const owner = world.actor('organization owner');
    await world.server.services.database.db
      .insertInto('organization_admins')
      .values({ organization_id: owner.scope.slice(4), user_id: member.userId, role: 'Admin' })
      .execute();
    const { changes } = await pullAll(member, cursor);
    const gained = changes.filter(({ scope }) => scope === owner.scope);
    expect(gained.length).toBeGreaterThan(0);
    expect(gained.every((change) => change.whole)).toBe(true);
    expect(changes.filter(({ scope }) => scope === member.scope).every((change) => !change.whole)).toBe(true);
  });

  test('a cursor that names another person’s scope gets none of their rows', async () => {
    const { cursor } = await pullAll(world.strangerTo(creator));
    const { changes } = await pullAll(creator, cursor);
    expect(changes.map(({ scope }) => scope)).toEqual([creator.scope]);
    expect(changes[0]!.whole).toBe(true);
  });

  test('a client older than the stored tombstones starts over', async () => {
    const { cursor } = await pullAll(creator);
    await send(world, call('library.deleteFolder'), { input: { folderId: world.rows(creator).folder } }, creator);
    await world.server.services.database.pool.query('update scope_versions set floor = version where scope = $1', [
      creator.scope,
    ]);
    await world.server.services.database.pool.query('delete from tombstones where scope = $1', [creator.scope]);
    const { changes } = await pullAll(creator, cursor);
    expect(changes[0]!.whole).toBe(true);
    expect(apply(new Map(), changes)).toEqual(await whole(creator));
  });

  test('many changes come in pages that never cut a version, and end with everything', async () => {
    const { pool } = world.server.services.database;
    const { cursor, changes } = await pullAll(creator);
    const client = apply(new Map(), changes);
    // Two large transactions and some small ones: together more than one page, one of them more than a page alone.
    for (const rows of [700, 600, 5, SYNC_PAGE_ROWS + 300, 3]) {
      await pool.query(
        `insert into folders (id, scope, title) select gen_random_uuid(), $1, 'Folder ' || gen_random_uuid() from generate_series(1, $2::int)`,
        [creator.scope, rows],
      );
    }
    const later = await pullAll(creator, cursor);
    const sizes = later.changes.map(({ rows }) => rows['folders']?.length ?? 0);
    expect(sizes).toEqual([700, 605, SYNC_PAGE_ROWS + 300, 3]);
    const versions = later.changes.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(apply(client, later.changes)).toEqual(await whole(creator));
  });
});

describe('a cursor of another database or build', () => {
  test('another database, a broken cursor or one from the future: everything is sent whole', async () => {
    const { db } = world.server.services.database;
    const { cursor } = await pullAll(creator);
    const read = readCursor(cursor!)!;
    const former = { e: 'other', h: 'other', s: read.versions };
    const future = { [creator.scope]: read.versions[creator.scope]! + 1000 };
    for (const each of [
      writeCursor({ ...read, epoch: 'otherone' }),
      writeCursor({ ...read, versions: future }),
      'rubbish',
      `${cursor}.rubbish`,
      Buffer.from(JSON.stringify(former)).toString('base64url'),
      Buffer.from(JSON.stringify({ ...former, s: 7 })).toString('base64url'),
    ]) {
      const { changes } = await pullAll(creator, each);
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.every((change) => change.whole)).toBe(true);
    }
    await db.updateTable('sync_epoch').set({ epoch: newId() }).execute();
    expect((await pullAll(creator, cursor)).changes[0]!.whole).toBe(true);
  });

  test('a client of a former build, which names no tables, is served as before; missing tables are sent after its update', async () => {
    const { db } = world.server.services.database;
    const { epoch } = await db.selectFrom('sync_epoch').select('epoch').executeTakeFirstOrThrow();
    const first = await pull(creator, undefined, {});
    expect(first.changes.every((change) => change.whole)).toBe(true);
    const all = await whole(creator);
    const had = [...all].filter(([key]) => FORMER_TABLES.includes(key.split('/')[0] as OwnTable));
    expect(apply(new Map(), first.changes)).toEqual(new Map(had));
    const s = { [creator.scope]: first.changes.at(-1)!.version };
    const former = Buffer.from(JSON.stringify({ e: epoch, h: FORMER_HASH, s })).toString('base64url');
    expect(await pull(creator, former, { cursor: former })).toMatchObject({ changes: [], more: false });
    const folder = newId();
    await send(world, call('library.createFolder'), { input: { id: folder, title: 'Drills' } }, creator);
    const [step] = (await pull(creator, former, { cursor: former })).changes;
    expect([step!.whole, step!.rows['folders']?.map(({ id }) => id)]).toEqual([false, [folder]]);
    // This build sends the same cursor: what came or changed after the former build is sent whole, of the rest the new folder.
    const tables = joinMarks(THIS_BUILD);
    const updated = await pull(creator, former, { cursor: former, tables });
    const filled = OWN_TABLES.filter((table) => [...all.keys()].some((key) => key.startsWith(`${table}/`)));
    const same = filled.filter((table) => table !== 'folders' && SAME_SINCE_FORMER.includes(table));
    expect(same).not.toEqual([]);
    expect(Object.keys(updated.changes[0]!.rows).toSorted()).toEqual(
      filled.filter((table) => !same.includes(table)).toSorted(),
    );
    const without = joinMarks({ folders: THIS_BUILD.folders, tagProfiles: THIS_BUILD.tagProfiles });
    const few = await pull(creator, undefined, { tables: without });
    expect(Object.keys(few.changes[0]!.rows).toSorted()).toEqual(['folders', 'tagProfiles']);
    const more = await pull(creator, few.cursor, { cursor: few.cursor, tables: joinMarks(THIS_BUILD) });
    expect(more.changes[0]!.whole).toBe(false);
    expect(Object.keys(more.changes[0]!.rows)).not.toContain('folders');
    expect(apply(apply(new Map(), few.changes), more.changes)).toEqual(await whole(creator));
  });
});
