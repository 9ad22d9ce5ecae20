import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../data/account.ts';

/** Delay between the last keystroke and storing the draft, ms. */
const SAVE_DELAY_MS = 300;

export interface KeptDraft<T> {
  draft: T;
  change(fields: Partial<T>): void;
  /** True once the person typed or chose something in this visit. */
  isDirty: boolean;
  /** Deletes the stored draft: after it was submitted, to start over, or because the person discards it. */
  forget(): Promise<void>;
  /** Stores a draft again that was discarded. */
  restore(): Promise<void>;
}

/**
 * The draft of a form, stored on the device while the person types, so that it survives a reload or a closed tab.
 *
 * @param key Its key in the table `drafts`.
 */
export const useKeptDraft = <T extends object>(key: string, initial: T): KeptDraft<T> => {
  const { db } = useAccount();
  const [draft, setDraft] = useState(initial);
  const [isDirty, setDirty] = useState(false);
  const isForgotten = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (!isForgotten.current) void db.drafts.put({ key, value: draft, savedAtMs: Date.now() });
    };
    const timer = setTimeout(keep, SAVE_DELAY_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      keep();
      removeEventListener('pagehide', keep);
    };
  }, [db, key, draft, isDirty]);
  const change = useCallback((fields: Partial<T>) => {
    setDraft((now) => ({ ...now, ...fields }));
    setDirty(true);
  }, []);
  const forget = useCallback(async () => {
    isForgotten.current = true;
    await db.drafts.delete(key);
  }, [db, key]);
  const restore = useCallback(async () => {
    await db.drafts.put({ key, value: draft, savedAtMs: Date.now() });
  }, [db, key, draft]);
  return { draft, change, isDirty, forget, restore };
};
