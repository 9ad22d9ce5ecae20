import { sql } from 'kysely';
import { ASKS_BANK, FAILS_LATER, GOOD, startTill, type Till } from '#server/domains/invoices/billing.fixtures.ts';
import { ADDRESSES, addCodes, CODES, findFaults, SPORTS } from '#server/domains/invoices/books.fixtures.ts';
import { reconcile } from '#server/domains/payments/index.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { seeded, type Seeded } from '../world/seeded.ts';
import type { ScenarioOptions } from '../world/world.ts';

const MONTHS = 24;
const FROM_YEAR = 2031;
/** Days of a month on which billing runs: the first, and those of the retries. */
const RUN_DAYS = [1, 4, 6, 8] as const;

interface Customer {
  person: TestPerson;
  now: number;
  gaveUp: Map<string, Date>;
}

const cardOf = (random: Seeded): string => random.pick([GOOD, GOOD, GOOD, GOOD, GOOD, GOOD, FAILS_LATER, ASKS_BANK]);

/** A customer with a card, subscribed to one or two sports, some with a code. */
const join = async (till: Till, random: Seeded): Promise<Customer> => {
  const person = await till.person();
  await till.addCard(person, cardOf(random), random.pick([...ADDRESSES]));
  for (const sport of SPORTS.slice(0, random.integer(1, 3))) {
    await till.hadTrial(person, sport);
    const code = random.next() < 0.4 ? random.pick([...CODES])[0] : undefined;
    await till.subscribe(person, sport, code ? { code } : {});
  }
  return { person, now: 0, gaveUp: new Map() };
};

/** What some customers do in a month: leave, come back, take another card, pay what is open. */
const act = async (till: Till, random: Seeded, { person, gaveUp }: Customer, at: Date): Promise<void> => {
  const sport = random.pick([...SPORTS]);
  const what = random.integer(0, 3);
  if (what === 0) {
    const { rows } = await sql`select 1 from subscriptions where user_id = ${person.userId} and sport_id = ${sport}
      and type = 'subscribed' and status = 'suspended'`.execute(till.server.services.database.db);
    await till.call(`DELETE /subscriptions/${sport}/remove`, undefined, { as: person });
    if (rows.length > 0) gaveUp.set(sport, at);
  } else if (what === 1) await till.subscribe(person, sport);
  else if (what === 2) await till.addCard(person, cardOf(random), random.pick([...ADDRESSES])).catch(() => {});
  else {
    const last = (await till.invoices(person)).findLast(({ status }) => status === 'open' || status === 'unpaid');
    if (last) await till.call(`POST /invoices/${last.id}/pay`, {}, { as: person });
  }
};

/** The operator gives back a part of a payment of one customer, and no event tells of it. */
const refundSome = async (till: Till, random: Seeded, { person }: Customer, key: string): Promise<void> => {
  const { rows } = await sql<{
    id: string;
    left: number;
  }>`select p.id, p.amount - p.refunded as left from sandbox_payments p
    join invoice_attempts a on a.payment_id = p.id join invoices i on i.id = a.invoice_id
    where i.user_id = ${person.userId} and a.status = 'succeeded' and a.refund_state is null and p.amount > p.refunded
    order by p.created_at desc limit 1`.execute(till.server.services.database.db);
  const [payment] = rows;
  if (!payment) return;
  await till.sandbox.refund({ paymentId: payment.id, amount: random.integer(1, payment.left), metadata: {} }, key);
};

/**
 * YEARS: 24 months of `size` customers (20) with random cards, places, codes and sports, who leave, come back, pay late and are
 * given money back. In the end each invoice, the books and the provider agree to the cent, and access is exactly what was paid for.
 */
export const runYears = async ({ seed, size = 20 }: ScenarioOptions): Promise<ScenarioReport> => {
  console.log(`seed ${seed}`);
  const random = seeded(seed);
  const startedAtMs = performance.now();
  const till = await startTill();
  const { services } = till.server;
  try {
    await addCodes(services.database.db);
    const customers: Customer[] = [];
    till.at(`${FROM_YEAR}-01-10T12:00:00Z`);
    for (let count = 0; count < size; count += 1) customers.push(await join(till, random));
    let at = new Date(0);
    for (let month = 1; month <= MONTHS; month += 1) {
      for (const day of RUN_DAYS) {
        at = new Date(Date.UTC(FROM_YEAR, month, day, 0, 10));
        till.at(at.toISOString());
        await till.bill();
      }
      at = new Date(Date.UTC(FROM_YEAR, month, 15));
      till.at(at.toISOString());
      for (const customer of customers) {
        if (random.next() < 0.1) await act(till, random, customer, at);
        if (random.next() < 0.03) await refundSome(till, random, customer, `${customer.person.userId}-${month}`);
      }
      await reconcile(services);
      console.log(`month ${month} of ${MONTHS}, ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
    }
    // What asks the bank and was not answered is over.
    at = new Date(at.getTime() + 5 * 86_400_000);
    till.at(at.toISOString());
    for (let times = 0; times < 3; times += 1) await till.bill();
    const compared = await reconcile(services);
    const lost = (compared?.mismatches ?? []).map((mismatch) => JSON.stringify(mismatch));
    for (const customer of customers) {
      customer.now = at.getTime();
      lost.push(...(await findFaults(till, customer)).map((fault) => `${customer.person.userId} ${fault}`));
    }
    const { rows } = await sql<{ invoices: number; charges: number; taken: number }>`select
      (select count(*)::int from invoices) as invoices,
      (select count(*)::int from sandbox_movements where kind = 'charge') as charges,
      (select coalesce(sum(amount), 0)::bigint from sandbox_movements) as taken`.execute(services.database.db);
    const { invoices, charges, taken } = rows[0]!;
    const seconds = (performance.now() - startedAtMs) / 1000;
    const note = `${size} customers, ${MONTHS} months: ${invoices} invoices, ${charges} charges, ${taken} cents, ${seconds.toFixed(0)} s`;
    return judge('YEARS', seed, { seconds: 0, stuck: [] }, { lost, doubled: [], reordered: [] }, [], note);
  } finally {
    await till.server.close();
  }
};
