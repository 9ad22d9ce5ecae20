import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { CrashPage } from './app/crash-page.tsx';

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  defaultPendingMs: 150,
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
