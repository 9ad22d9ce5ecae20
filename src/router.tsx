import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { CrashPage } from '#app/frame/crash-page.tsx';

/** The app's router; made after whoever must hear Back first. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    scrollRestoration: true,
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
