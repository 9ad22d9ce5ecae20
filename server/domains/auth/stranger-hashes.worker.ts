import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';
import { workInThread } from '#server/adapters/thread-work.ts';
import type { HashRequest } from './stranger-hashes.ts';

/* The thread of stranger-hashes.ts. The synchronous functions: the others work in Node's pool, at the priority of the process. */

/** As the encoders of media run: whoever reads comes first. */
const NICE = 10;
// On Linux this is the priority of the calling thread alone; elsewhere of the process, which must keep its own.
try {
  if (process.platform === 'linux') setPriority(0, NICE);
} catch {
  // Where priorities may not be changed, it hashes at the one of the process.
}

const work = ({ password, hash }: HashRequest): string | boolean => {
  if (hash === undefined) return hashSync(password);
  try {
    return verifySync(hash, password);
  } catch {
    return false;
  }
};

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let restsUntilMs = 0;
workInThread<HashRequest, never, string | boolean>(async (request) => {
  const restMs = restsUntilMs - performance.now();
  if (restMs > 0) await wait(restMs);
  const fromMs = cpuMs();
  const result = work(request);
  // It rests as long as it used a processor: all who guess together have half of one.
  restsUntilMs = performance.now() + cpuMs() - fromMs;
  return result;
});
