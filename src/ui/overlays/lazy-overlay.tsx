import { memo, useEffect, useState, type ComponentType } from 'react';
import { reportUnhandled } from '../missing-file.ts';

/** Delay before retrying a failed chunk of a non-dismissible overlay, ms. */
const RETRY_MS = 5_000;

/** Callbacks that dismiss an overlay without an action; `onStay` is preferred, then `onCancel`. */
interface Dismissible {
  onClose?: () => void;
  onCancel?: () => void;
  onStay?: () => void;
}

/**
 * Wraps an overlay so that its code is fetched when it first opens, and stays mounted
 * afterwards for its closing animation. A screen that never opens it loads nothing, and one that has closed it renders it
 * no more.
 *
 * A failed load is reported and dismisses the overlay, so the next tap retries. An overlay without a dismiss callback
 * retries on a timer and reports only the first failure.
 */
export function lazyOverlay<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  function LazyOverlay(props: P) {
    const [Overlay, setOverlay] = useState<ComponentType<P>>();
    const [tries, setTries] = useState(0);
    const { open, onClose, onCancel = onClose, onStay: dismiss = onCancel } = props as P & Dismissible;
    useEffect(() => {
      if (!open || Overlay) return undefined;
      let retryTimer: ReturnType<typeof setTimeout> | undefined;
      load().then(
        (component) => setOverlay(() => component),
        (error: unknown) => {
          if (tries === 0 || dismiss) reportUnhandled(error);
          if (dismiss) dismiss();
          else retryTimer = setTimeout(() => setTries(tries + 1), RETRY_MS);
        },
      );
      return () => clearTimeout(retryTimer);
      // The dismiss callback may be a new function on each render and must not restart the load.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [open, Overlay, tries]);
    return Overlay ? <Overlay {...props} /> : null;
  }
  return memo(LazyOverlay, areClosed);
}

/** What is closed is not seen, whatever else changes. */
const areClosed = (before: { open: boolean }, after: { open: boolean }): boolean => !before.open && !after.open;
