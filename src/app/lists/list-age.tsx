// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Freshness } from '#ui/states/freshness.tsx';
import { usePulledAt } from '../data/use-own-rows.ts';
import { useReach } from '../device/traffic.ts';
import { useNow } from '../format/use-now.ts';

/** While nothing can be pulled: when the own rows were last pulled. Reserves its line while that time is read. */
export function ListAge() {
  const reach = useReach();
  const pulledAtMs = usePulledAt();
  const nowMs = useNow();
  return reach !== 'online' && pulledAtMs !== null && <Freshness atMs={pulledAtMs} nowMs={nowMs} />;
}
