import type { PlayerOptions } from '#ui/player/player-settings.tsx';
import { useAccount } from './account.ts';
import { useLive } from './use-live.ts';

const KEY = 'player-options';

/** What the person set for all that they watch on this device; undefined while it is read. */
export const usePlayerOptions = (): {
  options: PlayerOptions | undefined;
  onOptions: (changed: PlayerOptions) => void;
} => {
  const { db } = useAccount();
  const options = useLive(async (live) => ((await live.drafts.get(KEY))?.value as PlayerOptions | undefined) ?? {}, []);
  const onOptions = (changed: PlayerOptions) =>
    void db.drafts.put({ key: KEY, value: { ...options, ...changed }, savedAtMs: Date.now() });
  return { options, onOptions };
};
