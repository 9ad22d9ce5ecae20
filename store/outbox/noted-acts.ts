import type { Call, InputOf } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import { accountDatabase } from '../door.ts';
import type { EnqueueOptions } from './enqueue.ts';

/** A change on its way into the database. */
interface NotedAct {
  call: Pick<Call, 'id' | 'offline'> & { version: number | undefined };
  input: unknown;
  options: EnqueueOptions & { owner: string; scope: Scope; id: string; nowMs: number };
  /** Place among the acts noted by this page and before it. Ids go by the device's clock, and that may be set meanwhile. */
  order?: number;
}

const PREFIX = 'sideline-act:';
const prefixOf = (userId: string): string => `${PREFIX}${userId}:`;

let isPageGone = false;
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    isPageGone = true;
  });
  addEventListener('pageshow', () => {
    isPageGone = false;
  });
}

/** Of the last act that this page has noted. */
let lastOrder: number | undefined;

const notesOf = (userId: string): string[] => {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .sort();
  } catch {
    // A browser that keeps nothing for us has no notes.
    return [];
  }
};

/**
 * Writes a change down at once. A database takes some milliseconds until it has one, and whoever taps and closes the tab
 * in the same breath would lose it; what is written here outlives the page that wrote it.
 *
 * @returns The options to enqueue it with, so that it counts once, whoever enqueues it.
 */
export const noteAct = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Omit<EnqueueOptions, 'id' | 'nowMs'>,
): NotedAct['options'] => {
  const nowMs = Date.now();
  const noted = { ...options, id: newId(nowMs), nowMs };
  const { id, version, offline } = call;
  try {
    lastOrder = 1 + (lastOrder ?? readNotes(options.owner).at(-1)?.note?.order ?? 0);
    localStorage.setItem(
      prefixOf(options.owner) + noted.id,
      JSON.stringify({ call: { id, version, offline }, input, options: noted, order: lastOrder } satisfies NotedAct),
    );
  } catch {
    // No room, or no such storage: the database alone has to do.
  }
  return noted;
};

/** The change is kept, or the person was told that it is not. A page that is being closed can tell nobody. */
export const forgetAct = ({ owner, id }: NotedAct['options'], outcome: 'kept' | 'failed'): void => {
  if (outcome === 'failed' && isPageGone) return;
  try {
    localStorage.removeItem(prefixOf(owner) + id);
  } catch {
    // Then there is no note either.
  }
};

/** What a person has discarded by signing out. */
export const forgetActs = (userId: string): void => {
  for (const key of notesOf(userId)) localStorage.removeItem(key);
};

/** Puts into the database what pages wrote down and were closed over, in order. What cannot be kept yet stays noted. */
export const keepNotedActs = async (userId: string): Promise<void> => {
  const notes = readNotes(userId);
  if (notes.length === 0) return;
  const { enqueue } = await import('./enqueue.ts');
  for (const { key } of notes) {
    // Read again: another tab may have kept it meanwhile.
    const note = read(key);
    try {
      if (note) await enqueue(accountDatabase(userId), note.call as Call, note.input as never, note.options);
    } catch {
      // One that cannot be kept now must not hold up those after it.
      continue;
    }
    localStorage.removeItem(key);
  }
};

/** In the order in which they were made. */
const readNotes = (userId: string): { key: string; note: NotedAct | undefined }[] =>
  notesOf(userId)
    .map((key) => ({ key, note: read(key) }))
    .toSorted((a, b) => (a.note?.order ?? 0) - (b.note?.order ?? 0));

/** @returns Nothing if another tab has kept it meanwhile. */
const read = (key: string): NotedAct | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as NotedAct | null) ?? undefined;
  } catch {
    return undefined;
  }
};
