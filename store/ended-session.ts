import { readMe } from '#contract/users.ts';
import { isProblem } from './api.ts';
import { accountDatabase } from './door.ts';
import { hasJournal, replayJournal } from './outbox/action-journal.ts';
import { callAs } from './session.ts';
import { countUnsent } from './unsent.ts';

/**
 * Whether a person ended the session of this device on another one, and nothing is left here that only this device has:
 * then their data is deleted as by a sign-out. Asks the server, since a report may be of the session before the current
 * one. Only for a page: no other context can read the journal.
 *
 * Source: docs/decisions/0055.
 */
export const isToBeCleared = async (userId: string): Promise<boolean> => {
  const isEnded = await callAs(userId, readMe, {}).then(
    () => false,
    (error: unknown) => isProblem(error, 'session.ended'),
  );
  if (!isEnded) return false;
  // Taps that only the journal has are unsent work too.
  await replayJournal(userId);
  const { changes, uploads } = await countUnsent(accountDatabase(userId));
  return changes + uploads === 0 && !hasJournal(userId);
};
