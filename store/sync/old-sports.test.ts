import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { listSports, type Sport } from '#contract/sports.ts';
import { answerKey, readAnswer } from '../answers.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { SHAPE_MARK } from '../stored/stored-answer.ts';
import { applyPull } from './pull.fixtures.ts';

const DAY_MS = 24 * 3_600_000;
let db: AccountDatabase;
let scope: Scope;
let version = 0;
const sport = (id: string, sportType: Sport['sportType']): Sport => ({
  id,
  name: id,
  sportType,
  isActive: true,
  activeEducatorsWithContent: 0,
});
beforeEach(async () => {
  const userId = newId();
  scope = userScope(userId);
  db = openAccountDatabase(userId);
  await db.answers.put({
    key: answerKey(listSports, {}),
    call: listSports.id,
    answer: { count: 2, results: [sport('rowing', 'WaitList'), sport('golf', 'Launched')] },
    fetchedAtMs: Date.now() - 1_000,
    ...SHAPE_MARK,
  });
});

/** The server sends a row of the person again. */
const pull = (table: string, row: Record<string, unknown>) =>
  applyPull(db, {
    cursor: `c${(version += 1)}`,
    changes: [{ scope, version, whole: false, rows: { [table]: [{ id: newId(), scope, ...row }] }, gone: {} }],
    lost: [],
    more: false,
  } as never);
const ageOfList = async () => Date.now() - (await readAnswer(db, listSports, {}))!.fetchedAtMs;

test('decision 0126, D-326: a row that names another type of a sport makes the list of sports old, and the list stays readable', async () => {
  await pull('subscriptions', { sportId: 'golf', sportType: 'Launched' });
  await pull('sportInterests', { sportId: 'chess', sportType: 'Beta' });
  await pull('folders', { sportId: 'rowing', sportType: 'Beta' });
  expect(await ageOfList()).toBeLessThan(DAY_MS);
  await pull('subscriptions', { sportId: 'rowing', sportType: 'Beta' });
  expect(await ageOfList()).toBeGreaterThanOrEqual(DAY_MS);
  expect((await readAnswer(db, listSports, {}))!.answer.results).toHaveLength(2);
});

test('decision 0126, D-326: a role in a sport does the same; a list that is older stays as old as it is', async () => {
  const before = Date.now() - 3 * DAY_MS;
  await db.answers.update(answerKey(listSports, {}), { fetchedAtMs: before });
  await pull('sportInterests', { sportId: 'rowing', sportType: 'Beta' });
  expect((await readAnswer(db, listSports, {}))!.fetchedAtMs).toBe(before);
  await db.answers.update(answerKey(listSports, {}), { fetchedAtMs: Date.now() });
  await pull('sportInterests', { sportId: 'rowing', sportType: 'Beta' });
  expect(await ageOfList()).toBeGreaterThanOrEqual(DAY_MS);
});
