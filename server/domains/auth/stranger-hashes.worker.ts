import { setPriority } from 'node:os';
import { parentPort, threadId } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashRequest } from './stranger-hashes.ts';

/* The thread of stranger-hashes.ts. The synchronous functions: the others work in Node's pool, at the priority of the process. */

/** As the encoders of media run: whoever reads comes first. */
const NICE = 10;
try {
  // On Linux this is the priority of the calling thread alone; elsewhere of the process, which must keep its own.
  if (process.platform === 'linux') setPriority(0, NICE);
} catch (error) {
  console.warn(`Passwords of strangers are hashed at the server's own priority (thread ${threadId}):`, error);
}

const work = ({ password, hash }: HashRequest): HashAnswer['result'] => {
  if (hash === undefined) return hashSync(password);
  try {
    return verifySync(hash, password);
  } catch {
    return false;
  }
};

parentPort!.on('message', (request: HashRequest) => {
  parentPort!.postMessage({ id: request.id, result: work(request) } satisfies HashAnswer);
});
