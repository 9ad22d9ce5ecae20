import type { Call, InputOf } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import { accountDatabase } from '../door.ts';
import { isPageLeft } from '../page-left.ts';
import type { EnqueueOptions } from './enqueue.ts';

/** A change that is not in the database yet. Stored as JSON: renaming a field loses the entries of open pages. */
interface JournalEntry {
  call: Pick<Call, 'id' | 'offline'> & { version: number | undefined };
  input: unknown;
  options: EnqueueOptions & { owner: string; scope: Scope; id: string; nowMs: number };
  /** Position in the journal. Ids are no order: they come from the device's clock, which may be set back. */
  order?: number;
}

const PREFIX = 'sideline-act:';
const prefixOf = (userId: string): string => `${PREFIX}${userId}:`;

/** The order of the last action that this page wrote. */
let lastOrder: number | undefined;

const journalKeys = (userId: string): string[] => {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .sort();
  } catch {
    // Without access to localStorage there is no journal.
    return [];
  }
};

/**
 * Writes a change to the journal, synchronously. A database commit takes some milliseconds, and a change whose tab is
 * closed within them would be lost; a journal entry survives the page that wrote it.
 *
 * @returns The options to enqueue it with. Their id makes enqueueing idempotent.
 */
export const journalAction = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Omit<EnqueueOptions, 'id' | 'nowMs'>,
): JournalEntry['options'] => {
  const nowMs = Date.now();
  const journaled = { ...options, id: newId(nowMs), nowMs };
  const { id, version, offline } = call;
  try {
    lastOrder = 1 + (lastOrder ?? readJournal(options.owner).at(-1)?.entry?.order ?? 0);
    localStorage.setItem(
      prefixOf(options.owner) + journaled.id,
      JSON.stringify({
        call: { id, version, offline },
        input,
        options: journaled,
        order: lastOrder,
      } satisfies JournalEntry),
    );
  } catch {
    // No room or no localStorage: the change is kept by the database alone.
  }
  return journaled;
};

/**
 * Removes an action from the journal: its change was saved, or its failure was shown. During unload nothing can be
 * shown, so a failed action stays in the journal.
 */
export const settleAction = ({ owner, id }: JournalEntry['options'], outcome: 'saved' | 'failed'): void => {
  if (outcome === 'failed' && isPageLeft()) return;
  try {
    localStorage.removeItem(prefixOf(owner) + id);
  } catch {
    // Without access to localStorage there is no entry to remove.
  }
};

/** Removes all entries of an account, whose user has discarded them by signing out. */
export const clearJournal = (userId: string): void => {
  for (const key of journalKeys(userId)) localStorage.removeItem(key);
};

/** Whether an action of the account is in no outbox yet. */
export const hasJournal = (userId: string): boolean => journalKeys(userId).length > 0;

/** Enqueues, in order, the changes of pages that were closed before their commit. Those that fail stay in the journal. */
export const replayJournal = async (userId: string): Promise<void> => {
  const entries = readJournal(userId);
  if (entries.length === 0) return;
  const { enqueue } = await import('./enqueue.ts');
  for (const { key } of entries) {
    // Read again: another tab may have replayed it meanwhile.
    const entry = readEntry(key);
    try {
      if (entry) await enqueue(accountDatabase(userId), entry.call as Call, entry.input as never, entry.options);
    } catch {
      // One that fails must not block those after it.
      continue;
    }
    localStorage.removeItem(key);
  }
};

/** The entries in the order of the actions. */
const readJournal = (userId: string): { key: string; entry: JournalEntry | undefined }[] =>
  journalKeys(userId)
    .map((key) => ({ key, entry: readEntry(key) }))
    .toSorted((a, b) => (a.entry?.order ?? 0) - (b.entry?.order ?? 0));

/** @returns undefined if another tab has replayed it meanwhile. */
const readEntry = (key: string): JournalEntry | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as JournalEntry | null) ?? undefined;
  } catch {
    return undefined;
  }
};
