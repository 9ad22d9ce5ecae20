import type { AccountDatabase } from '../database.ts';
import { applyPages, type PullAnswer } from './pull.ts';

/** Applies one page, requested with the device's cursor unless another one is given. @returns False if it was dropped. */
export const applyPull = async (
  db: AccountDatabase,
  answer: PullAnswer,
  nowMs: number = Date.now(),
  requestCursor?: string | null,
): Promise<boolean> =>
  applyPages(
    db,
    [
      {
        requestCursor: requestCursor === undefined ? ((await db.sync.get('sync'))?.cursor ?? null) : requestCursor,
        answer,
      },
    ],
    nowMs,
  );
