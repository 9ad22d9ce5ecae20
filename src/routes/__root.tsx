import { createRootRoute, Outlet } from '@tanstack/react-router';
import { RouteNotices } from '#app/frame/route-notices.tsx';

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <RouteNotices />
      <Outlet />
    </>
  );
}
