import { newId } from '#contract/ids.ts';
import { firstPayment } from '#server/domains/subscriptions/price.ts';
import { typed } from '#tests/support/payment-cards.ts';
import type { Member } from '../world/members.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { onServers, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

/** Later than a try that its call may still be making (`CALL_MINUTES` of billing). */
const LATER_MS = 3 * 60_000;
/** Where the server is killed, by the table whose write is held back: before the provider has charged, or after its answer. */
const PLACES = { 'before the charge': 'sandbox_payments', 'after the charge': 'invoice_movements' } as const;
type Place = keyof typeof PLACES;

const ask = async <T>({ port }: { port: number }, { token }: Member, line: string, body: object): Promise<T> => {
  const [method, where] = line.split(' ') as [string, string];
  const answer = await fetch(`http://localhost:${port}/api${where}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': newId() },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
};

/** Has had the trial of tennis, and keeps a card. */
const prepare = async ({ sql, servers: [server] }: Servers, member: Member): Promise<void> => {
  await sql.query(
    `insert into subscriptions (id, scope, user_id, sport_id, type, trial_used, trial_to)
     values (gen_random_uuid(), $1, $2, 'tennis', 'expired', true, '2020-01-01')`,
    [member.scope, member.userId],
  );
  const { clientSecret } = await ask<{ clientSecret: string }>(server!, member, 'POST /stripe-setup-intent/create', {});
  await ask(server!, member, 'POST /sandbox-payments/confirm-setup', { clientSecret, card: typed('visa') });
  await ask(server!, member, 'POST /stripe-setup-intent/finish', { clientSecret, makePreferredWayToPay: true });
};

const moveClock = async ({ servers: [server] }: Servers, at: Date): Promise<void> => {
  const moved = await fetch(`http://localhost:${server!.port}/dev/clock?at=${at.toISOString()}`, { method: 'POST' });
  if (moved.status !== 204) throw new Error(`The clock was not moved: ${moved.status}`);
};

const subscribe = (servers: Servers, member: Member): Promise<unknown> =>
  ask(servers.servers[0]!, member, 'POST /subscriptions/tennis/create', { consent: true });

/** The first payment: at once, or by billing, because in the last days of a month it is made with that of the next. */
const pay = async (servers: Servers, member: Member): Promise<void> => {
  const now = new Date();
  await subscribe(servers, member);
  const { at } = firstPayment(now);
  if (at > now) await moveClock(servers, at);
};

/** Kills the server while a payment waits at the given place, and starts it again. */
const killInPayment = async (servers: Servers, member: Member, place: Place): Promise<void> => {
  const table = PLACES[place];
  const holder = await servers.sql.connect();
  try {
    await holder.query(`begin; lock table ${table} in exclusive mode`);
    const asking = pay(servers, member).catch(() => {});
    await until(`a payment waits ${place}`, async () => {
      const { rowCount } = await servers.sql.query(
        'select 1 from pg_locks where relation = $1::regclass and not granted',
        [table],
      );
      return rowCount! > 0;
    });
    await servers.crash(servers.servers[0]!, async () => {
      await holder.query('rollback');
    });
    await asking;
  } finally {
    await holder.query('rollback').catch(() => {});
    holder.release();
  }
};

/** The person asks again, or the job of billing finds the try. Then both, because neither may charge again. */
const recover = async (servers: Servers, member: Member, isAskedFirst: boolean): Promise<void> => {
  const bill = async () => {
    const { now } = (await servers.sql.query<{ now: Date }>('select now() as now')).rows[0]!;
    await moveClock(servers, new Date(firstPayment(now).at.getTime() + LATER_MS));
  };
  const again = () => subscribe(servers, member).catch(() => {});
  for (const step of isAskedFirst ? [again, bill] : [bill, again]) await step();
};

const findFaults = async ({ sql }: Servers, members: readonly Member[]): Promise<Findings> => {
  const [lost, doubled]: [string[], string[]] = [[], []];
  for (const { userId } of members) {
    const { rows } = await sql.query<{
      charges: number;
      invoices: number;
      isOpen: boolean;
      taken: number;
      paid: number;
    }>(
      `select (select count(*)::int from sandbox_payments p join payment_customers c on c.customer_id = p.customer_id
           where c.user_id = $1 and p.status = 'succeeded') as charges,
         (select count(*)::int from invoices where user_id = $1 and status = 'paid') as invoices,
         is_subscribed($1, 'tennis') as "isOpen",
         (select coalesce(sum(m.amount), 0)::int from sandbox_movements m join sandbox_payments p on p.id = m.payment_id
           join payment_customers c on c.customer_id = p.customer_id where c.user_id = $1) as taken,
         (select coalesce(sum(total), 0)::int from invoices where user_id = $1 and status = 'paid') as paid`,
      [userId],
    );
    const { charges, invoices, isOpen, taken, paid } = rows[0]!;
    if (charges > 1 || taken > paid) doubled.push(`${userId} was charged ${charges} times: ${taken} for ${paid}`);
    if (charges < 1 || invoices !== 1 || !isOpen || taken < paid)
      lost.push(`${userId}: ${charges} charges, ${invoices} paid invoices, access ${isOpen}, ${taken} for ${paid}`);
  }
  const { rows } = await sql.query<{ ours: number; theirs: number }>(
    `select (select coalesce(sum(balance), 0)::int from ledger_accounts where kind = 'provider') as ours,
       (select coalesce(sum(amount - fee), 0)::int from sandbox_movements) as theirs`,
  );
  if (rows[0]!.ours !== rows[0]!.theirs) lost.push(`the books have ${rows[0]!.ours}, the provider ${rows[0]!.theirs}`);
  const { rowCount } = await sql.query('select * from ledger_differences()');
  if (rowCount! > 0) lost.push(`${rowCount} balances are wrong`);
  return { lost, doubled, reordered: [] };
};

/**
 * F26: SIGKILL for the server in the middle of `size` payments (1): between the provider's answer and our commit, and every second time before
 * it has charged. Each person is charged once, has what was paid for, and the books are those of the provider.
 */
export const runF26 = ({ seed, size = 1 }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed, env: { CLOCK: 'movable', PAYMENTS: 'sandbox' } }, async (servers) => {
    const members = await servers.addMembers(size);
    for (const [index, member] of members.entries()) {
      // Back from the moment of the last payment: by then the session of this member is over.
      if (index > 0) await moveClock(servers, new Date());
      await prepare(servers, member);
      await killInPayment(servers, member, index % 2 === 0 ? 'after the charge' : 'before the charge');
      await recover(servers, member, servers.random.next() < 0.5);
    }
    return judge(
      'F26',
      seed,
      { seconds: 0, stuck: [] },
      await findFaults(servers, members),
      [],
      `${size} kills in payments`,
    );
  });
