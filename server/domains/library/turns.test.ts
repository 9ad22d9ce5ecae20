import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { addMembers } from '#tests/faults/world/members.ts';
import { untilBlocked } from '#tests/support/blocked.ts';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { beginEncoding, chooseTurns, priceEncoding, PRIORITY, showWaits, trimEncodings } from './turns.ts';

const rules = { longWork: 600, secondsPerDay: 3600 };
let testDb: TestDatabase;
let database: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.poolConfig);
  const { jobs } = await startJobs(testDb.poolConfig, database.db, createLog({ logLevel: 'fatal' }));
  stop = () => jobs.stop();
});
afterAll(async () => {
  await stop();
  await database.close();
  await testDb.drop();
});
beforeEach(() => database.pool.query('delete from jobs.job; delete from encodings; delete from contents'));

let position = 0;
const addPerson = async (): Promise<string> => (await addMembers(database.pool, 's'.repeat(32), 1))[0]!.userId;

/** A content that waits for its turn; without a price unless it is given one. */
const add = async (
  userId: string,
  { type = 'video', work, seconds = 60 }: { type?: string; work?: number; seconds?: number } = {},
): Promise<string> => {
  const id = newId();
  position += 1;
  await database.pool.query(
    `insert into contents (id, scope, title, filename, type, origin_file_size, object_key, is_reserved, created_by)
     values ($1::uuid, 'user:' || $2, 'x', $1 || '.mp4', $3, 1, 'originals/' || $1, false, $2::uuid)`,
    [id, userId, type],
  );
  await database.pool.query(
    `insert into jobs.job (id, name, data, policy, created_on, singleton_key) values ($1::uuid, 'media.prepare', json_build_object('contentId', $1::text), 'short', now() - interval '1 hour' + make_interval(secs => $2), $1)`,
    [id, position],
  );
  if (work !== undefined)
    await database.pool.query('insert into encodings (content_id, scope, seconds, work) values ($1, $2, $3, $4)', [
      id,
      `user:${userId}`,
      seconds,
      work,
    ]);
  return id;
};

const choose = () => database.db.transaction().execute((tx) => chooseTurns(tx, rules));
const shown = (canWork: boolean) => database.db.transaction().execute((tx) => showWaits(tx, rules, canWork));
/** Whose turn it is, by lane. */
const chosen = async (): Promise<Record<string, number>> => {
  await choose();
  const { rows } = await database.pool.query<{ id: string; priority: number }>(
    `select id, priority from jobs.job where state < 'active' and priority > 0 order by priority, id`,
  );
  return Object.fromEntries(rows.map(({ id, priority }) => [id, priority]));
};
const turnsOf = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, PRIORITY.short]));
const setState = (id: string, state: string) =>
  database.pool.query(`update jobs.job set state = $2::jobs.job_state, started_on = now() where id = $1`, [id, state]);
/** Takes a job as a worker does: it begins. */
const take = async (id: string) => {
  await setState(id, 'active');
  await beginEncoding(database.db, id);
};

test('who waits goes in turns: one at work for each, then whoever had least, and the cheapest first', async () => {
  const [ana, ben, cleo] = [await addPerson(), await addPerson(), await addPerson()];
  const dear = await add(ana, { work: 300 });
  const cheap = await add(ana, { work: 10 });
  const second = await add(ana, { work: 20 });
  const bens = await add(ben, { work: 200 });
  const cleos = await add(cleo, { work: 500 });
  // Nobody has had anything: the cheapest of all.
  expect(await chosen()).toEqual(turnsOf(cheap));
  await take(cheap);
  // Ana has one at work: Ben and Cleo come before her other two, however many she sent before them.
  expect(await chosen()).toEqual(turnsOf(bens));
  await take(bens);
  expect(await chosen()).toEqual(turnsOf(cleos));
  await take(cleos);
  expect(await chosen()).toEqual({});
  await setState(cheap, 'completed');
  expect(await chosen()).toEqual(turnsOf(second));
  await setState(bens, 'completed');
  // Ben has had 200, Ana 10.
  const another = await add(ben, { work: 1 });
  expect(await chosen()).toEqual(turnsOf(second));
  await take(second);
  expect(await chosen()).toEqual(turnsOf(another));
  await setState(second, 'completed');
  await setState(another, 'completed');
  expect(await chosen()).toEqual(turnsOf(dear));
});

test('a long file has a lane of its own; texts and short files of the same person go on beside it', async () => {
  const ana = await addPerson();
  const long = await add(ana, { work: 10_000, seconds: 1000 });
  const longToo = await add(ana, { work: 20_000, seconds: 1000 });
  expect(await chosen()).toEqual({ [long]: PRIORITY.long });
  await take(long);
  const short = await add(ana);
  const text = await add(ana, { type: 'text' });
  expect(await chosen()).toEqual(turnsOf(short, text));
  await take(short);
  await take(text);
  await add(ana);
  await add(ana, { type: 'text' });
  expect(await chosen()).toEqual({});
  await setState(long, 'completed');
  expect(await chosen()).toEqual({ [longToo]: PRIORITY.long });
});

test('a turn that nobody took is given to who should have it now; a job that waits for a retry has none', async () => {
  const [ana, ben] = [await addPerson(), await addPerson()];
  const anas = await add(ana, { work: 50 });
  expect(await chosen()).toEqual(turnsOf(anas));
  const bens = await add(ben, { work: 5 });
  expect(await chosen()).toEqual(turnsOf(bens));
  await database.pool.query(
    `update jobs.job set state = 'retry', start_after = now() + interval '1 minute' where id = $1`,
    [bens],
  );
  expect(await chosen()).toEqual(turnsOf(anas));
});

