import { useEffect, useEffectEvent } from 'react';
import { overlayOpened } from './overlay-history.ts';

/** Asks an open overlay to close on the Back button or gesture. Staying open refuses. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(onClose);
  useEffect(() => (open ? overlayOpened(() => onBack()) : undefined), [open]);
}
