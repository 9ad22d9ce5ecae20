// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useState } from 'react';
import { reportUnhandled } from '#ui/missing-file.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';

/**
 * Contents in whose captions a search occurs: first those whose captions are on this device, then those that the server
 * finds. Undefined until there are any, so that the search by title never waits for it.
 */
export const useSpoken = (search: string): ReadonlySet<string> | undefined => {
  const { db, userId } = useAccount();
  const scope = useScope();
  const [found, setFound] = useState<{ search: string; ids: ReadonlySet<string> }>();
  useEffect(() => {
    if (search.trim() === '') return;
    const stop = new AbortController();
    const add = (ids: readonly string[]) => {
      if (stop.signal.aborted || ids.length === 0) return;
      setFound((had) => ({ search, ids: new Set([...(had?.search === search ? had.ids : []), ...ids]) }));
    };
    const find = async () => {
      // Not part of the first load: few visits search.
      const { findSpoken } = await import('./find-spoken.ts');
      await findSpoken({ db, userId, scope, search, signal: stop.signal }, add);
    };
    find().catch(reportUnhandled);
    return () => stop.abort();
  }, [db, userId, scope, search]);
  return found?.search === search ? found.ids : undefined;
};
