import { findCaptions, readOwnCaptions } from '#contract/captions.ts';
import { cuesWords, hasWords, searchWords, type Cue } from '#contract/captions-cues.ts';
import type { Scope } from '#contract/ids.ts';
import { CallError } from '#store/api.ts';
import type { AccountDatabase } from '#store/database.ts';
import { callAs } from '#store/session.ts';
import { readStored } from '#store/stored/stored-answer.ts';

export interface SpokenSearch {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  search: string;
  signal: AbortSignal;
}

/** Captions on this device: answers that were kept, and changes that are not sent yet. */
const findHere = async (db: AccountDatabase, words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  const look = (id: string, cues: readonly Cue[]) => {
    if (hasWords(cuesWords(cues), words)) found.push(id);
  };
  for (const stored of await db.answers.where('call').equals(readOwnCaptions.id).toArray()) {
    const { id } = JSON.parse(stored.key.slice(stored.key.indexOf('?') + 1)) as { id: string };
    const captions = await readStored<typeof readOwnCaptions>(readOwnCaptions, stored.answer, stored);
    for (const { cues } of captions?.tracks ?? []) look(id, cues);
  }
  await db.outbox
    .where('state')
    .anyOf('waiting', 'sent')
    .filter(({ call }) => call === 'captions.save')
    .each(({ input }) => look(input['id'] as string, input['cues'] as Cue[]));
  return found;
};

/**
 * Finds contents by their captions.
 *
 * @param onFound Called with ids of contents, from the device and then from the server.
 */
export const findSpoken = async (
  { db, userId, scope, search, signal }: SpokenSearch,
  onFound: (ids: readonly string[]) => void,
): Promise<void> => {
  const words = searchWords(search);
  if (words.length === 0) return;
  onFound(await findHere(db, words));
  if (signal.aborted) return;
  try {
    const { output } = await callAs(userId, findCaptions, { search }, { scope, signal });
    onFound(output.contentIds);
  } catch (error) {
    // Without an answer of the server the captions on this device were searched, and the list is complete by its titles.
    if (!(error instanceof CallError)) throw error;
  }
};
