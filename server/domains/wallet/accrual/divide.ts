import { percentOf, splitByLargestRemainder } from '#server/domains/ledger/index.ts';

// How the receipts of one sport and day are divided. Amounts are integer cents; every function is pure. Source: D-348…D-351,
// decision 0100.

/** Hundredths of a percent. */
export const CREATORS_SHARE = 7_000;
const PUBLISHING_SHARE = 2_500;

export type ShareType = 'content_base' | 'views_base';

export interface ChannelWeight {
  channelId: string;
  scope: string;
  /** Active approved publications, 30 at most. */
  publications: number;
  /** Views of the day by people who pay for the sport. */
  views: number;
}

/** What a channel earned by one kind of share. */
export interface Earned {
  channelId: string;
  scope: string;
  type: ShareType;
  amount: number;
}

/** Receipts that were earned on earlier days and went back to members by refunds and disputes. */
export interface GivenBack {
  amount: number;
  /** What the sport's channels earned on the days that the members had paid for. */
  earned: readonly Earned[];
}

export interface SportInputs {
  sportId: string;
  /** Net receipts that fall on the day. */
  received: number;
  givenBack: readonly GivenBack[];
  /** From the day before, because nobody had published or nothing was watched. */
  brought: { publishing: number; views: number };
  channels: readonly ChannelWeight[];
}

export interface Share extends Earned {
  isTakenBack: boolean;
}

export interface SportDay {
  sportId: string;
  received: number;
  givenBack: number;
  platform: number;
  publishing: number;
  views: number;
  brought: { publishing: number; views: number };
  /** What was there to be shared: the day's parts and what was brought, less what of it went back to members. */
  shared: { publishing: number; views: number };
  carried: { publishing: number; views: number };
  /** What the channels give back. */
  takenBack: number;
  /** Never zero; negative if taken back. */
  shares: Share[];
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((before, one) => before + of(one), 0);
const keyOf = ({ channelId, type }: Pick<Earned, 'channelId' | 'type'>): string => `${type} ${channelId}`;

const distribute = (amount: number, type: ShareType, channels: readonly ChannelWeight[]): Share[] => {
  const weights = channels.map((channel) => ({
    id: channel.channelId,
    weight: type === 'content_base' ? channel.publications : channel.views,
  }));
  if (amount === 0 || sum(weights, ({ weight }) => weight) === 0) return [];
  const parts = splitByLargestRemainder(amount, weights);
  return channels
    .map(({ channelId, scope }) => ({ channelId, scope, type, amount: parts.get(channelId)!, isTakenBack: false }))
    .filter((share) => share.amount > 0);
};

/** Takes back from the channels that earned on the days that were paid for, never more than they earned on them. */
const takeBack = (amount: number, earned: readonly Earned[], taken: Map<string, number>): Share[] => {
  const left = earned
    .map((one) => ({ ...one, amount: one.amount - (taken.get(keyOf(one)) ?? 0) }))
    .filter((one) => one.amount > 0);
  const most = sum(left, (one) => one.amount);
  if (amount === 0 || most === 0) return [];
  const parts = splitByLargestRemainder(
    Math.min(amount, most),
    left.map((one) => ({ id: keyOf(one), weight: one.amount })),
  );
  return left.flatMap((one) => {
    const part = parts.get(keyOf(one))!;
    taken.set(keyOf(one), (taken.get(keyOf(one)) ?? 0) + part);
    return part === 0 ? [] : [{ ...one, amount: -part, isTakenBack: true }];
  });
};

const addUp = (shares: readonly Share[]): Share[] => {
  const all = new Map<string, Share>();
  for (const share of shares) {
    const key = `${keyOf(share)} ${share.isTakenBack}`;
    const before = all.get(key);
    all.set(key, before ? { ...before, amount: before.amount + share.amount } : share);
  }
  return [...all.values()];
};

/**
 * Divides a day of a sport. What comes in and what was brought is what the platform and the channels get and what is carried:
 * `received - givenBack + brought = platform + shares + carried`.
 *
 * Of what is given back the Creators bear 70 %: first by money that is not divided yet, then by the channels that earned on the days
 * that were paid for; the platform bears the rest.
 */
export const divideSport = ({ sportId, received, givenBack, brought, channels }: SportInputs): SportDay => {
  const pool = percentOf(received, CREATORS_SHARE);
  const publishing = percentOf(pool, PUBLISHING_SHARE);
  const views = pool - publishing;
  const left = { ...brought };
  const taken = new Map<string, number>();
  const takenShares: Share[] = [];
  for (const { amount, earned } of givenBack) {
    let owed = percentOf(amount, CREATORS_SHARE);
    for (const part of ['views', 'publishing'] as const) {
      const now = Math.min(owed, left[part]);
      left[part] -= now;
      owed -= now;
    }
    takenShares.push(...takeBack(owed, earned, taken));
  }
  const shared = { publishing: publishing + left.publishing, views: views + left.views };
  const shares = [
    ...distribute(shared.publishing, 'content_base', channels),
    ...distribute(shared.views, 'views_base', channels),
  ];
  const given = (type: ShareType) =>
    sum(
      shares.filter((share) => share.type === type),
      (share) => share.amount,
    );
  const takenBack = -sum(takenShares, (share) => share.amount);
  const allGivenBack = sum(givenBack, ({ amount }) => amount);
  const fromBrought = brought.publishing - left.publishing + brought.views - left.views;
  return {
    sportId,
    received,
    givenBack: allGivenBack,
    platform: received - pool - (allGivenBack - fromBrought - takenBack),
    publishing,
    views,
    brought,
    shared,
    carried: { publishing: shared.publishing - given('content_base'), views: shared.views - given('views_base') },
    takenBack,
    shares: [...shares, ...addUp(takenShares)],
  };
};
