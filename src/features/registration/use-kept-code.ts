import { useEffect, useEffectEvent, useState } from 'react';
import { reportUnhandled } from '#ui/missing-file.ts';
import { useAccount } from '#app/data/account.ts';
import { readInvitedCode } from '#app/device/invited-code.ts';
import { CODE_DRAFTS } from './registration-draft.ts';

/**
 * Keeps what is typed into a code field on this device until the registration is complete, so that it is there when the
 * person comes back to the page, also after a reload. The code of a link that was opened on this device is filled in.
 *
 * @param typed What is in the field now.
 * @param restore Fills the field with what was kept.
 */
export const useKeptCode = (kind: keyof typeof CODE_DRAFTS, typed: string, restore: (code: string) => void): void => {
  const { db } = useAccount();
  const key = CODE_DRAFTS[kind];
  const [isRead, setRead] = useState(false);
  const noteRead = useEffectEvent((kept: unknown) => {
    const code = typeof kept === 'string' && kept !== '' ? kept : readInvitedCode(kind);
    if (typed === '' && code) restore(code);
  });
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const kept = await db.drafts.get(key);
      if (!isShown) return;
      noteRead(kept?.value);
      setRead(true);
    };
    void read().catch(reportUnhandled);
    return () => {
      isShown = false;
    };
  }, [db, key]);
  useEffect(() => {
    if (isRead) void db.drafts.put({ key, value: typed, savedAtMs: Date.now() }).catch(reportUnhandled);
  }, [db, key, isRead, typed]);
};
