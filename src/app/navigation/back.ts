import type { AnyRouter } from '@tanstack/react-router';
import { goTo } from './go.ts';
import { parentOf } from './route-map.ts';

let appRouter: AnyRouter;

/** Sets the router that `goBack` uses. */
export const startBack = (router: AnyRouter): void => {
  appRouter = router;
};

/**
 * The arrow of an inner page: the browser's Back. Where the app has no page before this one, e.g. after a link or a push,
 * the page above takes this one's place, so that the app is not left.
 */
export const goBack = (): void => {
  const index = (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0;
  if (index > 0) history.back();
  else void goTo(appRouter, parentOf(location.pathname), { replace: true });
};
