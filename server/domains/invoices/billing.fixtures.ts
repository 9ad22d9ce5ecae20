import { sql } from 'kysely';
import { isSandbox, type PaymentSandbox } from '#server/adapters/payments/index.ts';
import type { TestAnswer, TestPerson, TestServer } from '#tests/support/server.ts';
import { startAccounts } from '../auth/people.fixtures.ts';
import { findDifferences, readBalance } from '../ledger/index.ts';
import { runPlans } from '../storage/index.ts';
import { runBilling } from '../subscriptions/index.ts';

/** Published test numbers that these tests use. */
export const GOOD = '4242424242424242';
export const FAILS_LATER = '4000000000000341';
export const ASKS_BANK = '4000000000003220';

/** A server with its sandbox, whose clock the tests move. */
export interface Till {
  server: TestServer;
  sandbox: PaymentSandbox;
  /** Moves the clock, and signs the people in again. */
  at(text: string): Date;
  person(facts?: { isEducator?: boolean; isSuperadmin?: boolean }): Promise<TestPerson>;
  /** Adds a card as the page does and prefers it. @returns Its id. */
  addCard(as: TestPerson, number?: string, address?: Record<string, string>): Promise<string>;
  /** Has had the trial of a sport. */
  hadTrial(as: TestPerson, sportId: string): Promise<void>;
  call: TestServer['call'];
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  subscribe(as: TestPerson, sportId: string, body?: Record<string, unknown>): Promise<TestAnswer<any>>;
  /** The subscription as billing sees it. */
  row(
    as: TestPerson,
    sportId: string,
  ): Promise<{ id: string; type: string; status: string | null; paid_to: Date | null }>;
  hasAccess(as: TestPerson, sportId: string): Promise<boolean>;
  invoices(
    as: TestPerson,
  ): Promise<
    { id: string; kind: string; status: string; subtotal: number; tax: number; debt: number; total: number }[]
  >;
  /** Cents that the provider has taken from a person, without what it gave back. */
  taken(as: TestPerson): Promise<number>;
  notices(as: TestPerson): Promise<string[]>;
  /** What was mailed to a person until now. */
  mails(as: TestPerson): Promise<string[]>;
  bill(): Promise<void>;
  /** Whether the books are right: balances as rebuilt, the provider's money as the provider says. */
  books(): Promise<{ differences: unknown[]; sum: number; ours: number; theirs: number }>;
}

export const startTill = async (): Promise<Till> => {
  const server = await startAccounts();
  const { services } = server;
  const { db } = services.database;
  const sandbox = services.payments;
  if (!isSandbox(sandbox)) throw new Error('This test needs the sandbox.');
  const sign = async (person: TestPerson) => {
    person.token = await services.tokens.sign(person, services.now());
  };
  const call: Till['call'] = async (line, body, options) => {
    if (options?.as) await sign(options.as);
    return server.call(line, body, options);
  };
  return {
    server,
    sandbox,
    call,
    at(text) {
      const now = new Date(text);
      server.setNow(now);
      return now;
    },
    async person(facts = {}) {
      const person = await server.addPerson(facts);
      await sql`update sessions set expires_at = '2090-01-01' where user_id = ${person.userId}`.execute(db);
      return person;
    },
    async addCard(as, number = GOOD, address) {
      const { clientSecret } = (await call('POST /stripe-setup-intent/create', {}, { as })).body;
      const card = { number, expMonth: 12, expYear: 2060, cvc: '123', ...(address ? { address } : {}) };
      const confirmed = await call('POST /sandbox-payments/confirm-setup', { clientSecret, card }, { as });
      if (confirmed.body.status === 'requires_action')
        await call('POST /sandbox-payments/authenticate', { clientSecret, agrees: true }, { as });
      const kept = await call(
        'POST /stripe-setup-intent/finish',
        { clientSecret, makePreferredWayToPay: true },
        { as },
      );
      if (kept.status !== 200) throw new Error(`No card: ${JSON.stringify([confirmed.body, kept.body])}`);
      return kept.body.paymentMethod.id;
    },
    async hadTrial(as, sportId) {
      await sql`insert into subscriptions (id, scope, user_id, sport_id, type, trial_used, trial_to)
        values (gen_random_uuid(), ${as.scope}, ${as.userId}, ${sportId}, 'expired', true, '2020-01-01')`.execute(db);
    },
    subscribe: (as, sportId, body = {}) =>
      call(`POST /subscriptions/${sportId}/create`, { consent: true, ...body }, { as }),
    async row(as, sportId) {
      const { rows } = await sql<never>`select id, type, status, paid_to from subscriptions
        where user_id = ${as.userId} and sport_id = ${sportId}`.execute(db);
      return rows[0]!;
    },
    async hasAccess(as, sportId) {
      const { rows } = await sql<{
        may: boolean;
      }>`select is_subscribed_at(${as.userId}, ${sportId}, ${services.now()}) as may`.execute(db);
      return rows[0]!.may;
    },
    async invoices(as) {
      const { rows } = await sql<never>`select id, kind, status, subtotal, tax, debt, total from invoices
        where user_id = ${as.userId} order by created_at, id`.execute(db);
      return rows;
    },
    async taken(as) {
      const { rows } = await sql<{
        sum: number;
      }>`select coalesce(sum(m.amount), 0)::bigint as sum from sandbox_movements m
        join sandbox_payments p on p.id = m.payment_id join payment_customers c on c.customer_id = p.customer_id
        where c.user_id = ${as.userId}`.execute(db);
      return rows[0]!.sum;
    },
    async notices(as) {
      const { rows } = await sql<{
        kind: string;
      }>`select kind from notifications where user_id = ${as.userId} order by sent_at, id`.execute(db);
      return rows.map(({ kind }) => kind);
    },
    async mails(as) {
      const { rows } = await sql<{
        body: string;
      }>`select m.body from dev_messages m join users u on u.email = m.destination
        where u.id = ${as.userId} and m.kind = 'mail' order by m.id`.execute(db);
      return rows.map(({ body }) => body);
    },
    async bill() {
      await runBilling(services);
      await runPlans(services);
    },
    async books() {
      const { rows } = await sql<{ sum: number; theirs: number }>`select
        (select coalesce(sum(balance), 0)::bigint from ledger_accounts) as sum,
        (select coalesce(sum(amount - fee), 0)::bigint from sandbox_movements) as theirs`.execute(db);
      const ours = await readBalance(db, { kind: 'provider' }, 'usd');
      return { differences: await findDifferences(db), ours, ...rows[0]! };
    },
  };
};
