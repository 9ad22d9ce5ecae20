import { useCallback } from 'react';
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/history';

export interface GoOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  state?: HistoryState;
}

/**
 * Opens a page of the app by its address, for addresses that exist only as text, e.g. in a notification or a list row.
 * Use the router's own typed `navigate` for a page with a fixed address.
 */
export const goTo = (router: AnyRouter, href: string, options: GoOptions = {}): Promise<void> =>
  // The router accepts `href`, but its types require a route as well.
  router.navigate({ href, ...options } as never);

/** `goTo` as a hook. */
export const useGo = (): ((href: string, options?: GoOptions) => Promise<void>) => {
  const router = useRouter();
  return useCallback((href, options) => goTo(router, href, options), [router]);
};
