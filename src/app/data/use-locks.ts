import { useSyncExternalStore } from 'react';
import type { ContentListItem } from '#contract/sports.ts';
import type { AccountDatabase } from '#store/database.ts';
import { serverNowMs } from '#store/server-time.ts';
import { useAccount } from './account.ts';
import { SharedRead } from './shared-read.ts';
import { opensSport } from './subscription-rules.ts';

let open: undefined | { db: AccountDatabase; read: SharedRead<ReadonlySet<string>> };

/** The sports whose Member-Only contents the person's subscriptions open, live. One read serves all tiles. */
const openSportsOf = (db: AccountDatabase): SharedRead<ReadonlySet<string>> => {
  if (open?.db !== db)
    open = {
      db,
      read: new SharedRead<ReadonlySet<string>>(
        async () => {
          const serverMs = serverNowMs();
          const own = await db.subscriptions.toArray();
          return new Set(own.filter((each) => opensSport(each, serverMs)).map(({ sportId }) => sportId));
        },
        (before, now) => before.size === now.size && [...now].every((sportId) => before.has(sportId)),
      ),
    };
  return open.read;
};

/**
 * Whether an item is locked for the person: the server's mark, which a subscription that has started since takes away at
 * once, also from answers cached before it.
 */
export const useIsLocked = ({ locked, sportId }: Pick<ContentListItem, 'locked' | 'sportId'>): boolean => {
  const sports = openSportsOf(useAccount().db);
  const isOpen = useSyncExternalStore(sports.subscribe, () => sports.value?.has(sportId) === true);
  return locked && !isOpen;
};
