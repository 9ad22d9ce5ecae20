import { useEffect, useState } from 'react';
import type { DeviceFound } from '#workers/search.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { useAccount } from '#app/data/account.ts';

/**
 * What this device holds for a text.
 *
 * @param isWanted False to search nothing.
 * @returns undefined until it is known.
 */
export const useDeviceSearch = (
  text: string,
  sportId: string | undefined,
  isWanted: boolean,
): DeviceFound | undefined => {
  const { userId } = useAccount();
  const key = JSON.stringify([userId, text, sportId]);
  const [found, setFound] = useState<{ key: string; found: DeviceFound }>();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const search = async () => {
      const { findOnDevice } = await import('#workers/search.ts');
      const result = await findOnDevice(userId, text, sportId);
      if (!isOver) setFound({ key, found: result });
    };
    search().catch(reportUnhandled);
    return () => {
      isOver = true;
    };
  }, [userId, text, sportId, isWanted, key]);
  return isWanted && found?.key === key ? found.found : undefined;
};
