import { useCallback, useEffect, useState } from 'react';
import { useLive } from '#app/data/use-live.ts';
import { readAccountFacts, type AccountFacts } from './account-facts.ts';
import { readDeviceFacts, type DeviceFacts } from './device-facts.ts';

export interface Facts {
  /** Live; undefined while the first read runs, null if the database cannot be read. */
  account: AccountFacts | null | undefined;
  device: DeviceFacts | undefined;
  /** Reads the browser's figures again, after a change. */
  reload(): void;
}

/** The page's figures. The database's are live; the browser's are read again when the page becomes visible. */
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
