import { useEffect, useState, type ComponentType } from 'react';
import { letBeSaid } from './missing-file.ts';

/** Code of an overlay that cannot be closed is asked for again after that, where it did not come. */
const LOAD_AGAIN_MS = 5_000;

/** How an overlay is told to go without doing anything. */
interface Closable {
  onClose?: () => void;
  onCancel?: () => void;
  onStay?: () => void;
}

/**
 * Wraps an overlay so that its code is fetched when it first opens, and stays mounted
 * afterwards for its closing animation. A screen that only may show an overlay pays nothing.
 *
 * Code that does not come is said, and the overlay counts as closed: the next tap asks again.
 */
export function lazyOverlay<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LazyOverlay(props: P) {
    const [Overlay, setOverlay] = useState<ComponentType<P>>();
    const [tries, setTries] = useState(0);
    const { open, onClose, onCancel = onClose, onStay: close = onCancel } = props as P & Closable;
    useEffect(() => {
      if (!open || Overlay) return undefined;
      let again: ReturnType<typeof setTimeout> | undefined;
      load().then(
        (component) => setOverlay(() => component),
        (error: unknown) => {
          if (tries === 0 || close) letBeSaid(error);
          if (close) close();
          else again = setTimeout(() => setTries(tries + 1), LOAD_AGAIN_MS);
        },
      );
      return () => clearTimeout(again);
      // What closes it may be another function with each drawing.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [open, Overlay, tries]);
    return Overlay ? <Overlay {...props} /> : null;
  };
}
