// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Freshness } from '#ui/freshness.tsx';
import { usePulledAt } from '../data/use-own-rows.ts';
import { useOnline } from '../device/traffic.ts';
import { useNow } from '../format/use-now.ts';

/** Offline: when the own rows were last pulled. Reserves its line while that time is read. */
export function ListAge() {
  const isOnline = useOnline();
  const pulledAtMs = usePulledAt();
  const nowMs = useNow();
  return !isOnline && pulledAtMs !== null && <Freshness atMs={pulledAtMs} nowMs={nowMs} />;
}
