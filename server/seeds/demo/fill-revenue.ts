import type { Db } from '#server/db/database.ts';
import { post } from '#server/domains/ledger/index.ts';
import { divideDay, type DayInputs } from '#server/domains/wallet/index.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { daysOf } from './fill-activity.ts';
import { channelId } from './fill-channels.ts';
import { daysBefore, scopeOf } from './fill-people.ts';
import { demoId, demoNumber } from './ids.ts';
import { DEMO_ITEMS } from './items.ts';
import { dayOf } from './view-days.ts';

/** Days before today that are accrued one by one: twice what a plot by days shows. What is older is accrued by the week. */
const SINGLE_DAYS = 28;
const WEEKS = 26;
const OWNERS = [...new Set(DEMO_CHANNELS.map(({ owner }) => owner))];
const SPORTS = [...new Set(DEMO_CHANNELS.map(({ sport }) => sport))];

/** Days that are accrued, as days before today, and how many days each stands for. */
const ACCRUED = [
  ...Array.from({ length: WEEKS - SINGLE_DAYS / 7 }, (_, week) => ({ ago: SINGLE_DAYS + week * 7 + 1, days: 7 })),
  ...Array.from({ length: SINGLE_DAYS }, (_, day) => ({ ago: day + 1, days: 1 })),
].toSorted((one, other) => other.ago - one.ago);

/** What members paid for a sport: more from week to week, and not the same every day. */
const receivedOf = (sport: string, ago: number, days: number): number => {
  const channels = DEMO_CHANNELS.filter((channel) => channel.sport === sport).length;
  const growth = 1.3 - ago / (WEEKS * 7) / 1.6;
  return Math.round(channels * days * (290 + demoNumber(`received ${sport} ${ago}`, 120)) * growth);
};

/** Views of each channel that pay, by day. */
const readViews = (now: Date): ReadonlyMap<string, number> => {
  const views = new Map<string, number>();
  for (const item of DEMO_ITEMS)
    if (item.channel !== undefined)
      for (const { day, paying } of daysOf(item, now)) {
        const key = `${item.channel} ${day}`;
        views.set(key, (views.get(key) ?? 0) + paying);
      }
  return views;
};

/** What channels had published and what was watched. Before the items of the demo there were others. */
const weightsOf = (sport: string, ago: number, paying: number | undefined, key: string) => {
  const items = DEMO_ITEMS.filter((item) => item.channel === key && item.daysAgo > ago).length;
  return {
    publications: Math.max(items, 2 + demoNumber(`published ${sport} ${key}`, 4)),
    // Without any view a day's part would wait for the next one, which the demo does not do.
    views: paying || 20 + demoNumber(`watched ${key} ${ago}`, 40),
  };
};

/** A small marketing fee of each owner, once a week. */
const feesOf = (ago: number): DayInputs['fees'] =>
  ago % 7 === 1
    ? OWNERS.map((owner) => {
        const amount = 40 + demoNumber(`fee ${owner} ${ago}`, 90);
        return {
          scope: scopeOf(owner),
          sportId: DEMO_CHANNELS.find((channel) => channel.owner === owner)!.sport,
          type: 'standard_marketing_fee' as const,
          amount,
          parts: [
            {
              code: `${owner.toUpperCase()}10`,
              unit: 'percent' as const,
              value: 10,
              payments: 1 + demoNumber(`referred ${owner} ${ago}`, 4),
              received: amount * 10,
              amount,
            },
          ],
        };
      })
    : [];

const inputsOf = (ago: number, days: number, views: ReadonlyMap<string, number>, now: Date): DayInputs => ({
  sports: SPORTS.map((sportId) => ({
    sportId,
    received: receivedOf(sportId, ago, days),
    givenBack: [],
    brought: { publishing: 0, views: 0 },
    channels: DEMO_CHANNELS.filter(({ sport }) => sport === sportId).map(({ key, owner }) => ({
      channelId: channelId(key),
      scope: scopeOf(owner),
      ...weightsOf(sportId, ago, views.get(`${key} ${dayOf(now, ago)}`), key),
    })),
  })),
  fees: feesOf(ago),
});

/** Two transfers of each owner, long ago. Not from the provider's money, which is that of the sandbox. */
const fillTransfers = async (db: Db, now: Date): Promise<void> => {
  for (const owner of OWNERS)
    for (const [ago, least] of [
      [120, 3_000],
      [30, 9_000],
    ] as const) {
      const scope = scopeOf(owner);
      const amount = least + demoNumber(`out ${owner} ${ago}`, least / 2);
      const [id, at] = [demoId(`withdrawal ${owner} ${ago}`), daysBefore(now, ago)];
      await db
        .insertInto('revenue_entries')
        .values({ id, scope, day: dayOf(now, ago), type: 'withdrawal', amount_cents: -amount, created_at: at })
        .execute();
      await post(db, {
        key: `demo:${id}`,
        cause: 'job',
        reason: 'A transfer of the demo.',
        currency: 'usd',
        occurredAt: at,
        lines: [
          { kind: 'creator', creatorScope: scope, amount },
          { kind: 'payouts', amount: -amount },
        ],
      });
    }
};

/**
 * Half a year of revenue until yesterday, divided and booked as the accrual does it, so that each amount opens to how it came about.
 * Only what members paid is made up.
 */
export const fillRevenue = async (db: Db, now: Date): Promise<void> => {
  const views = readViews(now);
  for (const { ago, days } of ACCRUED) {
    const [day, at] = [dayOf(now, ago), daysBefore(now, ago - 1)];
    await db.insertInto('revenue_days').values({ day, accrued_at: at }).execute();
    await divideDay(db, day, inputsOf(ago, days, views, now), at);
  }
  await fillTransfers(db, now);
};
