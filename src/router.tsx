import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { CrashPage } from '#app/frame/crash-page.tsx';

/** Creates the app's router. Call it after installing listeners that must handle Back before the router. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    // Places are kept by app/navigation/places.ts; the router only shows a new page at its top.
    scrollRestoration: false,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    defaultPendingMs: 150,
    trailingSlash: 'never',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
