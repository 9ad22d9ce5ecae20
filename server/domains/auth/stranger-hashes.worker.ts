import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';
import { serveRequests } from '#server/adapters/worker/index.ts';
import type { HashRequest } from './stranger-hashes.ts';

/* The process of stranger-hashes.ts. */

/** As the encoders of media run: whoever reads comes first. */
const NICE = 10;
const lowerPriority = (): void => {
  try {
    setPriority(NICE);
    // Where Linux shares by session, this is the priority of the session (limits.sh).
    if (process.platform === 'linux') writeFileSync('/proc/self/autogroup', String(NICE));
  } catch {
    // Where priorities may not be changed, it hashes at the one of the server.
  }
};

const work = ({ password, hash }: HashRequest): string | boolean => {
  if (hash === undefined) return hashSync(password);
  try {
    return verifySync(hash, password);
  } catch {
    return false;
  }
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

lowerPriority();
let restsUntilMs = 0;
serveRequests<HashRequest, never, string | boolean>(async (request) => {
  const restMs = restsUntilMs - performance.now();
  if (restMs > 0) await wait(restMs);
  const fromMs = cpuMs();
  const result = work(request);
  // It rests as long as it used a processor: all who guess together have half of one.
  restsUntilMs = performance.now() + cpuMs() - fromMs;
  return result;
});
