import { useEffect, useEffectEvent } from 'react';
import { overlayOpened } from './overlay-history.ts';

/** Calls `onClose` of an open overlay on the Back button or gesture. An overlay that stays open refuses. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(onClose);
  useEffect(() => (open ? overlayOpened(() => onBack()) : undefined), [open]);
}
