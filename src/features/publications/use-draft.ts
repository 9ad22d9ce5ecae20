import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import type { PublishDraft } from './publish-plan.ts';

/** Delay between the last keystroke and storing the draft, ms. */
const SAVE_DELAY_MS = 300;

export const draftKey = (contentId: string): string => `publish:${contentId}`;

export const readDraft = async (db: AccountDatabase, contentId: string): Promise<PublishDraft | undefined> =>
  (await db.drafts.get(draftKey(contentId)))?.value as PublishDraft | undefined;

export interface KeptDraft {
  draft: PublishDraft;
  change(fields: Partial<PublishDraft>): void;
  /** True once the person typed or chose something in this visit. */
  isDirty: boolean;
  /** Deletes the stored draft, after publishing or to start over. */
  forget(): Promise<void>;
}

/** The wizard's draft, stored on the device while typing, so that it survives a reload or a closed tab. */
export const useKeptDraft = (contentId: string, initial: PublishDraft): KeptDraft => {
  const { db } = useAccount();
  const [draft, setDraft] = useState(initial);
  const [isDirty, setDirty] = useState(false);
  const isForgotten = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (!isForgotten.current) void db.drafts.put({ key: draftKey(contentId), value: draft, savedAtMs: Date.now() });
    };
    const timer = setTimeout(keep, SAVE_DELAY_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      keep();
      removeEventListener('pagehide', keep);
    };
  }, [db, contentId, draft, isDirty]);
  const change = useCallback((fields: Partial<PublishDraft>) => {
    setDraft((now) => ({ ...now, ...fields }));
    setDirty(true);
  }, []);
  const forget = useCallback(async () => {
    isForgotten.current = true;
    await db.drafts.delete(draftKey(contentId));
  }, [db, contentId]);
  return { draft, change, isDirty, forget };
};
