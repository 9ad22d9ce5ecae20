import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { WorkerClient } from './client.ts';
import { workerProcess, workerThread } from './open.ts';

const thread = workerThread(() => new Worker(new URL('./client.fixtures.ts', import.meta.url), { execArgv: [] }));
const ownProcess = workerProcess(new URL('./client.fixtures.ts', import.meta.url));
/** Opens the process, has it count, and does not end by itself. */
const OPENER = `
  import { WorkerClient, workerProcess } from '${new URL('./index.ts', import.meta.url).href}';
  const client = new WorkerClient(workerProcess(new URL('${new URL('./client.fixtures.ts', import.meta.url).href}')));
  console.log(await client.run(1));
  setInterval(() => {}, 1_000);
`;

describe.each([
  { where: 'a thread', open: thread, isInThisProcess: true },
  { where: 'a process', open: ownProcess, isInThisProcess: false },
])('in $where', ({ open, isInThisProcess }) => {
  let started = 0;
  const counting = () => {
    started = 0;
    return new WorkerClient<number, number, string>((listener) => {
      started += 1;
      return open(listener);
    });
  };

  test('requests at the same time each get their own parts, in order, and their end, from one worker', async () => {
    const client = counting();
    const parts: number[][] = [[], []];
    const ends = await Promise.all([
      client.run(3, (part) => parts[0]!.push(part)),
      client.run(2, (part) => parts[1]!.push(part)),
    ]);
    expect(ends[0]).toMatch(/^counted to 3 in \d+$/);
    expect(ends[1]).toBe(ends[0]!.replace('3', '2'));
    expect(ends[0]!.endsWith(` ${process.pid}`)).toBe(isInThisProcess);
    expect(parts).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
    expect(started).toBe(1);
  });

  test('what the work throws is thrown; a worker that ends fails all its requests, and the next one starts another', async () => {
    const client = counting();
    await expect(client.run(0)).rejects.toThrow(new RangeError('Nothing to count.'));
    const ends = await Promise.allSettled([client.run(-7), client.run(1)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((ends[0] as PromiseRejectedResult).reason).toMatchObject({ message: 'A worker ended with code 7.' });
    expect(await client.run(1)).toMatch(/^counted to 1 /);
    expect(started).toBe(2);
  });
});

test.skipIf(process.platform !== 'linux')('a process ends when the one that opened it was killed', async () => {
  const opener = spawn(process.execPath, ['--input-type=module', '-e', OPENER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(opener.stdout, 'data')) as [Buffer];
  const pid = Number(/^counted to 1 in (\d+)/.exec(String(said))![1]);
  opener.kill('SIGKILL');
  // Its own children are this process's no more, so nobody may have reaped it yet: then it is a zombie.
  await expect
    .poll(() => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z'), { timeout: 30_000 })
    .toMatch(/\) [ZX]/);
});
