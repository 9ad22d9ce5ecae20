import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { transferFee } from '#contract/wallet.ts';
import { asPerson } from '#server/db/as-person.ts';
import { soon } from '#tests/support/soon.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { readBalance } from '../ledger/index.ts';
import { reconcile } from '../payments/index.ts';
import { refreshCountries } from './index.ts';
import { CLOSED_BANK, startPurse, type Purse } from './wallet.fixtures.ts';

let purse: Purse;
let ana: TestPerson;
beforeAll(async () => {
  purse = await startPurse();
});
beforeEach(async () => {
  purse.at('2031-05-10T12:00:00Z');
  ana = await purse.creator();
});
afterAll(() => purse.server.close());

const db = () => purse.server.services.database.db;
const ready = async (cents: number, bankNumber?: string): Promise<void> => {
  await purse.register(ana, bankNumber);
  await purse.earn(ana.scope, cents);
};
const transferred = async (scope: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(s.amount), 0)::bigint as sum from sandbox_payouts s
    join wallets w on w.account_id = s.account_id where w.scope = ${scope} and not s.is_taken_back`.execute(db());
  return rows[0]!.sum;
};
/** What the books, the list and the wallet say is left. */
const left = async (): Promise<number> => {
  const { walletAmount } = await purse.wallet(ana);
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount_cents), 0)::bigint as sum from revenue_entries
    where scope = ${ana.scope}`.execute(db());
  expect(rows[0]!.sum).toBe(walletAmount);
  const { differences, sum, ours, theirs } = await purse.books();
  expect([differences, sum, ours]).toEqual([[], 0, theirs]);
  return walletAmount;
};

test('WAL-008 WAL-009 WAL-014 WAL-015 WAL-016 WAL-027 WAL-030 a wallet is registered: country, page of the provider, bank account', async () => {
  expect(await purse.wallet(ana)).toEqual({
    walletAmount: 0,
    registrationStatus: 'not_started',
    registrationLink: null,
    bankAccount: null,
    country: null,
    isOwn: true,
    freeTransferAt: null,
    transfer: null,
  });
  await purse.earn(ana.scope, 5_000);
  expect(await purse.payOut(ana, 2_000)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'wallet.not_registered' }] },
  });
  const begun = await purse.call('POST /wallet/registration/start', { country: 'DE' }, { as: ana });
  expect(begun).toMatchObject({ status: 200, body: { registrationStatus: 'started' } });
  const first = await purse.wallet(ana);
  expect(first).toMatchObject({ walletAmount: 5_000, registrationStatus: 'started', country: 'DE', bankAccount: null });
  // The link of the start may be over: each read makes a new one.
  expect(first.registrationLink).toMatch(/^http.*\/sandbox-registration\?link=/);
  expect([begun.body.registrationLink, (await purse.wallet(ana)).registrationLink]).not.toContain(
    first.registrationLink,
  );
  expect((await purse.payOut(ana, 2_000)).status).toBe(409);
  await purse.register(ana);
  expect(await purse.wallet(ana)).toMatchObject({
    registrationStatus: 'completed',
    registrationLink: null,
    bankAccount: '6789',
  });
  expect((await purse.payOut(ana, 2_000)).status).toBe(200);
});

test('WAL-015 a link that is over opens nothing; a provider that is away leaves the wallet readable; a lost event does no harm', async () => {
  const begun = await purse.call('POST /wallet/registration/start', { country: 'DE' }, { as: ana });
  const link = new URL(begun.body.registrationLink).searchParams.get('link');
  const register = () =>
    purse.call('POST /sandbox-payments/register-account', { link, bankNumber: '000123456789' }, { as: ana });
  purse.wait(1);
  expect((await register()).status).toBe(404);
  purse.sandbox.faults.setAway(true);
  expect(await purse.wallet(ana)).toMatchObject({ registrationStatus: 'started', registrationLink: null });
  purse.sandbox.faults.setAway(false);
  const { registrationLink } = await purse.wallet(ana);
  const again = new URL(registrationLink).searchParams.get('link');
  await purse.call('POST /sandbox-payments/register-account', { link: again, bankNumber: '000123456789' }, { as: ana });
  expect(await purse.wallet(ana)).toMatchObject({ registrationStatus: 'completed', bankAccount: '6789' });
});

