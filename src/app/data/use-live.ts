import { useLiveQuery } from 'dexie-react-hooks';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from './account.ts';

/**
 * A live read of the local database: runs again whenever what it read changes, in any tab or worker.
 *
 * @param initial What is known before the first read.
 * @returns `initial` while the first read runs.
 */
export const useLive = <T>(
  query: (db: AccountDatabase, userId: string) => Promise<T> | T,
  dependencies: unknown[],
  initial?: T,
): T | undefined => {
  const { db, userId } = useAccount();
  return useLiveQuery(() => query(db, userId), [userId, ...dependencies], initial);
};
