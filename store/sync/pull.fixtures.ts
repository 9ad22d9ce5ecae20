import type { AccountDatabase } from '../database.ts';
import { applyPages, type PullAnswer } from './pull.ts';

/** Applies one page, asked with the cursor that the device has unless another one is given. @returns False if it was let go. */
export const applyPull = async (
  db: AccountDatabase,
  answer: PullAnswer,
  nowMs: number = Date.now(),
  askedWith?: string | null,
): Promise<boolean> =>
  applyPages(
    db,
    [{ askedWith: askedWith === undefined ? ((await db.sync.get('sync'))?.cursor ?? null) : askedWith, answer }],
    nowMs,
  );
