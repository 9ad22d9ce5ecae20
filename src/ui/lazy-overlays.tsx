import { lazyOverlay } from './lazy-overlay.tsx';

/**
 * The overlays with the same props as the originals, fetched on first opening.
 * First screens import these; a route that is lazy itself may import the originals.
 */
export const LazySheet = lazyOverlay(async () => (await import('./sheet.tsx')).Sheet);
export const LazyDialog = lazyOverlay(async () => (await import('./dialog.tsx')).Dialog);
export const LazyConfirmDialog = lazyOverlay(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
export const LazyLeaveDialog = lazyOverlay(async () => (await import('./confirm-dialog.tsx')).LeaveDialog);
export const LazySideDrawer = lazyOverlay(async () => (await import('./side-drawer.tsx')).SideDrawer);
export const LazyFullScreenViewer = lazyOverlay(
  async () => (await import('./full-screen-viewer.tsx')).FullScreenViewer,
);
