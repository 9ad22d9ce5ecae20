import { WorkerClient, workerProcess } from '#server/adapters/worker/index.ts';

export interface HashRequest {
  password: string;
  /** Left out: the password is hashed. */
  hash?: string;
}

const hashes = new WorkerClient<HashRequest, never, string | boolean>(
  workerProcess(new URL('./stranger-hashes.worker.ts', import.meta.url)),
);

/**
 * Hashes the passwords of people who have proved nothing yet in a process of low priority: a password costs some 20 ms of a
 * processor, and whoever guesses them must not take it from those who read.
 */
export const hashOfStranger = async (password: string): Promise<string> => (await hashes.run({ password })) as string;

/** Compares in that process. @returns False also for a hash that cannot be read. */
export const isPasswordOfStranger = async (hash: string, password: string): Promise<boolean> =>
  (await hashes.run({ password, hash })) === true;
