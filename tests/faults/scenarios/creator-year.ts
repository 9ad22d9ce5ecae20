import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { createRows } from '#server/domains/channels/channels.fixtures.ts';
import { ASKS_BANK, FAILS_LATER, GOOD } from '#server/domains/invoices/billing.fixtures.ts';
import { ADDRESSES, addCodes, CODES, findFaults, SPORTS } from '#server/domains/invoices/books.fixtures.ts';
import { applyPayment, applyRefund } from '#server/domains/invoices/index.ts';
import { reconcile } from '#server/domains/payments/index.ts';
import { accrueRevenue, recomputeDay } from '#server/domains/wallet/index.ts';
import { startPurse, type Purse } from '#server/domains/wallet/wallet.fixtures.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { findWrongWallets, readSums, type Sums } from '../oracle/creator-sums.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { seeded, type Seeded } from '../world/seeded.ts';
import type { ScenarioOptions } from '../world/world.ts';

const STARTS = Date.UTC(2031, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 365;
const MEMBERS_EACH = 4;
/** A bank decides within this time, days. */
const BANK_DAYS = 15;
/** Each month is printed on its last day, and its accrual is killed. */
const isLastOfMonth = (day: number): boolean => new Date(STARTS + (day + 1) * DAY_MS).getUTCDate() === 1;

interface Person {
  person: TestPerson;
  gaveUp: Map<string, Date>;
}
interface Stage {
  purse: Purse;
  random: Seeded;
  creators: TestPerson[];
  members: Person[];
  published: string[];
  disputes: { id: string; decideOn: number }[];
  wrong: string[];
  /** Accruals that were killed. */
  kills: number;
}

const dbOf = ({ purse }: Stage) => purse.server.services.database.db;
const dayText = (day: number): string => new Date(STARTS + day * DAY_MS).toISOString();

/** A Creator with a channel, some publications, a card, an affiliate code, and mostly a bank account. */
const addCreator = async (stage: Stage, number: number): Promise<void> => {
  const { purse, random } = stage;
  const rows = createRows(dbOf(stage));
  const person = await purse.creator();
  const sport = SPORTS[number % SPORTS.length]!;
  const channelId = await rows.addChannel(person, sport);
  for (let left = random.integer(1, 4); left > 0; left -= 1) {
    const [id, contentId] = [newId(), await rows.addContent(person)];
    await sql`insert into publications (id, scope, content_id, channel_id, sport_id, title, pricing, is_live, published_by)
      values (${id}, ${person.scope}, ${contentId}, ${channelId}, ${sport}, ${id}, 'member_only', true, ${person.userId})`.execute(
      dbOf(stage),
    );
    stage.published.push(id);
  }
  await purse.addCard(person, GOOD, random.pick(ADDRESSES));
  await sql`insert into shareable_codes (code, kind, sender_id, recipient_type, fee_unit, fee_value, is_custom, program)
    values (${`BRING${number}`}, 'affiliate', ${person.userId}, 'learner', ${number % 2 ? 'percent' : 'currency'}, ${number % 2 ? 10 : 35},
      ${number % 2 === 0}, '{"durationInMonths": 6}')`.execute(dbOf(stage));
  if (number === 0 || random.chance(0.8)) await purse.register(person);
  stage.creators.push(person);
};

const cardOf = (random: Seeded): string =>
  random.pickWeighted([
    [6, GOOD],
    [1, FAILS_LATER],
    [1, ASKS_BANK],
  ]);

/** A member with a card, some brought by a Creator's code. */
const addMember = async (stage: Stage, creators: number): Promise<void> => {
  const { purse, random } = stage;
  const person = await purse.person();
  await purse.addCard(person, cardOf(random), random.pick(ADDRESSES));
  if (random.chance(0.4))
    await sql`insert into redeemed_codes (user_id, code, redeemed_at)
      values (${person.userId}, ${`BRING${random.integer(0, creators - 1)}`}, ${new Date(STARTS)})`.execute(
      dbOf(stage),
    );
  for (const sport of SPORTS) await purse.hadTrial(person, sport);
  stage.members.push({ person, gaveUp: new Map() });
};

const subscribe = async ({ purse, random }: Stage, { person }: Person): Promise<void> => {
  const code = random.chance(0.3) ? random.pick(CODES)[0] : undefined;
  await purse.subscribe(person, random.pick(SPORTS), code ? { code } : {});
};

const leave = async (stage: Stage, { person, gaveUp }: Person, at: Date): Promise<void> => {
  const sport = stage.random.pick(SPORTS);
  const { rows } = await sql`select 1 from subscriptions where user_id = ${person.userId} and sport_id = ${sport}
    and type = 'subscribed' and status = 'suspended'`.execute(dbOf(stage));
  await stage.purse.call(`DELETE /subscriptions/${sport}/remove`, undefined, { as: person });
  if (rows.length > 0) gaveUp.set(sport, at);
};

const readPayment = async (stage: Stage, { person }: Person) => {
  const { rows } = await sql<{
    id: string;
    left: number;
    refunded: number;
  }>`select p.id, p.amount - p.refunded as left, p.refunded
    from sandbox_payments p join invoice_attempts a on a.payment_id = p.id join invoices i on i.id = a.invoice_id
    where i.user_id = ${person.userId} and a.status = 'succeeded' and a.refund_state is null and p.amount > p.refunded
      and not exists (select 1 from sandbox_disputes d where d.payment_id = p.id)
    order by p.created_at desc, p.id limit 1`.execute(dbOf(stage));
  return rows[0];
};

/** The operator gives a part back; an event tells of it, or the comparison of the night finds it. */
const refund = async (stage: Stage, member: Person, day: number): Promise<void> => {
  const { purse, random } = stage;
  const payment = await readPayment(stage, member);
  if (!payment) return;
  const amount = random.integer(1, payment.left);
  const made = await purse.sandbox
    .refund({ paymentId: payment.id, amount, metadata: {} }, `refund ${payment.id} ${day}`)
    .catch(() => undefined);
  if (made && random.chance(0.5)) await applyRefund(purse.server.services, made).catch(() => {});
};

const dispute = async (stage: Stage, member: Person, day: number): Promise<void> => {
  const payment = await readPayment(stage, member);
  if (!payment || payment.refunded > 0) return;
  const id = await stage.purse.sandbox.openDispute(payment.id);
  stage.disputes.push({ id, decideOn: day + stage.random.integer(1, BANK_DAYS) });
};

const decideDisputes = async ({ purse, random, disputes }: Stage, day: number): Promise<void> => {
  for (const { id, decideOn } of disputes)
    if (decideOn === day) await purse.sandbox.closeDispute(id, random.pick(['won', 'lost']));
};

const memberActs = async (stage: Stage, member: Person, day: number): Promise<void> => {
  const what = stage.random.pickWeighted([
    [5, 'subscribe'],
    [2, 'leave'],
    [1, 'card'],
    [1, 'refund'],
    [1, 'dispute'],
  ] as const);
  if (what === 'subscribe') await subscribe(stage, member);
  else if (what === 'leave') await leave(stage, member, new Date(STARTS + day * DAY_MS));
  else if (what === 'refund') await refund(stage, member, day);
  else if (what === 'dispute') await dispute(stage, member, day);
  else await stage.purse.addCard(member.person, cardOf(stage.random), stage.random.pick(ADDRESSES)).catch(() => {});
};

/** A transfer of a part of the balance, or of more than it, from one or two devices at once. */
const transfer = async (stage: Stage, person: TestPerson): Promise<void> => {
  const { purse, random } = stage;
  const { walletAmount } = await purse.wallet(person);
  const amount = Math.max(1, Math.floor((walletAmount * random.integer(40, 120)) / 100));
  await sql`delete from rate_limits`.execute(dbOf(stage));
  const answers = await Promise.all(Array.from({ length: random.integer(1, 2) }, () => purse.payOut(person, amount)));
  const taken = answers.filter(({ status }) => status === 200).length;
  if (taken > 1) stage.wrong.push(`${taken} transfers at once of ${person.userId}`);
  if (taken === 1 && amount > walletAmount) stage.wrong.push(`${amount} of ${walletAmount} were transferred`);
};

const creatorActs = async (stage: Stage, person: TestPerson): Promise<void> => {
  const { purse, random } = stage;
  if (random.chance(0.6)) return transfer(stage, person);
  const what = random.pick(['purchase', 'upgrade', 'downgrade', 'cancel'] as const);
  const wanted = { planIndex: random.integer(0, 3), period: random.pick(['month', 'year'] as const) };
  await purse.call(`POST /storage-plans/${what}`, what === 'cancel' ? {} : wanted, { as: person });
};

/** Views of some publications, most by members who pay. */
const watch = async (stage: Stage, day: number): Promise<void> => {
  const { random } = stage;
  for (const id of stage.published) {
    if (!random.chance(0.5)) continue;
    const counted = random.integer(1, 40);
    await sql`insert into view_days (publication_id, day, counted, paying, own, repeated)
      values (${id}, ${dayText(day).slice(0, 10)}, ${counted}, ${random.integer(0, counted)}, ${random.integer(0, 2)}, ${random.integer(0, 5)})`.execute(
      dbOf(stage),
    );
  }
};

/** The accrual is killed in the middle of its transaction; whoever comes next does the day once. */
const killAccrual = async (stage: Stage): Promise<void> => {
  const { services } = stage.purse.server;
  const holder = await services.database.pool.connect();
  try {
    await holder.query('begin; lock table revenue_entries in exclusive mode');
    const killed = accrueRevenue(services).then(
      () => true,
      () => false,
    );
    for (let isKilled = false; !isKilled;) {
      const { rows } = await holder.query(`select pg_terminate_backend(pid) as done from pg_locks
        where relation = 'revenue_entries'::regclass and not granted`);
      // Nothing waits if the day gives nobody anything.
      isKilled =
        rows.length > 0 || (await Promise.race([killed, new Promise((resolve) => setImmediate(resolve))])) === true;
    }
    await holder.query('rollback');
    if (!(await killed)) stage.kills += 1;
  } finally {
    holder.release();
  }
};

const decidePayouts = async (stage: Stage): Promise<void> => {
  const { purse, random } = stage;
  const { rows } = await sql<{
    id: string;
  }>`select id from sandbox_payouts where status = 'pending' order by created_at, id`.execute(dbOf(stage));
  for (const { id } of rows)
    await purse.sandbox.decidePayout(
      id,
      random.pickWeighted([
        [6, 'paid'],
        [1, 'failed'],
        [1, 'canceled'],
      ]),
    );
};

/** What jobs and the provider do in a day. Answers get lost, events come late, twice or never, and processes run at once. */
const runJobs = async (stage: Stage, day: number): Promise<void> => {
  const { purse, random } = stage;
  const { faults } = purse.sandbox;
  if (random.chance(0.1)) faults.meets(random.pick(['unavailable', 'dropped']));
  await purse.bill();
  if (random.chance(0.3)) {
    await decidePayouts(stage);
    faults.events = random.pick(['delivered', 'delivered', 'doubled', 'lost']);
    await purse.tell().catch(() => {});
    faults.events = 'delivered';
  }
  await Promise.all([purse.settle(), purse.settle()]);
  if (random.chance(0.2)) await reconcile(purse.server.services).catch(() => {});
  if (isLastOfMonth(day)) await killAccrual(stage);
  await Promise.all([accrueRevenue(purse.server.services), accrueRevenue(purse.server.services)]);
};

const HEADINGS = [
  'until',
  'paid',
  'taxes',
  'provider',
  'Creators',
  'marketing',
  'platform',
  'plans',
  'open',
  'transferred',
  'sums',
];
const print = (cells: readonly string[]): void => console.log(cells.map((cell) => cell.padStart(11)).join(''));

/** Prints what was paid and where it went, and notes what is not equal. */
const compare = async (stage: Stage, day: number): Promise<Sums> => {
  const { sums, wrong } = await readSums(dbOf(stage));
  const wallets = await findWrongWallets(dbOf(stage));
  stage.wrong.push(...[...wrong, ...wallets].map((what) => `${dayText(day).slice(0, 10)} ${what}`));
  const { rows } = await sql<{ out: number }>`select coalesce(-sum(amount_cents), 0)::bigint as out from revenue_entries
    where type = 'withdrawal'`.execute(dbOf(stage));
  const { paid, taxes, fees, creators, marketing, platform, plans, open } = sums;
  const amounts = [paid, taxes, fees, creators, marketing, platform, plans, open, rows[0]!.out];
  const isEqual = wrong.length + wallets.length === 0;
  print([dayText(day).slice(0, 10), ...amounts.map((cents) => (cents / 100).toFixed(2)), isEqual ? 'equal' : 'DIFFER']);
  return sums;
};

/** The provider answers and decides all, the comparison and the jobs have run. @returns Days after the last one. */
const finish = async (stage: Stage, days: number): Promise<number> => {
  const { purse } = stage;
  const { services } = purse.server;
  purse.sandbox.faults.reset();
  let day = days;
  for (const { id, decideOn } of stage.disputes) if (decideOn >= days) await purse.sandbox.closeDispute(id, 'lost');
  for (let round = 0; round < 4; round += 1) {
    day += 2;
    purse.at(dayText(day));
    await purse.bill();
    await purse.settle();
    const { rows } = await sql<{ id: string }>`select id from sandbox_payouts where status = 'pending'`.execute(
      dbOf(stage),
    );
    for (const { id } of rows) await purse.sandbox.decidePayout(id);
    await purse.tell();
    const payments = await sql<{ id: string }>`select id from sandbox_payments`.execute(dbOf(stage));
    for (const { id } of payments.rows) await applyPayment(services, await purse.sandbox.readPayment(id));
    const compared = await reconcile(services);
    stage.wrong.push(...(compared?.mismatches ?? []).map((mismatch) => `mismatch: ${JSON.stringify(mismatch)}`));
  }
  day += 1;
  purse.at(dayText(day));
  await purse.bill();
  await accrueRevenue(services);
  return day;
};

/** Each day again from its inputs, and each person. */
const inspect = async (stage: Stage, day: number): Promise<void> => {
  const { purse } = stage;
  const days = await sql<{ day: string }>`select day::text as day from revenue_days order by day`.execute(dbOf(stage));
  for (const { day: accrued } of days.rows)
    stage.wrong.push(...(await recomputeDay(purse.server.services, accrued)).map((row) => `${accrued} again: ${row}`));
  const people = [...stage.members, ...stage.creators.map((person) => ({ person, gaveUp: new Map<string, Date>() }))];
  for (const { person, gaveUp } of people) {
    const found = await findFaults(purse, { person, gaveUp, now: STARTS + day * DAY_MS });
    stage.wrong.push(...found.map((fault) => `${person.userId} ${fault}`));
  }
};

/**
 * EARN: a year of `size` Creators (5) and four times as many members: sales with codes, views, refunds, disputes, transfers, plans, banks that
 * refuse, lost answers, late and missing events, and an accrual that is killed in each month. At the end of each month and of the year
 * the Creators' rows, the platform's part, fees and taxes are what was paid, to the cent; nothing is paid out twice, no balance is
 * negative but by what was taken back, and each day computed again gives the same.
 */
export const runYear = async ({
  seed,
  size = 5,
  days = DAYS,
}: ScenarioOptions & { days?: number }): Promise<ScenarioReport> => {
  console.log(`seed ${seed}`);
  const startedAtMs = performance.now();
  const purse = await startPurse();
  const stage: Stage = {
    purse,
    random: seeded(seed),
    creators: [],
    members: [],
    published: [],
    disputes: [],
    wrong: [],
    kills: 0,
  };
  try {
    purse.at(dayText(0));
    await addCodes(dbOf(stage));
    for (let number = 0; number < size; number += 1) await addCreator(stage, number);
    for (let number = 0; number < size * MEMBERS_EACH; number += 1) await addMember(stage, size);
    for (const member of stage.members) await subscribe(stage, member);
    print(HEADINGS);
    for (let day = 1; day < days; day += 1) {
      purse.at(new Date(STARTS + day * DAY_MS + 600_000).toISOString());
      await watch(stage, day);
      for (const member of stage.members) if (stage.random.chance(0.03)) await memberActs(stage, member, day);
      for (const creator of stage.creators) if (stage.random.chance(0.08)) await creatorActs(stage, creator);
      await decideDisputes(stage, day);
      await runJobs(stage, day);
      if (isLastOfMonth(day)) await compare(stage, day);
    }
    const end = await finish(stage, days);
    const { paid, creators } = await compare(stage, end);
    await inspect(stage, end);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const note = `${size} Creators, ${days} days: ${paid} cents paid, ${creators} to Creators, ${stage.kills} kills, ${seconds.toFixed(0)} s`;
    return judge('EARN', seed, { seconds: 0, stuck: [] }, { lost: stage.wrong, doubled: [], reordered: [] }, [], note);
  } finally {
    await purse.server.close();
  }
};
