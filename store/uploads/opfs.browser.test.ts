import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { CopyRequest } from './opfs.fixtures.ts';
import { opfsStore, sweepCopies } from './opfs.ts';

const folder = 'uploads-test';
let worker: Worker;
beforeEach(() => {
  worker = new Worker(new URL('./opfs.fixtures.ts', import.meta.url), { type: 'module' });
});
afterEach(async () => {
  worker.terminate();
  await sweepCopies(folder, () => Promise.resolve(new Set()));
});

/** Every unit has another number in each of its bytes; the last one is not whole. */
const bytesOf = (units: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array((units - 0.5) * UNIT_BYTES).map((_byte, at) => 1 + Math.floor(at / UNIT_BYTES));
const put = (request: Partial<CopyRequest> & Pick<CopyRequest, 'id' | 'file'>): Promise<string> =>
  new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), { once: true });
    worker.postMessage({ folder, isSameFile: false, isWanted: true, ...request });
  });
const copyOf = async (id: string): Promise<Uint8Array> =>
  new Uint8Array(await (await opfsStore(folder).get(id))!.arrayBuffer());
/** What a killed browser leaves: the first bytes of a copy; one of them is changed to see whether it is written again. */
const leave = async (id: string, bytes: number, changedAt: number): Promise<void> => {
  const opened = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
  const file = await (await opened.getFileHandle(id)).createWritable({ keepExistingData: true });
  await file.truncate(bytes);
  await file.write({ type: 'write', position: changedAt, data: new Uint8Array([255]) });
  await file.close();
};
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => indexedDB.cmp(one, other) === 0;

it('an interrupted copy continues from its last whole unit', async () => {
  const [id, bytes] = [newId(), bytesOf(6)];
  const file = new File([bytes], 'match.mp4');
  expect(await put({ id, file })).toBe('copied');
  expect(isEqual(await copyOf(id), bytes)).toBe(true);

  await leave(id, 3.2 * UNIT_BYTES, 1.5 * UNIT_BYTES);
  expect(await put({ id, file, isSameFile: true })).toBe('copied');
  const copy = await copyOf(id);
  expect([copy.length, copy[1.5 * UNIT_BYTES]]).toEqual([bytes.length, 255]);
  copy[1.5 * UNIT_BYTES] = 2;
  expect(isEqual(copy, bytes)).toBe(true);
});

it.each([
  ['whose last unit has other bytes', true, 2.5],
  ['whose first unit has other bytes', true, 0.5],
  ['of a file that may have changed', false, 1.5],
])('a copy %s starts over', async (_, isSameFile, changedAt) => {
  const [id, bytes] = [newId(), bytesOf(6)];
  const file = new File([bytes], 'match.mp4');
  await put({ id, file });
  await leave(id, 3.2 * UNIT_BYTES, changedAt * UNIT_BYTES);
  expect(await put({ id, file, isSameFile })).toBe('copied');
  expect(isEqual(await copyOf(id), bytes)).toBe(true);
});

it('a copy that is longer than its file starts over or is cut', async () => {
  const id = newId();
  await put({ id, file: new File([bytesOf(6)], 'match.mp4') });
  const bytes = bytesOf(2);
  expect(await put({ id, file: new File([bytes], 'match.mp4'), isSameFile: true })).toBe('copied');
  expect(isEqual(await copyOf(id), bytes)).toBe(true);
});

it('a copy that is not wanted any more ends early', async () => {
  const file = new File([new Uint8Array(70 * UNIT_BYTES)], 'match.mp4');
  expect(await put({ id: newId(), file, isWanted: false })).toBe('CopyNotWanted');
});

it('deletes copies that no job names', async () => {
  const [kept, gone] = [newId(), newId()];
  for (const id of [kept, gone]) await put({ id, file: new File([bytesOf(1)], 'match.mp4') });
  await sweepCopies(folder, () => Promise.resolve(new Set([kept])));
  expect((await opfsStore(folder).get(kept))?.size).toBe(UNIT_BYTES / 2);
  expect(await opfsStore(folder).get(gone)).toBeUndefined();
});
