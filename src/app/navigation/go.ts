import { useCallback } from 'react';
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/history';

export interface GoOptions {
  /** Takes the place of the current entry of the history. */
  replace?: boolean;
  state?: HistoryState;
}

/**
 * Opens one of the app's pages by its address, for addresses that are known as a text only: of a notification, of a row
 * in a list. A page with a fixed address is opened with the router's own typed `navigate`.
 */
export const goTo = (router: AnyRouter, href: string, options: GoOptions = {}): Promise<void> =>
  // The router reads `href`, but its types ask for a route as well.
  router.navigate({ href, ...options } as never);

/** `goTo` within a component. */
export const useGo = (): ((href: string, options?: GoOptions) => Promise<void>) => {
  const router = useRouter();
  return useCallback((href, options) => goTo(router, href, options), [router]);
};
