import { liveQuery } from 'dexie';
import type { Subscription } from '#contract/rows.ts';
import { CallError } from '#store/api.ts';
import { accountDatabase, hasSignedOut, isConnectionLost } from '#store/door.ts';
import { keepInvoices } from '#store/keep-invoices.ts';
import { onBackOnline } from '../device/traffic.ts';
import { whenIdle } from '../device/when-idle.ts';

/** The page's own requests go first, ms. */
const IDLE_WITHIN_MS = 10_000;
const followed = new Set<string>();

/** Keeps the last invoices readable offline while this page is open: now, when the network is back, and when a subscription has changed. */
export const followInvoices = (userId: string): void => {
  if (followed.has(userId)) return;
  followed.add(userId);
  const db = accountDatabase(userId);
  let isChanged = false;
  let running: Promise<void> = Promise.resolve();
  const keep = async (): Promise<void> => {
    if (hasSignedOut(userId)) return;
    const all = isChanged;
    isChanged = false;
    try {
      await keepInvoices({ db, userId }, { all });
    } catch (error) {
      isChanged ||= all;
      // The next trigger tries again; a page that shows invoices says itself what is wrong.
      if (!(error instanceof CallError || isConnectionLost(error))) throw error;
    }
  };
  const keepNext = (): void => {
    running = running.then(keep);
  };
  onBackOnline(keepNext);
  let known: string | undefined;
  liveQuery(async () => (await db.subscriptions.toArray()).map(stateOf).join()).subscribe({
    next: (states) => {
      isChanged ||= known !== undefined && known !== states;
      known = states;
      whenIdle(keepNext, IDLE_WITHIN_MS);
    },
    error: () => {},
  });
};

/** What a charge changes, or is the reason of one. */
const stateOf = ({ sportId, subscriptionType, subscriptionStatus }: Subscription): string =>
  `${sportId} ${subscriptionType} ${subscriptionStatus}`;
