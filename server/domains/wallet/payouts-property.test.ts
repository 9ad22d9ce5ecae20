import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS, PROPERTY_TIMEOUT_MS, RUNS, runs } from '#tests/support/property-runs.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { readBalance } from '../ledger/index.ts';
import { reconcile } from '../payments/index.ts';
import { startPurse, type Purse } from './wallet.fixtures.ts';

// A random wallet: what is earned, taken back, transferred, refused, sent back, told late, twice or never. Whatever the order, the
// books, the list and the wallet agree, nothing is paid twice, and only what is taken back makes a balance negative. A server that
// is killed between booking and sending is a claim that nobody holds any more.

let purse: Purse;
beforeAll(async () => {
  purse = await startPurse();
});
afterAll(() => purse.server.close());
const db = () => purse.server.services.database.db;

type Command =
  | { do: 'earn' | 'takeBack'; cents: number }
  | { do: 'transfer'; share: number; times: number }
  | { do: 'crash'; isSent: boolean; share: number }
  | { do: 'decide'; pick: number; outcome: 'paid' | 'failed' | 'canceled' }
  | { do: 'wait'; hours: number }
  | { do: 'tell'; how: 'delivered' | 'doubled' | 'lost' }
  | { do: 'settle' | 'reconcile' }
  | { do: 'fault'; fault: 'unavailable' | 'dropped' }
  | { do: 'ready'; isReady: boolean };
