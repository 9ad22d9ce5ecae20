import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Thread } from './thread.ts';

let started = 0;
const counting = () =>
  new Thread<number, number, string>(() => {
    started += 1;
    return new Worker(new URL('./thread.fixtures.ts', import.meta.url), { execArgv: [] });
  });

test('requests at the same time each get their own parts, in order, and their end, from one thread', async () => {
  const thread = counting();
  started = 0;
  const parts: number[][] = [[], []];
  const ends = await Promise.all([
    thread.run(3, (part) => parts[0]!.push(part)),
    thread.run(2, (part) => parts[1]!.push(part)),
  ]);
  expect(ends).toEqual(['counted to 3', 'counted to 2']);
  expect(parts).toEqual([
    [1, 2, 3],
    [1, 2],
  ]);
  expect(started).toBe(1);
});

test('what the work throws is thrown; a thread that ends fails all its requests, and the next one starts another', async () => {
  const thread = counting();
  started = 0;
  await expect(thread.run(0)).rejects.toThrow('Nothing to count.');
  const ends = await Promise.allSettled([thread.run(-7), thread.run(1)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((ends[0] as PromiseRejectedResult).reason).toMatchObject({ message: 'A thread ended with code 7.' });
  expect(await thread.run(1)).toBe('counted to 1');
  expect(started).toBe(2);
});