test('D-148 D-152 the country is chosen once, and only one that the provider pays to', async () => {
  const start = (country: string) => purse.call('POST /wallet/registration/start', { country }, { as: ana });
  const refused = (code: string) => ({ status: 409, body: { errors: [{ code, field: 'country' }] } });
  expect(await start('RU')).toMatchObject(refused('wallet.country_not_enabled'));
  const both = await Promise.all([start('DE'), start('FR')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { country } = await purse.wallet(ana);
  expect((await start(country)).status).toBe(200);
  expect(await start('IT')).toMatchObject(refused('wallet.country_chosen'));
});

test('WAL-028 WAL-037 D-337 there are 110 countries; those that the provider does not report are off', async () => {
  const countries = async () => (await purse.call('GET /wallet/countries', undefined, { as: ana })).body;
  const all = await countries();
  expect(all.count).toBe(110);
  expect(all.results).toContainEqual({ code: 'DE', name: 'Germany', isEnabled: true });
  const { services } = purse.server;
  const payments = { ...purse.sandbox, listPayoutCountries: async () => ['DE', 'US'] };
  await refreshCountries({ ...services, payments });
  const on = (await countries()).results.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled);
  expect(on.map(({ code }: { code: string }) => code)).toEqual(['DE', 'US']);
  await refreshCountries(services);
  expect((await countries()).results.every(({ isEnabled }: { isEnabled: boolean }) => isEnabled)).toBe(true);
});

test('WAL-017 WAL-018 WAL-019 a transfer is a number of cents, 1000 at least, the balance at most', async () => {
  await ready(3_000);
  const refusal = async (amount: unknown) => {
    const { status, body } = await purse.payOut(ana, amount);
    return [status, body.errors?.[0].code, body.errors?.[0].field];
  };
  expect(await refusal(999)).toEqual([400, 'wallet.too_little', 'amountInCents']);
  expect(await refusal(3_001)).toEqual([400, 'wallet.too_much', 'amountInCents']);
  for (const amount of ['ten', 1_000.5, -1_000, null, Number.MAX_SAFE_INTEGER])
    expect((await refusal(amount))[0], String(amount)).toBe(400);
  expect(await purse.payouts(ana.scope)).toEqual([]);
  expect((await purse.payOut(ana, 3_000)).body).toEqual({ id: expect.any(String), walletAmount: 0 });
});

test('WAL-029 D-149 a transfer is booked, sent and told of when it arrives; the next one waits for it', async () => {
  await ready(5_000);
  const { status, body } = await purse.payOut(ana, 2_000);
  expect([status, body.walletAmount]).toEqual([200, 3_000]);
  expect(await purse.wallet(ana)).toMatchObject({ transfer: { id: body.id, amountInCents: 2_000, feeInCents: 0 } });
  expect(await purse.payOut(ana, 1_000)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'wallet.transfer_open' }] },
  });
  const [sent] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(sent!.providerId!);
  await purse.tell();
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'paid' }]);
  expect(await purse.notices(ana)).toEqual(['payout_sent']);
  expect((await purse.wallet(ana)).transfer).toBeNull();
  const amounts = (await purse.call('GET /amounts/my?type=transferred', undefined, { as: ana })).body;
  expect(amounts.results).toMatchObject([{ type: 'withdrawal', amount: -2_000, bankAccount: '6789' }]);
  expect(await left()).toBe(3_000);
  expect(await readBalance(db(), { kind: 'payouts' }, 'usd')).toBe(0);
});

test('WAL-029 of two transfers at once, from two devices, one is made', async () => {
  await ready(2_500);
  const answers = await Promise.all([1, 2, 3, 4].map(() => purse.payOut(ana, 2_000)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await purse.payouts(ana.scope)).toHaveLength(1);
  expect(await transferred(ana.scope)).toBe(2_000);
  expect(await left()).toBe(500);
});

test('WAL-029 the same request twice, also at once, is one transfer and gets one answer', async () => {
  await ready(4_000);
  const key = newId();
  const ask = () =>
    purse.call('POST /wallet/payout', { amountInCents: 1_500 }, { as: ana, headers: { 'Idempotency-Key': key } });
  const answers = [...(await Promise.all([ask(), ask()])), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await transferred(ana.scope)).toBe(1_500);
});

test.each(['unavailable', 'dropped'] as const)(
  'WAL-029 a provider whose answer is missing (%s) is asked again by the job, and pays once',
  async (fault) => {
    await ready(4_000);
    purse.sandbox.faults.meets(fault);
    expect((await purse.payOut(ana, 1_500)).body.walletAmount).toBe(2_500);
    expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'booked' }]);
    await purse.settle();
    expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'booked' }]);
    purse.wait(0.1);
    await Promise.all([purse.settle(), purse.settle()]);
    expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'sent' }]);
    await purse.settle();
    expect(await transferred(ana.scope)).toBe(1_500);
    expect(await left()).toBe(2_500);
  },
);

