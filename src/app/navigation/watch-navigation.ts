import { useCallback } from 'react';
import { useRouter } from '@tanstack/react-router';
import { goTo } from './go.ts';
import type { WatchSearch } from './watch-address.ts';

/** Takes the time out of the address once it was used: after a reload, and on Back, playing goes on where the person stopped. */
export const useDropAt = (): (() => void) => {
  const router = useRouter();
  return useCallback(() => {
    const search = (now: object) => ({ ...now, at: undefined });
    // The router's types require a route.
    void router.navigate({ to: '.', search, replace: true, state: true, resetScroll: false } as never);
  }, [router]);
};

/**
 * Moves through a queue by replacing the history entry, so that one Back leaves the page. Counts the steps in the
 * entry's state and in the address. Source: D-50.
 */
export const useWatchNavigation = (search: WatchSearch): ((address: string) => void) => {
  const router = useRouter();
  return useCallback(
    (address: string) => {
      const from = (router.state.location.state.from ?? search.from ?? 0) + 1;
      void goTo(router, `${address}&from=${from}`, { replace: true, state: { from } });
    },
    [router, search.from],
  );
};
