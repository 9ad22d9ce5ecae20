import { Worker } from 'node:worker_threads';
import { Thread } from '#server/adapters/thread.ts';

export interface HashRequest {
  password: string;
  /** Left out: the password is hashed. */
  hash?: string;
}

const thread = new Thread<HashRequest, never, string | boolean>(
  () => new Worker(new URL('./stranger-hashes.worker.ts', import.meta.url), { execArgv: [] }),
);

/**
 * Hashes the passwords of people who have proved nothing yet in a thread of low priority: a password costs some 20 ms of a
 * processor, and whoever guesses them must not take it from those who read.
 */
export const hashOfStranger = async (password: string): Promise<string> => (await thread.run({ password })) as string;

/** Compares in that thread. @returns False also for a hash that cannot be read. */
export const isPasswordOfStranger = async (hash: string, password: string): Promise<boolean> =>
  (await thread.run({ password, hash })) === true;
