import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { TestAnswer, TestPerson } from '#tests/support/server.ts';
import { createMembers } from '../channels/channels.fixtures.ts';
import { startTill, type Till } from '../invoices/billing.fixtures.ts';
import { post } from '../ledger/index.ts';
import { handleEvent, receiveEvent } from '../payments/index.ts';
import { settlePayouts } from './index.ts';

/** Stripe's test numbers of bank accounts. */
const GOOD_BANK = '000123456789';
export const CLOSED_BANK = '000111111113';

export interface PayoutFacts {
  id: string;
  status: string;
  amount: number;
  fee: number;
  providerId: string | null;
}

/** A till with Creators who earn and transfer. */
export interface Purse extends Till {
  creator(): Promise<TestPerson>;
  /** @returns The scope of an organization that the person owns. */
  organization(owner: TestPerson): Promise<string>;
  /** What a day's accrual gives; negative for what it takes back. */
  earn(scope: string, cents: number): Promise<void>;
  /** Chooses a country and gives the provider a bank account; the provider tells of it. */
  register(as: TestPerson, bankNumber?: string, scope?: string): Promise<void>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  wallet(as: TestPerson, scope?: string): Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  payOut(as: TestPerson, amountInCents: unknown, scope?: string): Promise<TestAnswer<any>>;
  payouts(scope: string): Promise<PayoutFacts[]>;
  /** Delivers what the provider tells and was not delivered yet. */
  tell(): Promise<void>;
  settle(): Promise<void>;
  /** Moves the clock on. */
  wait(hours: number): void;
}

const REGISTRATION = 'https://sideline.example';

export const startPurse = async (): Promise<Purse> => {
  const till = await startTill();
  const { server, sandbox, call } = till;
  const { services } = server;
  const { db } = services.database;
  let cursor: string | null = null;
  const tell: Purse['tell'] = async () => {
    for (;;) {
      const page = await sandbox.listEvents(cursor);
      for (const { id } of page.entries)
        for (const { body, signature } of await sandbox.takeDeliveries(id)) {
          await receiveEvent(services, body, signature);
          await handleEvent(services, id);
        }
      cursor = page.cursor;
      if (!page.hasMore) return;
    }
  };
  return {
    ...till,
    tell,
    async creator() {
      const person = await server.addPerson({ isEducator: true });
      await sql`update sessions set expires_at = '2090-01-01' where user_id = ${person.userId}`.execute(db);
      return person;
    },
    organization: (owner) => createMembers(db).addOrganization(owner),
    async earn(scope, cents) {
      const now = services.now();
      const id = newId(now.getTime());
      await db
        .insertInto('revenue_entries')
        .values({
          id,
          scope,
          day: now.toISOString().slice(0, 10),
          type: 'content_base',
          amount_cents: cents,
          is_taken_back: cents < 0,
          created_at: now,
        })
        .execute();
      await db.transaction().execute((tx) =>
        post(tx, {
          key: `earned:${id}`,
          cause: 'job',
          reason: 'Earned.',
          currency: 'usd',
          occurredAt: now,
          lines: [
            { kind: 'creator', creatorScope: scope, amount: -cents },
            { kind: 'creator_shares', amount: cents },
          ],
        }),
      );
    },
    async register(as, bankNumber = GOOD_BANK, scope = as.scope) {
      const begun = await call('POST /wallet/registration/start', { country: 'DE' }, { as, scope });
      const link = new URL(begun.body.registrationLink, REGISTRATION).searchParams.get('link');
      const done = await call('POST /sandbox-payments/register-account', { link, bankNumber }, { as });
      if (done.status !== 200) throw new Error(`Not registered: ${JSON.stringify([begun.body, done.body])}`);
      await tell();
    },
    wallet: async (as, scope = as.scope) => (await call('GET /wallet', undefined, { as, scope })).body,
    payOut(as, amountInCents, scope = as.scope) {
      // A second later each, so that their order is theirs.
      server.setNow(new Date(services.now().getTime() + 1_000));
      return call('POST /wallet/payout', { amountInCents }, { as, scope });
    },
    async payouts(scope) {
      const { rows } =
        await sql<PayoutFacts>`select id, status, amount_cents as amount, fee_cents as fee, provider_id as "providerId"
        from payouts where scope = ${scope} order by created_at, id`.execute(db);
      return rows;
    },
    settle: () => settlePayouts(services),
    wait(hours) {
      server.setNow(new Date(services.now().getTime() + hours * 3_600_000));
    },
  };
};
