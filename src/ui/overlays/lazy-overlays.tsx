import { lazyOverlay } from './lazy-overlay.tsx';

/**
 * Overlays with the same props as the originals, whose code is loaded on first opening.
 * Screens of the initial bundle import these; a lazy route may import the originals.
 */
export const LazySheet = lazyOverlay(async () => (await import('./sheet.tsx')).Sheet);
export const LazyDialog = lazyOverlay(async () => (await import('./dialog.tsx')).Dialog);
export const LazyConfirmDialog = lazyOverlay(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
export const LazyLeaveDialog = lazyOverlay(async () => (await import('./confirm-dialog.tsx')).LeaveDialog);
export const LazyFullScreenViewer = lazyOverlay(
  async () => (await import('./full-screen-viewer.tsx')).FullScreenViewer,
);
