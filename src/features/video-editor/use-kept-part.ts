import { useCallback } from 'react';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';
import type { Part } from './edit-times.ts';

const draftKey = (contentId: string): string => `trim:${contentId}`;

const forgetPart = (db: AccountDatabase, contentId: string): Promise<void> => db.drafts.delete(draftKey(contentId));

export interface StoredPart {
  /** Undefined while it is read. */
  stored: { part: Part | undefined } | undefined;
  /** Stores what is chosen on the device; undefined deletes it. */
  keep: (part: Part | undefined) => void;
  forget: () => Promise<void>;
}

/** The part that was chosen and not saved yet: it survives a reload, a closed tab and a visit of another page. */
export const useKeptPart = (contentId: string): StoredPart => {
  const { db } = useAccount();
  const stored = useLive(
    async (live) => ({ part: (await live.drafts.get(draftKey(contentId)))?.value as Part | undefined }),
    [contentId],
  );
  const keep = useCallback(
    (part: Part | undefined) =>
      void (part
        ? db.drafts.put({ key: draftKey(contentId), value: part, savedAtMs: Date.now() })
        : forgetPart(db, contentId)),
    [db, contentId],
  );
  const forget = useCallback(() => forgetPart(db, contentId), [db, contentId]);
  return { stored, keep, forget };
};
