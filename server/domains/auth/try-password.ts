import type { ClientNetwork } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { countLogin } from './limits.ts';
import { isPassword } from './secrets.ts';

interface Guesser {
  /** Names the buckets of wrong tries. */
  account: string;
  /** Key of a device that has signed in to the account before. */
  device: string | undefined;
}

/**
 * Counts a try before it is checked, and takes the count back if it was right, or if nothing was checked because the server is busy.
 *
 * @param check Undefined or false for a wrong try.
 * @throws Problem `auth.too_many_logins`, and what `check` throws.
 */
export const countTry = async <T>(
  services: Services,
  client: ClientNetwork,
  { account, device }: Guesser,
  check: () => Promise<T>,
): Promise<T> => {
  const takeBack = await countLogin(services, client, account, device);
  try {
    const outcome = await check();
    if (outcome) await takeBack();
    return outcome;
  } catch (error) {
    await takeBack();
    throw error;
  }
};

/**
 * Compares a password of somebody who signs in. Known devices have a line of their own, so that they are not kept waiting by strangers
 * who guess.
 *
 * @param hash Of the account; undefined if there is none, which takes the same time.
 * @throws Problem `auth.too_many_logins`, `server.busy`
 */
export const tryPassword = (
  services: Services,
  client: ClientNetwork,
  { account, device, password, hash }: Guesser & { password: string; hash: string | undefined },
): Promise<boolean> =>
  countTry(services, client, { account, device }, () =>
    isPassword(services, device === undefined ? 'strangers' : 'known', password, hash),
  );
