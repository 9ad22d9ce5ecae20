import { addToHistory, removeFromHistory } from '#contract/search.ts';
import { newId } from '#contract/ids.ts';
import type { SearchEntry } from '#contract/rows.ts';
import { SEARCH_HISTORY_MAX, SEARCH_TEXT_MAX } from '#contract/search-limits.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';

/** The person's last searches, last first; also offline. Source: D-202. */
export const useHistory = () => {
  const { userId } = useAccount();
  const act = useAct();
  const scope = `user:${userId}` as const;
  const rows = useOwnRows((db) => db.searchHistory.where('scope').equals(scope).toArray(), [scope]);
  const entries: SearchEntry[] | undefined = rows
    ?.toSorted((a, b) => (a.searchedAt < b.searchedAt ? 1 : -1))
    .slice(0, SEARCH_HISTORY_MAX);
  return {
    /** Undefined until they are read. */
    entries,
    keep: (text: string): void => {
      const searchHistory = text.trim().slice(0, SEARCH_TEXT_MAX);
      // The last search again changes nothing.
      if (searchHistory === '' || entries?.[0]?.searchHistory === searchHistory) return;
      void act(addToHistory, { id: newId(), searchHistory }, { scope });
    },
    remove: (id: string): void => void act(removeFromHistory, { id }, { scope }),
  };
};
