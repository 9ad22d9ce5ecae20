import { isToBeCleared } from '#store/ended-session.ts';
import { loadAccount, signOut } from './account.ts';

/**
 * Deletes a person's data from this device after they signed it out on another one, as a sign-out here does. With work
 * that was not sent everything stays, for its owner to sign in again. Source: docs/decisions/0055.
 */
export const clearEndedSession = async (): Promise<void> => {
  const account = await loadAccount();
  if (account && (await isToBeCleared(account.userId))) await signOut(account);
};
