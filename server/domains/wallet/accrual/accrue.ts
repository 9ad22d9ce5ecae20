import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { post, type Line } from '#server/domains/ledger/index.ts';
import { divideSport, type ChannelWeight, type SportDay, type SportInputs } from './divide.ts';
import {
  addDays,
  dayOf,
  keepReferrals,
  readKeptWeights,
  readSports,
  readSums,
  readWeights,
  startOf,
  takeMovements,
  type Day,
  type Fee,
  type Weights,
} from './inputs.ts';

type Accruing = Pick<Services, 'database' | 'now' | 'log'>;

/** Only one process accrues at a time. */
const LOCK = 'revenue.accrue';
const CURRENCY = 'usd';
/** Scopes of one entry of the books, and rows of one insert. */
const CHUNK = 200;

interface Entry {
  scope: string;
  day: Day;
  sportId: string;
  type: string;
  amount: number;
  channelId: string | null;
  isTakenBack: boolean;
}

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) => all.slice(at * CHUNK, (at + 1) * CHUNK));

/** The rows that a day gives Creators. */
const entriesOf = (day: Day, sports: readonly SportDay[], fees: readonly Fee[]): Entry[] => [
  ...sports.flatMap(({ sportId, shares }) => shares.map((share) => ({ ...share, day, sportId }))),
  ...fees.map(({ scope, sportId, type, amount }) => ({
    scope,
    sportId,
    type,
    amount,
    day,
    channelId: null,
    isTakenBack: amount < 0,
  })),
];

const insertEntries = async (db: Db, entries: readonly Entry[], at: Date): Promise<void> => {
  for (const chunk of chunksOf(entries))
    await db
      .insertInto('revenue_entries')
      .values(
        chunk.map(({ scope, day, sportId, type, amount, channelId, isTakenBack }) => ({
          id: newId(at.getTime()),
          scope,
          day,
          sport_id: sportId,
          type,
          amount_cents: amount,
          channel_id: channelId,
          is_taken_back: isTakenBack,
          created_at: at,
        })),
      )
      .execute();
};

const insertSports = async (db: Db, day: Day, sports: readonly SportDay[], weights: Weights): Promise<void> => {
  for (const {
    sportId,
    received,
    givenBack,
    platform,
    publishing,
    views,
    brought,
    shared,
    carried,
    takenBack,
  } of sports) {
    const channels = weights.get(sportId) ?? [];
    const sumOf = (of: (channel: ChannelWeight) => number): number =>
      channels.reduce((before, channel) => before + of(channel), 0);
    await db
      .insertInto('revenue_sport_days')
      .values({
        day,
        sport_id: sportId,
        received,
        given_back: givenBack,
        platform,
        publishing,
        views,
        publishing_brought: brought.publishing,
        views_brought: brought.views,
        publishing_shared: shared.publishing,
        views_shared: shared.views,
        publishing_carried: carried.publishing,
        views_carried: carried.views,
        taken_back: takenBack,
        all_publications: sumOf(({ publications }) => publications),
        all_views: sumOf(({ views: watched }) => watched),
      })
      .execute();
    for (const chunk of chunksOf(channels))
      await db
        .insertInto('revenue_channel_days')
        .values(
          chunk.map(({ channelId, publications, views: watched }) => ({
            day,
            sport_id: sportId,
            channel_id: channelId,
            publications,
            views: watched,
          })),
        )
        .execute();
  }
};

/** Keeps by what the fees of a day were worked out. */
const insertFees = async (db: Db, day: Day, fees: readonly Fee[]): Promise<void> => {
  const rows = fees.flatMap(({ scope, sportId, type, parts }) =>
    parts.map((part) => ({ ...part, day, sport_id: sportId, scope, type })),
  );
  for (const chunk of chunksOf(rows)) await db.insertInto('revenue_fee_days').values(chunk).execute();
};

