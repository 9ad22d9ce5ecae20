import { expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { FixtureWorker } from './start-worker.fixtures.ts';
import { startWorker } from './start-worker.ts';

const start = () =>
  startWorker<FixtureWorker>(
    () => new Worker(new URL('./start-worker.fixtures.ts', import.meta.url), { type: 'module' }),
    (remote) => void remote.id(),
  );
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
const isHeld = async (name: string): Promise<boolean> =>
  (await navigator.locks.query()).held!.some((lock) => lock.name === name);

test('E-1 a page that is left ends its worker, which keeps no lock; one that comes back starts another', async () => {
  const lock = newId();
  const worker = start();
  const first = await worker.ask((remote) => remote.id());
  await worker.ask((remote) => remote.hold(lock));
  expect(await isHeld(lock)).toBe(true);
  leave();
  await expect.poll(() => isHeld(lock)).toBe(false);
  const waiting = worker.ask((remote) => remote.id());
  comeBack();
  expect(await waiting).not.toBe(first);
});

test('E-1 what was not answered when the page was left is asked of the next worker', async () => {
  const worker = start();
  const asked: string[] = [];
  const answer = worker.ask(async (remote) => {
    asked.push(await remote.id());
    return asked.length === 1 ? remote.hang() : 'answered';
  });
  await expect.poll(() => asked.length).toBe(1);
  leave();
  comeBack();
  expect(await answer).toBe('answered');
  expect(new Set(asked).size).toBe(2);
});

test('a refusal of the worker is thrown, and not asked again', async () => {
  const worker = start();
  let asked = 0;
  const refused = worker.ask(async () => {
    asked += 1;
    throw new RangeError('no');
  });
  await expect(refused).rejects.toThrow(RangeError);
  expect(asked).toBe(1);
});
