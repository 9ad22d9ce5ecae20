import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { strongCoaching } from './applications.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const run = (text: string) => server.services.database.pool.query(text);
/** Lets the database refuse a write while something runs. */
const whileBroken = async <T>(table: string, event: string, when: string, work: () => Promise<T>): Promise<T> => {
  await run(`create or replace function break_step() returns trigger language plpgsql as
    $$ begin raise exception 'broken on purpose'; end $$`);
  await run(
    `create trigger break_step before ${event} on ${table} for each row when (${when}) execute function break_step()`,
  );
  try {
    return await work();
  } finally {
    await run(`drop trigger break_step on ${table}`);
  }
};

test('APP-070 APP-071 APP-072 APP-073 APP-074 a registration that fails says which step it was, and leaves nothing behind', async () => {
  const as = await server.addPerson({ isLearner: false, isComplete: false });
  const application = strongCoaching();
  const register = () => server.call('POST /registration/creator', application, { as });
  for (const [table, event, when, code, message] of [
    ['sport_interests', 'insert', 'true', 'application.profile_not_created', 'Sorry, profile was not created.'],
    ['applications', 'insert', 'true', 'application.not_created', 'Sorry, application was not created.'],
    [
      'users',
      'update',
      'new.is_educator and not old.is_educator',
      'application.user_not_created',
      'User was not created.',
    ],
    ['applications', 'update', 'new.result is not null', 'application.failed', 'Sorry, something went wrong.'],
    [
      'users',
      'update',
      'new.is_registration_complete and not old.is_registration_complete',
      'application.user_not_updated',
      'Sorry, user was not updated.',
    ],
  ] as const) {
    const answer = await whileBroken(table, event, when, register);
    expect(problemOf(answer)).toMatchObject({ status: 500, code });
    expect(answer.body.errors[0].message).toBe(message);
  }
  const me = await server.call('GET /users/me', undefined, { as });
  expect(me.body).toMatchObject({ isEducator: false, isRegistrationComplete: false });
  expect((await server.call('GET /educator-applications/own', undefined, { as })).body).toMatchObject({ count: 0 });
  // Another try of the same application succeeds.
  expect((await register()).status).toBe(200);
});
