import type { ReactNode } from 'react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { startBack } from '../navigation/back.ts';
import type {} from '../navigation/history-state.ts';
import { show } from '../data/signed-in.fixtures.tsx';

/**
 * Renders a screen that navigates.
 *
 * @param pages Paths of further pages that exist, for screens that link to pages of other builds.
 * @returns The path that it is at.
 */
export const showRouted = (element: ReactNode, address = '/', pages: readonly string[] = []): (() => string) => {
  const root = createRootRoute({ component: () => element, notFoundComponent: () => null });
  const router = createRouter({
    routeTree: root.addChildren(pages.map((path) => createRoute({ getParentRoute: () => root, path }))),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  return () => router.history.location.href;
};
