import { liveQuery } from 'dexie';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';
import { sleep } from './wait.ts';

/** A row that says more than the server's answer must not make a busy loop, ms. */
const SHORTEST_MS = 500;

/**
 * Waits for the next time to ask the server about a content: at once when its synced row says so, else after `mostMs`.
 *
 * @throws the signal's reason when it is aborted.
 */
export const untilRow = async (
  db: AccountDatabase,
  contentId: string,
  isIt: (row: LibraryContent) => boolean,
  mostMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const startedAtMs = performance.now();
  const enough = new AbortController();
  const watching = liveQuery(() => db.contents.get(contentId)).subscribe({
    next: (row) => {
      if (row && isIt(row)) enough.abort();
    },
    error: () => {},
  });
  try {
    await sleep(mostMs, AbortSignal.any([signal, enough.signal])).catch(() => {});
    signal.throwIfAborted();
    if (enough.signal.aborted) await sleep(Math.max(0, SHORTEST_MS - (performance.now() - startedAtMs)), signal);
  } finally {
    watching.unsubscribe();
  }
};
