// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState } from 'react';
import { readStorage } from '#contract/library-storage.ts';
import { useMe, useScope } from './me.ts';
import { useAnswer } from './use-answer.ts';
import { useLive } from './use-live.ts';

/** Bytes. */
export interface Storage {
  used: number;
  size: number;
}

/**
 * Used and total storage of the person's plan, or of the organization that they act for; undefined while it is not known.
 *
 * An organization has no own row with its storage: the last answer is shown, and fetched again after each change of the
 * organization's rows, also by another admin. Source: decision 0050.
 */
export const useStorage = (): Storage | undefined => {
  const me = useMe();
  const scope = useScope();
  const isOrganization = me !== undefined && scope !== me.scope;
  const { answer, reload } = useAnswer(readStorage, {}, { scope, isEnabled: isOrganization });
  const version = useLive(async (db) => (await db.sync.get('sync'))?.versions[scope], [scope]);
  const [shown, setShown] = useState({ scope, version });
  if (version !== shown.version || scope !== shown.scope) {
    setShown({ scope, version });
    if (isOrganization && scope === shown.scope && shown.version !== undefined) reload();
  }
  if (!me) return undefined;
  if (!isOrganization) return { used: me.storageUsed, size: me.storageSize };
  return answer && { used: answer.storageUsed, size: answer.storageSize };
};
