// Remembering its parts would take more code than drawing them again.
'use no memo';

import { Freshness } from '#ui/freshness.tsx';
import { usePulledAt } from '../data/use-own-rows.ts';
import { useOnline } from '../device/traffic.ts';
import { useNow } from '../format/use-now.ts';

/** Offline, the age of the own rows on this device. The line keeps its place while the time of the last pull is read. */
export function ListAge() {
  const isOnline = useOnline();
  const pulledAtMs = usePulledAt();
  const nowMs = useNow();
  return !isOnline && pulledAtMs !== null && <Freshness atMs={pulledAtMs} nowMs={nowMs} />;
}
