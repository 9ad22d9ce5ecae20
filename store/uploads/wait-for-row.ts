import { liveQuery } from 'dexie';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';
import { sleep } from '../sleep.ts';

/** Least wait, ms: a row that is newer than the server's answer must not make a busy loop. */
const WAIT_MIN_MS = 500;

/**
 * Waits until the server should be polled again about a content: when its synced row matches, at the latest after `maxMs`.
 *
 * @throws the signal's reason when it is aborted.
 */
export const waitForRow = async (
  db: AccountDatabase,
  contentId: string,
  matches: (row: LibraryContent) => boolean,
  maxMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const startedAtMs = performance.now();
  const matched = new AbortController();
  const watching = liveQuery(() => db.contents.get(contentId)).subscribe({
    next: (row) => {
      if (row && matches(row)) matched.abort();
    },
    error: () => {},
  });
  try {
    await sleep(maxMs, AbortSignal.any([signal, matched.signal])).catch(() => {});
    signal.throwIfAborted();
    if (matched.signal.aborted) await sleep(Math.max(0, WAIT_MIN_MS - (performance.now() - startedAtMs)), signal);
  } finally {
    watching.unsubscribe();
  }
};