test('a server that was killed between booking and sending leaves the transfer to the job', async () => {
  await ready(4_000);
  // Its answer never came to an end: nothing after the booking was done.
  purse.sandbox.faults.meets('unavailable');
  await purse.payOut(ana, 1_500);
  await sql`update payouts set check_at = ${new Date(purse.server.services.now().getTime() + 5 * 60_000)} where scope = ${ana.scope}`.execute(
    db(),
  );
  purse.wait(0.2);
  await purse.settle();
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'sent' }]);
});

test('D-149 a provider that refuses gives the money back at once', async () => {
  await ready(4_000);
  await sql`update sandbox_accounts set is_ready = false where id = (select account_id from wallets where scope = ${ana.scope})`.execute(
    db(),
  );
  expect((await purse.payOut(ana, 1_500)).status).toBe(502);
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'returned' }]);
  expect(await left()).toBe(4_000);
  const statistics = (await purse.call('GET /wallet/statistics', undefined, { as: ana })).body;
  expect(statistics).toMatchObject({ totalTransferred: 0, lastTransferAt: null, currentBalance: 4_000 });
});

test('D-149 a transfer that the bank refuses is booked back once, however often it is told', async () => {
  await ready(4_000, CLOSED_BANK);
  await purse.payOut(ana, 1_500);
  const [sent] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(sent!.providerId!);
  purse.sandbox.faults.events = 'doubled';
  await purse.tell();
  purse.sandbox.faults.events = 'delivered';
  await purse.settle();
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'returned' }]);
  expect(await purse.notices(ana)).toEqual(['payout_failed']);
  expect(await left()).toBe(4_000);
  expect(await transferred(ana.scope)).toBe(0);
  expect((await purse.payOut(ana, 1_500)).status).toBe(200);
});

test('each transfer opens to what it was made of: what was left, what was earned since, the fee, when it arrived', async () => {
  await ready(4_000);
  await purse.payOut(ana, 1_500);
  const [first] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(first!.providerId!);
  await purse.tell();
  purse.wait(1);
  await purse.earn(ana.scope, 700);
  await purse.payOut(ana, 2_000);
  const read = async (as: TestPerson) =>
    (await purse.call('GET /revenues/calculation?date=2031-05-10', undefined, { as })).body.transfers;
  const fee = transferFee(2_000);
  const made = { id: expect.any(String), createdAt: expect.any(String) };
  expect(await read(ana)).toEqual([
    {
      ...made,
      before: 0,
      earned: 4_000,
      amount: -1_500,
      after: 2_500,
      fee: 0,
      status: 'paid',
      decidedAt: made.createdAt,
    },
    { ...made, before: 2_500, earned: 700, amount: -2_000, after: 1_200, fee, status: 'sent', decidedAt: null },
  ]);
  const [, second] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(second!.providerId!, 'failed');
  await purse.tell();
  expect((await read(ana))[2]).toMatchObject({
    before: 1_200,
    earned: 0,
    amount: 2_000,
    after: 3_200,
    status: 'returned',
  });
  const { body } = await purse.call('GET /amounts/my?type=transferred', undefined, { as: ana });
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
  expect(idsOf(body.results)).toEqual(idsOf(await read(ana)));
  expect(await read(await purse.creator())).toEqual([]);
});

test('a transfer that was paid may come back, also while the next one is on its way and no event tells of it', async () => {
  await ready(4_000);
  await purse.payOut(ana, 1_500);
  const [first] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(first!.providerId!);
  await purse.tell();
  const { body } = await purse.payOut(ana, 2_000);
  await purse.sandbox.decidePayout(first!.providerId!, 'failed');
  purse.wait(25);
  await purse.settle();
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'returned' }, { id: body.id, status: 'sent' }]);
  expect(await purse.notices(ana)).toEqual(['payout_sent', 'payout_failed']);
  expect(await left()).toBe(2_000);
});

test('a refund after the transfer leaves a balance below zero, of which nothing is transferred', async () => {
  await ready(2_000);
  await purse.payOut(ana, 2_000);
  await purse.earn(ana.scope, -500);
  expect(await left()).toBe(-500);
  const [sent] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(sent!.providerId!);
  await purse.tell();
  expect(await purse.payOut(ana, 1_000)).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'wallet.too_much' }] },
  });
  await purse.earn(ana.scope, 1_600);
  expect((await purse.payOut(ana, 1_100)).status).toBe(200);
});

