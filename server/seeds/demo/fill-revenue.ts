import type { Db } from '#server/db/database.ts';
import { post } from '#server/domains/ledger/index.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { channelId } from './fill-channels.ts';
import { daysBefore, scopeOf } from './fill-people.ts';
import { demoId, demoNumber } from './ids.ts';

const WEEKS = 26;
/** Rows of one statement. */
const BATCH = 200;

interface Row {
  id: string;
  scope: string;
  day: string;
  type: string;
  amount_cents: number;
  channel_id: string | null;
  sport_id: string | null;
}

const dayBefore = (now: Date, days: number): string => daysBefore(now, days).toISOString().slice(0, 10);

const earningsOf = ({ key, owner, sport }: (typeof DEMO_CHANNELS)[number], now: Date): Row[] =>
  Array.from({ length: WEEKS }, (_, week) =>
    [
      { type: 'content_base', amount_cents: 400 + demoNumber(`base ${key} ${week}`, 900) },
      {
        type: 'views_base',
        amount_cents: 900 + (WEEKS - week) * 45 + demoNumber(`views ${key} ${week}`, 1500),
      },
    ].map((entry) => ({
      ...entry,
      id: demoId(`revenue ${key} ${week} ${entry.type}`),
      scope: scopeOf(owner),
      channel_id: channelId(key),
      sport_id: sport,
      day: dayBefore(now, week * 7 + 1),
    })),
  ).flat();

/** Marketing fees of every fourth week, and a withdrawal per quarter. */
const othersOf = (owner: string, now: Date): Row[] => {
  const row = (name: string, type: string, amount: number, days: number): Row => ({
    id: demoId(name),
    scope: scopeOf(owner),
    channel_id: null,
    sport_id: null,
    type,
    amount_cents: amount,
    day: dayBefore(now, days),
  });
  return [
    ...Array.from({ length: Math.ceil(WEEKS / 4) }, (_, turn) =>
      row(
        `fee ${owner} ${turn}`,
        'standard_marketing_fee',
        300 + demoNumber(`fee ${owner} ${turn}`, 600),
        turn * 28 + 1,
      ),
    ),
    ...[30, 120].map((days) =>
      row(`withdrawal ${owner} ${days}`, 'withdrawal', -(9000 + demoNumber(`out ${owner} ${days}`, 6000)), days),
    ),
  ];
};

/** Inserts half a year of revenue, one day of entries per week, and books it. */
export const fillRevenue = async (db: Db, now: Date): Promise<void> => {
  const owners = [...new Set(DEMO_CHANNELS.map(({ owner }) => owner))];
  const rows = [
    ...DEMO_CHANNELS.flatMap((channel) => earningsOf(channel, now)),
    ...owners.flatMap((owner) => othersOf(owner, now)),
  ];
  for (let at = 0; at < rows.length; at += BATCH)
    await db
      .insertInto('revenue_entries')
      .values(rows.slice(at, at + BATCH))
      .execute();
  for (const owner of owners) {
    const creatorScope = scopeOf(owner);
    const sumOf = (isWanted: (type: string) => boolean): number =>
      rows.reduce((sum, row) => (row.scope === creatorScope && isWanted(row.type) ? sum + row.amount_cents : sum), 0);
    const shares = sumOf((type) => type === 'content_base' || type === 'views_base');
    const fees = sumOf((type) => type === 'standard_marketing_fee');
    const paidOut = sumOf((type) => type === 'withdrawal');
    await post(db, {
      key: `demo:${creatorScope}`,
      cause: 'job',
      reason: 'The revenue of the demo.',
      currency: 'usd',
      occurredAt: now,
      lines: [
        { kind: 'creator_shares', amount: shares },
        { kind: 'marketing_fees', amount: fees },
        // Not from the provider's money, which is that of the sandbox.
        { kind: 'payouts', amount: paidOut },
        { kind: 'creator', creatorScope, amount: -(shares + fees + paidOut) },
      ],
    });
  }
};
