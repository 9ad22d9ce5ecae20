import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { deskJobsText } from '#contract/text/desk-jobs.ts';
import { JOB_NAMES } from '#server/jobs/jobs.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const reason = 'The search works again.';
let desk: TestDesk;
let isBroken = true;
let runs = 0;
beforeAll(async () => {
  desk = await startDesk({
    'search.refresh': {
      run: async () => {
        runs += 1;
        if (isBroken) throw new Error('No answer from\n  smtp://sender:hunter2@mail.example:25');
      },
    },
  });
});
afterAll(() => desk.server.close());

const list = (state: 'given_up' | 'waiting', as = desk.operator) =>
  desk.call(`GET /admin/jobs?state=${state}`, undefined, as);
const retry = (id: string, as = desk.operator, key?: string) =>
  desk.call(`POST /admin/jobs/${id}/retry`, { reason }, as, key);

test('every kind of job has words at the desk', () => {
  expect(JOB_NAMES.filter((name) => !Object.hasOwn(deskJobsText.jobs.kinds, name))).toEqual([]);
});

test('decision 0125: a job that fails is shown, first as tried again, then as given up; an operator starts it again, once', async () => {
  await desk.server.services.jobs.send(desk.db, 'search.refresh', {});
  await expect.poll(async () => (await list('waiting')).body.count).toBe(1);
  const waiting = await list('waiting');
  expect(hasShape('desk.jobs', waiting)).toBe(true);
  expect(waiting.body.results).toEqual([
    expect.objectContaining({
      job: 'search.refresh',
      state: 'waiting',
      gaveUpAt: null,
      // One line, and nothing that opens a mailbox.
      problem: 'No answer from smtp://…@mail.example:25',
    }),
  ]);
  const { id } = waiting.body.results[0];
  // What is tried again by itself is not started by hand.
  expect(await retry(id)).toMatchObject({
    status: 409,
    body: {
      errors: [
        {
          code: 'desk.done_meanwhile',
          message:
            'This job is tried again already, so it was not started twice. Close this: if it fails once more, it comes back to the list.',
        },
      ],
    },
  });
  expect((await list('given_up')).body).toEqual({ count: 0, results: [] });

  // Its last try: thirty of them take an hour.
  await desk.server.services.database.pool.query(
    `update jobs.job set retry_limit = 0, start_after = now() where id = $1`,
    [id],
  );
  await expect.poll(async () => (await list('given_up')).body.count).toBe(1);
  const [givenUp] = (await list('given_up')).body.results;
  expect(givenUp).toMatchObject({ id, state: 'given_up', problem: 'No answer from smtp://…@mail.example:25' });
  expect(givenUp.tries).toBe(runs);
  expect(Date.parse(givenUp.gaveUpAt)).toBeGreaterThanOrEqual(Date.parse(givenUp.since));
  expect((await list('waiting')).body.count).toBe(0);

  for (const as of [desk.mia, desk.former]) {
    expect((await list('given_up', as)).status).toBe(404);
    expect((await retry(id, as)).status).toBe(404);
  }
  isBroken = false;
  const before = runs;
  const key = newId();
  expect((await retry(id, desk.operator, key)).status).toBeLessThan(300);
  expect((await retry(id, desk.operator, key)).status).toBeLessThan(300);
  await expect.poll(() => runs).toBe(before + 1);
  await expect.poll(async () => (await list('given_up')).body.count).toBe(0);
  expect(await desk.acts(id)).toEqual([{ actor_id: desk.operator.userId, act: 'job.retried', reason }]);
  expect((await retry(newId())).status).toBe(404);
});

test('decision 0125: a job that was given up and started again by another operator meanwhile is not started twice', async () => {
  const id = newId();
  const { pool } = desk.server.services.database;
  await pool.query(
    `insert into jobs.job (id, name, data, state, started_on, completed_on, retry_limit, policy, output)
     values ($1, 'search.refresh', '{}', 'failed', now(), now(), 0, 'short', '{"message":"no room"}')`,
    [id],
  );
  const before = runs;
  // The other operator's request, a moment before its end.
  const other = await pool.connect();
  await other.query('begin');
  await other.query(`update jobs.job set state = 'retry', retry_limit = 1, completed_on = null where id = $1`, [id]);
  await other.query(
    `insert into operator_acts (id, actor_id, act, subject_kind, subject_id, reason, detail, done_at)
     values ($1, $2, 'job.retried', 'job', $3, 'There is room.', '{}', now())`,
    [newId(), desk.former.userId, id],
  );
  const answer = retry(id);
  await expect.poll(() => lockWaiters(pool)).toBe(1);
  await other.query('commit');
  other.release();
  expect(await answer).toMatchObject({
    status: 409,
    body: {
      errors: [
        {
          code: 'desk.done_meanwhile',
          message: expect.stringMatching(/^Ana Test started this job again meanwhile, so it was not started twice\./),
        },
      ],
    },
  });
  await expect.poll(() => runs).toBe(before + 1);
  expect(await desk.acts(id)).toHaveLength(1);
});
