import { useCallback, useEffect, useState } from 'react';
import { useLive } from '#app/data/use-live.ts';
import { readAccountFacts, type AccountFacts } from './account-facts.ts';
import { readDeviceFacts, type DeviceFacts } from './device-facts.ts';

export interface Facts {
  /** Live; undefined at first, null where the storage does not answer. */
  account: AccountFacts | null | undefined;
  device: DeviceFacts | undefined;
  /** Asks the browser again, after something was changed. */
  reload(): void;
}

/** The page's figures: the database's are live, the browser's are read again when the page comes back. */
export const useFacts = (): Facts => {
  const account = useLive((db) => readAccountFacts(db).catch(() => null), []);
  const [device, setDevice] = useState<DeviceFacts>();
  const reload = useCallback(() => void readDeviceFacts().then(setDevice), []);
  const keptBytes = (account?.savedBytes ?? 0) + (account?.unsentBytes ?? 0);
  useEffect(() => {
    reload();
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, [reload, keptBytes]);
  return { account, device, reload };
};
