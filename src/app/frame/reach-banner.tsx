// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { frameText } from '#contract/text/frame.ts';
import { wordsHere } from '#store/background.ts';
import { OfflineBanner } from '#ui/states/offline-banner.tsx';
import { useReach } from '../device/traffic.ts';

/** The page's one sentence about the network: none, a server that is away or fails, or a hotspot in between. */
export function ReachBanner() {
  const reach = useReach();
  return (
    <OfflineBanner shown={reach !== 'online'} connected={reach !== 'offline'}>
      {reach !== 'online' && wordsHere(frameText.banner[reach])}
    </OfflineBanner>
  );
}
