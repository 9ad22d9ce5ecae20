import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { CLOSED_BANK, startPurse, type Purse } from './wallet.fixtures.ts';

let purse: Purse;
beforeAll(async () => {
  purse = await startPurse();
});
afterAll(() => purse.server.close());

test('decision 0131: an operator lists transfers that failed, with whose and why; nobody else does', async () => {
  purse.at('2031-05-10T12:00:00Z');
  const ana = await purse.creator();
  const operator = await purse.person({ isSuperadmin: true });
  const list = async (query = '', as = operator) =>
    purse.call(`GET /admin/money/failed-payouts${query}`, undefined, { as });
  const { count } = (await list()).body;
  await purse.register(ana, CLOSED_BANK);
  await purse.earn(ana.scope, 9_000);
  await purse.payOut(ana, 1_500);
  const [sent] = await purse.payouts(ana.scope);
  expect((await list()).body.count).toBe(count);
  purse.wait(1);
  await purse.sandbox.decidePayout(sent!.providerId!);
  await purse.tell();
  await purse.settle();
  const answer = await list();
  expect(hasShape('desk.failedPayouts', answer)).toBe(true);
  expect(answer.body.count).toBe(count + 1);
  expect(answer.body.results[0]).toMatchObject({
    id: sent!.id,
    providerId: sent!.providerId,
    person: { userId: ana.userId },
    organization: null,
    amount: 1_500,
    code: 'account_closed',
    state: 'returned',
  });
  // One that the provider has not given back yet, of an organization.
  const scope = await purse.organization(ana);
  await sql`insert into payouts (id, scope, user_id, account_id, amount_cents, fee_cents, currency, status, failure_code, created_at, decided_at, check_at)
    values (${newId()}, ${scope}, ${ana.userId}, 'acct_x', 2000, 0, 'usd', 'failed', 'no_account', '2031-05-10T12:00:00Z', '2031-05-11T12:00:00Z', '2031-05-12T12:00:00Z')`.execute(
    purse.server.services.database.db,
  );
  expect((await list('?limit=1')).body).toMatchObject({
    count: count + 2,
    results: [{ organization: expect.any(String), state: 'coming_back', code: 'no_account' }],
  });
  expect((await list('?limit=1&offset=1')).body.results).toMatchObject([{ id: sent!.id }]);
  expect((await list('?limit=101')).status).toBe(400);
  expect((await list('', ana)).status).toBe(404);
});