test('a job without a content, or with data of another shape, is not held up', async () => {
  const ana = await addPerson();
  const gone = await add(ana);
  await database.pool.query('delete from contents where id = $1', [gone]);
  await database.pool.query(
    `insert into jobs.job (name, data, policy) values ('media.prepare', '{"contentId": "any"}', 'short')`,
  );
  expect(Object.keys(await chosen())).toHaveLength(1);
  await setState(gone, 'completed');
  expect(Object.keys(await chosen())).toHaveLength(1);
});

test('many processes that choose at once give each lane one turn', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, addPerson));
  for (const each of people) await add(each, { work: 10 });
  await Promise.all(Array.from({ length: 12 }, choose));
  expect(Object.keys(await chosen())).toHaveLength(1);
});

test('what is over a day’s minutes waits for the next day and says so; the first file of a day always goes', async () => {
  const ana = await addPerson();
  const scope = `user:${ana}`;
  const first = await add(ana);
  const price = { seconds: 5000, work: 10 };
  expect(await priceEncoding(database.db, { id: first, scope }, price, rules)).toBe(true);
  await beginEncoding(database.db, first);
  await setState(first, 'completed');
  const next = await add(ana);
  expect(await priceEncoding(database.db, { id: next, scope }, { seconds: 60, work: 10 }, rules)).toBe(false);
  expect(await chosen()).toEqual({});
  // A text costs no minutes.
  const text = await add(ana, { type: 'text' });
  expect(await chosen()).toEqual(turnsOf(text));
  expect(await shown(true)).toEqual([scope]);
  expect(await shown(true)).toEqual([]);
  const { rows } = await database.pool.query('select review_reason as reason from contents where id = $1', [next]);
  expect(rows[0].reason).toBe('Today’s 60 minutes of processing are used up. This file continues tomorrow by itself.');
  // Deleting does not give minutes back; another day does.
  await database.pool.query('delete from contents where id = $1', [first]);
  await trimEncodings(database.db);
  expect(await chosen()).toEqual(turnsOf(text));
  await database.pool.query(`update encodings set begun_at = begun_at - interval '1 day'`);
  expect(await chosen()).toEqual(turnsOf(text, next));
});

test('a file whose price shows that it is long gives its turn back once, and then keeps the one it is given', async () => {
  const ana = await addPerson();
  const id = await add(ana);
  const content = { id, scope: `user:${ana}` };
  const price = { seconds: 3000, work: 6000 };
  expect(await chosen()).toEqual(turnsOf(id));
  expect(await priceEncoding(database.db, content, price, rules)).toBe(false);
  expect(await chosen()).toEqual({ [id]: PRIORITY.long });
  expect(await priceEncoding(database.db, content, price, rules)).toBe(true);
});

test('where this process cannot work, owners hear so only after another one had the time to', async () => {
  const ana = await addPerson();
  const [waiting, fresh] = [await add(ana), await add(ana)];
  await database.pool.query('update jobs.job set created_on = now() where id = $1', [fresh]);
  expect(await shown(true)).toEqual([]);
  expect(await shown(false)).toEqual([`user:${ana}`]);
  const { rows } = await database.pool.query<{ id: string }>('select id from contents where review_reason is not null');
  expect(rows).toEqual([{ id: waiting }]);
});

test('larger renditions of what can be watched come after all that cannot be', async () => {
  const [ana, ben] = [await addPerson(), await addPerson()];
  const later = await add(ana, { work: 50 });
  await database.pool.query('update contents set encoding_status = 4, better_id = $2 where id = $1', [later, newId()]);
  const first = await add(ben, { work: 500 });
  expect(await chosen()).toEqual(turnsOf(first));
  await take(first);
  expect(await chosen()).toEqual(turnsOf(later));
});

test('a content whose job waits again shows no percent of work that was lost', async () => {
  const [ana, ben] = [await addPerson(), await addPerson()];
  const [stopped, running] = [await add(ana), await add(ben)];
  await database.pool.query(
    'update contents set encoding_status = 3, encoding_progress = 42, minutes_left = 7 where id = any($1)',
    [[stopped, running]],
  );
  await setState(stopped, 'retry');
  await setState(running, 'active');
  expect(await shown(true)).toEqual([`user:${ana}`]);
  const read = async (id: string) =>
    (
      await database.pool.query(
        'select encoding_status as status, encoding_progress as percent, minutes_left as minutes from contents where id = $1',
        [id],
      )
    ).rows[0];
  expect(await read(stopped)).toEqual({ status: 0, percent: 0, minutes: null });
  expect(await read(running)).toEqual({ status: 3, percent: 42, minutes: 7 });
  expect(await shown(true)).toEqual([]);
});

test('what is shown of waiting contents deadlocks with no change of their owners, who hold their counters first', async () => {
  const people = [await addPerson(), await addPerson()];
  const ids = [await add(people[0]!), await add(people[1]!)];
  await database.pool.query('update contents set encoding_status = 3, encoding_progress = 42 where id = any($1)', [
    ids,
  ]);
  const changing = await database.pool.connect();
  try {
    await changing.query('begin');
    await changing.query('select raise_scope($1)', [`user:${people[1]}`]);
    const showing = shown(true);
    await untilBlocked(database.pool);
    await changing.query('select 1 from contents where id = any($1) for update nowait', [ids]);
    await changing.query('commit');
    expect((await showing).toSorted()).toEqual(people.map((id) => `user:${id}`).toSorted());
  } finally {
    changing.release();
  }
});