/** Books what a day gives to each scope, some scopes in an entry. */
const book = async (db: Db, day: Day, entries: readonly Entry[]): Promise<void> => {
  const isFee = ({ channelId }: Entry) => channelId === null;
  for (const [name, cost, own] of [
    ['earnings', 'creator_shares', entries.filter((entry) => !isFee(entry))],
    ['fees', 'marketing_fees', entries.filter(isFee)],
  ] as const) {
    const sums = new Map<string, number>();
    for (const { scope, amount } of own) sums.set(scope, (sums.get(scope) ?? 0) + amount);
    const scopes = [...sums].filter(([, amount]) => amount !== 0).toSorted(([one], [two]) => (one < two ? -1 : 1));
    for (const [number, chunk] of chunksOf(scopes).entries()) {
      const lines: Line[] = chunk.map(([creatorScope, amount]) => ({ kind: 'creator', creatorScope, amount: -amount }));
      await post(db, {
        key: `${name}:${day}:${number}`,
        cause: 'job',
        reason: name === 'earnings' ? `What Creators earned on ${day}.` : `Marketing fees of ${day}.`,
        currency: CURRENCY,
        occurredAt: startOf(addDays(day, 1)),
        lines: [...lines, { kind: cost, amount: chunk.reduce((before, [, amount]) => before + amount, 0) }],
      });
    }
  }
};

/** What a day is divided by. */
export interface DayInputs {
  sports: readonly SportInputs[];
  fees: readonly Fee[];
}

const readInputs = async (db: Db, day: Day, weights: Weights): Promise<DayInputs> => {
  const sums = await readSums(db, day);
  return { sports: await readSports(db, day, sums, weights), fees: sums.fees };
};

const divide = (day: Day, { sports: inputs, fees }: DayInputs): { sports: SportDay[]; entries: Entry[] } => {
  const sports = inputs.map(divideSport);
  return { sports, entries: entriesOf(day, sports, fees) };
};

/** Divides a day that is marked as accrued, and keeps and books what it gives. The demo makes its past by it. */
export const divideDay = async (db: Db, day: Day, inputs: DayInputs, at: Date): Promise<void> => {
  const { sports, entries } = divide(day, inputs);
  const weights: Weights = new Map(inputs.sports.map(({ sportId, channels }) => [sportId, [...channels]]));
  await insertSports(db, day, sports, weights);
  await insertFees(db, day, inputs.fees);
  await insertEntries(db, entries, at);
  await book(db, day, entries);
};

/** Accrues one day, in one transaction. @returns False if it was accrued before. */
const accrueDay = async ({ database, now }: Accruing, day: Day): Promise<boolean> =>
  database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(tx);
    const at = now();
    const taken = await sql`insert into revenue_days (day, accrued_at) values (${day}, ${at})
      on conflict do nothing returning 1`.execute(tx);
    if (taken.rows.length === 0) return false;
    await takeMovements(tx, day);
    await keepReferrals(tx, day);
    await divideDay(tx, day, await readInputs(tx, day, await readWeights(tx, day)), at);
    return true;
  });

/** The day after the last one that is accrued; the day of the first payment; undefined if nobody has paid yet. */
const nextDay = async (db: Db): Promise<Day | undefined> => {
  const { rows } = await sql<{
    last: Day | null;
    first: Day | null;
  }>`select (select max(day)::text from revenue_days) as last,
    (select min(at at time zone 'UTC')::date::text from invoice_movements) as first`.execute(db);
  const { last, first } = rows[0]!;
  return last === null ? (first ?? undefined) : addDays(last, 1);
};

/**
 * Accrues all days until yesterday that are not accrued yet, in order. Any process may run it, several at once, and after any time
 * away. Source: D-351.
 */
export const accrueRevenue = async (services: Accruing, signal?: AbortSignal): Promise<void> => {
  const today = dayOf(services.now());
  let day = await nextDay(services.database.db);
  for (; day !== undefined && day < today; day = addDays(day, 1)) {
    signal?.throwIfAborted();
    if (await accrueDay(services, day)) services.log.info({ day }, 'revenue accrued');
  }
};

/** @returns What a day would give if it were accrued again from its inputs and differs from its rows; empty if nothing does. */
export const recomputeDay = async ({ database }: Pick<Services, 'database'>, day: Day): Promise<string[]> =>
  database.db.transaction().execute(async (tx) => {
    const { entries } = divide(day, await readInputs(tx, day, await readKeptWeights(tx, day)));
    const { rows } =
      await sql<Entry>`select scope, day::text as day, sport_id as "sportId", type, amount_cents as amount,
        channel_id as "channelId", is_taken_back as "isTakenBack"
      from revenue_entries where day = ${day} and sport_id is not null and type <> 'withdrawal'`.execute(tx);
    const lineOf = ({ scope, sportId, type, amount, channelId, isTakenBack }: Entry) =>
      JSON.stringify([scope, sportId, type, amount, channelId, isTakenBack]);
    const [computed, kept] = [new Set(entries.map(lineOf)), new Set(rows.map(lineOf))];
    return [...computed.symmetricDifference(kept)].toSorted();
  });