test('D-355 one transfer in seven days is free; of the next ones the provider’s fee is kept, and given back with a failed one', async () => {
  await ready(20_000);
  expect((await purse.wallet(ana)).freeTransferAt).toBeNull();
  const arrive = async (outcome: 'paid' | 'failed' = 'paid') => {
    await purse.sandbox.decidePayout((await purse.payouts(ana.scope)).at(-1)!.providerId!, outcome);
    await purse.tell();
  };
  await purse.payOut(ana, 1_000);
  await arrive();
  expect((await purse.wallet(ana)).freeTransferAt).toBe('2031-05-17T12:00:01.000Z');
  await purse.payOut(ana, 4_001);
  expect((await purse.payouts(ana.scope)).at(-1)).toMatchObject({ amount: 4_001, fee: transferFee(4_001) });
  expect(transferFee(4_001)).toBe(36);
  expect(await transferred(ana.scope)).toBe(1_000 + 4_001 - 36);
  expect(await left()).toBe(20_000 - 1_000 - 4_001);
  await arrive('failed');
  expect(await left()).toBe(19_000);
  purse.wait(24 * 7);
  expect((await purse.wallet(ana)).freeTransferAt).toBeNull();
  await purse.payOut(ana, 1_000);
  expect((await purse.payouts(ana.scope)).at(-1)!.fee).toBe(0);
});

test('D-235 D-290 an organization’s money is transferred by its Owner; an Admin reads, a stranger does neither', async () => {
  const [admin, stranger] = [await purse.creator(), await purse.creator()];
  const scope = await purse.organization(ana);
  await db()
    .insertInto('organization_admins')
    .values({ organization_id: scope.slice(4), user_id: admin.userId, role: 'Admin' })
    .execute();
  const start = (as: TestPerson) => purse.call('POST /wallet/registration/start', { country: 'DE' }, { as, scope });
  expect((await start(admin)).status).toBe(403);
  await purse.register(ana, undefined, scope);
  await purse.earn(scope, 3_000);
  expect(await purse.wallet(admin, scope)).toMatchObject({ walletAmount: 3_000, isOwn: false, bankAccount: '6789' });
  expect((await purse.payOut(admin, 1_000, scope)).status).toBe(403);
  expect((await purse.payOut(stranger, 1_000, scope)).status).toBe(403);
  expect((await purse.payOut(ana, 1_000, scope)).status).toBe(200);
  const [sent] = await purse.payouts(scope);
  await purse.sandbox.decidePayout(sent!.providerId!);
  await purse.tell();
  expect([await purse.notices(ana), await purse.notices(admin)]).toEqual([['payout_sent'], []]);
});

test('WAL-038 D-250 the wallet is a Creator’s, and who is not of age transfers nothing without a guardian', async () => {
  const mia = await purse.person();
  const young = await purse.server.addPerson({ isEducator: true, adultOn: '2040-01-01' });
  await sql`update sessions set expires_at = '2090-01-01' where user_id = ${young.userId}`.execute(db());
  for (const line of ['GET /wallet', 'GET /wallet/countries'])
    expect((await purse.call(line, undefined, { as: mia })).status, line).toBe(403);
  expect((await purse.payOut(mia, 1_000)).status).toBe(403);
  expect(await purse.payOut(young, 1_000)).toMatchObject({ body: { errors: [{ code: 'age.consent_needed' }] } });
});

test('D-279 the database shows a scope its own wallet and transfers only', async () => {
  await ready(2_000);
  await purse.payOut(ana, 2_000);
  const ben = await purse.creator();
  const seen = (as: TestPerson) =>
    asPerson(db(), as.userId, async (own) => {
      const { rows } = await sql<{ scope: string }>`select scope from wallets union select scope from payouts`.execute(
        own,
      );
      return rows.map(({ scope }) => scope);
    });
  expect([await seen(ana), await seen(ben)]).toEqual([[ana.scope], []]);
});

test('the nightly comparison books what no event and no answer has told', async () => {
  await ready(4_000);
  purse.sandbox.faults.meets('dropped');
  await purse.payOut(ana, 1_500);
  const result = await reconcile(purse.server.services);
  expect(result!.mismatches).toEqual([]);
  expect(await left()).toBe(2_500);
  expect(await purse.payouts(ana.scope)).toMatchObject([{ status: 'sent' }]);
  await soon(async () => expect(await transferred(ana.scope)).toBe(1_500));
});
