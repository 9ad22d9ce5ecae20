import { createRootRoute, Outlet } from '@tanstack/react-router';
import { RouteNotices } from '#app/frame/route-notices.tsx';
import { SkipLink } from '#app/frame/skip-link.tsx';
import { UploadWatch } from '#features/upload/upload-watch.tsx';

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <SkipLink />
      <RouteNotices />
      <UploadWatch />
      <Outlet />
    </>
  );
}
