import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { UNIT_BYTES } from '#contract/limits.ts';
import { UnitReader } from './unit-reader.ts';
import type { Run } from './units.ts';

const bytes = randomBytes(5 * UNIT_BYTES + 1234);
const file = new Blob([bytes]);
const expected = ([from, to]: Run): string[] =>
  Array.from({ length: to - from }, (_, index) =>
    createHash('sha256')
      .update(bytes.subarray((from + index) * UNIT_BYTES, (from + index + 1) * UNIT_BYTES))
      .digest('hex'),
  );

test('digests are right for units in order, repeated, and requested at the same time', async () => {
  const reader = new UnitReader();
  const runs: Run[] = [
    [0, 3],
    [3, 6],
    [1, 2],
    [5, 6],
    [0, 6],
  ];
  expect(await Promise.all(runs.map((run) => reader.digests(file, run)))).toEqual(runs.map(expected));
  reader.close();
});

test('the local copy can replace the picked file between two chunks', async () => {
  const reader = new UnitReader();
  expect(await reader.digests(file, [0, 2])).toEqual(expected([0, 2]));
  expect(await reader.digests(new Blob([bytes]), [2, 6])).toEqual(expected([2, 6]));
  reader.close();
});

test('without byte streams, or when a stream breaks off, units are read with arrayBuffer', async () => {
  for (const stream of [
    () => {
      throw new TypeError('no such mode');
    },
    () => new ReadableStream({ type: 'bytes', start: (stream) => stream.close() }),
  ]) {
    const plain = Object.assign(new Blob([bytes]), {
      slice: (from: number, to?: number) => Object.assign(file.slice(from, to), { stream }),
    });
    expect(await new UnitReader().digests(plain as Blob, [0, 6])).toEqual(expected([0, 6]));
  }
});

test('a missing file rejects, and the next one is still read', async () => {
  const gone = new DOMException('gone', 'NotReadableError');
  const lost = {
    size: bytes.length,
    slice: () => ({
      stream: () => {
        throw gone;
      },
      arrayBuffer: () => Promise.reject(gone),
    }),
  } as unknown as Blob;
  const reader = new UnitReader();
  const [first, second] = await Promise.allSettled([reader.digests(lost, [0, 1]), reader.digests(file, [0, 1])]);
  expect(first).toMatchObject({ status: 'rejected', reason: gone });
  expect(second).toMatchObject({ value: expected([0, 1]) });
});
