import { Worker } from 'node:worker_threads';

export interface HashRequest {
  id: number;
  password: string;
  /** Left out: the password is hashed. */
  hash: string | undefined;
}
export interface HashAnswer {
  id: number;
  /** The hash, or whether the password is the one of the hash. */
  result: string | boolean;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<HashAnswer['result']>>;
}
let thread: Thread | undefined;
let lastId = 0;

const start = (): Thread => {
  const worker = new Worker(new URL('./stranger-hashes.worker.ts', import.meta.url));
  const started: Thread = { worker, waiting: new Map() };
  worker.on('message', ({ id, result }: HashAnswer) => {
    started.waiting.get(id)?.resolve(result);
    started.waiting.delete(id);
    if (started.waiting.size === 0) worker.unref();
  });
  const fail = (error: unknown) => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The thread that hashes passwords ended with code ${code}.`)));
  return started;
};

const ask = (request: Omit<HashRequest, 'id'>): Promise<HashAnswer['result']> => {
  thread ??= start();
  lastId += 1;
  const answer = Promise.withResolvers<HashAnswer['result']>();
  thread.waiting.set(lastId, answer);
  thread.worker.ref();
  thread.worker.postMessage({ ...request, id: lastId } satisfies HashRequest);
  return answer.promise;
};

/**
 * Hashes the passwords of people who have proved nothing yet in a thread of low priority: a password costs some 20 ms of a
 * processor, and whoever guesses them must not take it from those who read.
 */
export const hashOfStranger = async (password: string): Promise<string> =>
  (await ask({ password, hash: undefined })) as string;

/** Compares in that thread. @returns False also for a hash that cannot be read. */
export const isPasswordOfStranger = async (hash: string, password: string): Promise<boolean> =>
  (await ask({ password, hash })) === true;