const cents = fc.constantFrom(1, 333, 999, 1_000, 1_001, 2_777, 10_000);
const share = fc.integer({ min: 1, max: 130 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('earn' as const), cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('takeBack' as const), cents }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), share, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), isSent: fc.boolean(), share }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      pick: fc.nat(5),
      outcome: fc.constantFrom('paid' as const, 'failed' as const, 'canceled' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.1, 1, 7, 25, 200) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      how: fc.constantFrom('delivered' as const, 'doubled' as const, 'lost' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'settle' as const, 'reconcile' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom('unavailable' as const, 'dropped' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ready' as const), isReady: fc.boolean() }) },
);

/** One Creator. Every refusal is a right answer; what must hold is looked up in the rows. */
class Creator {
  readonly person: TestPerson;
  earned = 0;
  takenBack = 0;
  constructor(person: TestPerson) {
    this.person = person;
  }
  get scope(): string {
    return this.person.scope;
  }

  async run(step: Command): Promise<void> {
    const { faults } = purse.sandbox;
    if (step.do === 'earn') await this.earn(step.cents);
    else if (step.do === 'takeBack') await this.earn(-Math.min(step.cents, this.earned - this.takenBack));
    else if (step.do === 'transfer') await this.transfer(step.share, step.times);
    else if (step.do === 'crash') await this.crash(step.isSent, step.share);
    else if (step.do === 'decide') await this.decide(step.pick, step.outcome);
    else if (step.do === 'wait') purse.wait(step.hours);
    else if (step.do === 'settle') await Promise.all([purse.settle(), purse.settle()]);
    else if (step.do === 'reconcile') await reconcile(purse.server.services).catch(() => {});
    else if (step.do === 'fault') faults.meets(step.fault);
    else if (step.do === 'ready') await this.setReady(step.isReady);
    else if (step.do === 'tell') {
      faults.events = step.how;
      await purse.tell().catch(() => {});
      faults.events = 'delivered';
    }
  }

  async earn(amount: number): Promise<void> {
    if (amount === 0) return;
    await purse.earn(this.scope, amount);
    if (amount > 0) this.earned += amount;
    else this.takenBack -= amount;
  }

  async amountOf(percent: number): Promise<number> {
    const { walletAmount } = await purse.wallet(this.person);
    return Math.max(1, Math.floor((walletAmount * percent) / 100));
  }

  async transfer(percent: number, times: number): Promise<void> {
    const amount = await this.amountOf(percent);
    await sql`delete from rate_limits`.execute(db());
    const answers = await Promise.all(Array.from({ length: times }, () => purse.payOut(this.person, amount)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 400, 409, 502, 503]).toContain(status);
  }

  /** The server dies before the provider is asked, or before it hears the answer; its claim stays. */
  async crash(isSent: boolean, percent: number): Promise<void> {
    purse.sandbox.faults.meets(isSent ? 'dropped' : 'unavailable');
    await this.transfer(percent, 1);
    await sql`update payouts set check_at = check_at + interval '5 minutes' where scope = ${this.scope} and status = 'booked'`.execute(
      db(),
    );
  }

  async decide(pick: number, outcome: 'paid' | 'failed' | 'canceled'): Promise<void> {
    const sent = await purse.payouts(this.scope);
    const { rows } = await sql<{
      id: string;
    }>`select s.id from sandbox_payouts s join wallets w on w.account_id = s.account_id
      where w.scope = ${this.scope} order by s.created_at desc, s.id`.execute(db());
    const one = rows[pick % Math.max(1, rows.length)];
    // Stripe does not send back what has been taken back, or what nobody has asked for.
    if (one && sent.length > 0) await purse.sandbox.decidePayout(one.id, outcome);
  }

  async setReady(isReady: boolean): Promise<void> {
    await sql`update sandbox_accounts set is_ready = ${isReady}
      where id = (select account_id from wallets where scope = ${this.scope})`.execute(db());
  }

  /** What must hold after every step. */
  async check(): Promise<void> {
    const payouts = await purse.payouts(this.scope);
    const out = payouts.filter(({ status }) => status !== 'returned').reduce((sum, { amount }) => sum + amount, 0);
    const owed = 0 - (await readBalance(db(), { kind: 'creator', creatorScope: this.scope }, 'usd'));
    expect(owed).toBe(this.earned - this.takenBack - out);
    if (this.takenBack === 0) expect(owed).toBeGreaterThanOrEqual(0);
    expect(owed).toBeGreaterThanOrEqual(-this.takenBack);
    expect(payouts.filter(({ status }) => status === 'booked' || status === 'sent').length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ listed: number; twice: number }>`select
      (select coalesce(sum(amount_cents), 0)::bigint from revenue_entries where scope = ${this.scope}) as listed,
      (select count(*)::bigint from (select metadata ->> 'payoutId' from sandbox_payouts group by 1 having count(*) > 1) x) as twice`.execute(
      db(),
    );
    expect(rows[0]).toEqual({ listed: owed, twice: 0 });
  }

  /** The provider is back, and all that is open is decided: nothing is left between us and the bank. */
  async finish(): Promise<void> {
    purse.sandbox.faults.reset();
    await this.setReady(true);
    for (let round = 0; round < 4; round += 1) {
      purse.wait(26);
      await purse.settle();
      const { rows } = await sql<{ id: string }>`select id from sandbox_payouts where status = 'pending'`.execute(db());
      for (const { id } of rows) await purse.sandbox.decidePayout(id);
      await purse.tell();
    }
    await reconcile(purse.server.services);
    await this.check();
    const states = (await purse.payouts(this.scope)).map(({ status }) => status);
    expect(states.filter((status) => status !== 'paid' && status !== 'returned')).toEqual([]);
    const { rows } = await sql<{ ours: number; theirs: number }>`select
      (select coalesce(sum(amount_cents - fee_cents), 0)::bigint from payouts where scope = ${this.scope} and status = 'paid') as ours,
      (select coalesce(sum(s.amount), 0)::bigint from sandbox_payouts s join wallets w on w.account_id = s.account_id
        where w.scope = ${this.scope} and not s.is_taken_back) as theirs`.execute(db());
    expect(rows[0]!.ours).toBe(rows[0]!.theirs);
    expect(await readBalance(db(), { kind: 'payouts' }, 'usd')).toBe(0);
    const { differences, sum, ours, theirs } = await purse.books();
    expect([differences, sum, ours]).toEqual([[], 0, theirs]);
  }
}

test(
  'D-149 whatever is earned, taken back, transferred, lost and sent back: the sums agree, and nothing is paid twice',
  async () => {
    let year = 2031;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: COMMANDS, size: 'max' }), async (steps) => {
        purse.at(`${(year += 1)}-01-01T00:00:00Z`);
        purse.sandbox.faults.reset();
        const creator = new Creator(await purse.creator());
        await purse.register(creator.person);
        await creator.earn(5_000);
        for (const step of steps) {
          await creator.run(step);
          await creator.check();
        }
        await creator.finish();
      }),
      { ...runs, numRuns: Math.max(1, Math.floor(RUNS / 10)) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
