import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { createFolderStore } from './folder.ts';
import type { FolderStore } from './folder.ts';
import { allocatePages } from './upload-file.ts';

let root: string;
let store: FolderStore;
const id = '0198c0de-0000-7000-8000-000000000001';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'upload-'));
  store = createFolderStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('units written in any order and repeatedly make the same file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.nat(1000)),
      async (bytes, unit, random) => {
        const starts = Array.from({ length: Math.ceil(bytes.length / unit) }, (_, i) => i * unit);
        const order = [...starts, ...starts]
          .map((start) => ({ start, at: random.next().value as number }))
          .toSorted((a, b) => a.at - b.at);
        const file = await store.openUpload(id);
        for (const { start } of order) {
          const piece = bytes.subarray(start, start + unit);
          await file.writeUnits(start, [piece.subarray(0, 3), new Uint8Array(0), piece.subarray(3)]);
        }
        await file.sync();
        await file.finish('done/x.mp4', bytes.length);
        expect(new Uint8Array(await readFile(store.path('done/x.mp4')!))).toEqual(bytes);
      },
    ),
    { ...runs, numRuns: 40 },
  );
});

it('page-aligned and other memory, and a last unit of odd size, make the same file', async () => {
  const bytes = randomBytes(3 * 65_536 + 77);
  const onPages = allocatePages(65_536);
  bytes.copy(onPages, 0, 65_536);
  const file = await store.openUpload(id);
  await file.writeUnits(3 * 65_536, [bytes.subarray(3 * 65_536)]);
  await file.writeUnits(65_536, [onPages]);
  await file.writeUnits(0, [bytes.subarray(0, 65_536)]);
  await file.writeUnits(2 * 65_536, [bytes.subarray(2 * 65_536, 3 * 65_536)]);
  await file.sync();
  await file.finish('k', bytes.length);
  expect((await readFile(store.path('k')!)).equals(bytes)).toBe(true);
});

it('another process continues where the first one stopped', async () => {
  const first = await store.openUpload(id);
  await first.writeUnits(4, [Buffer.from('5678')]);
  await first.sync();
  await first.close();
  const second = await store.openUpload(id);
  expect(await second.sizeBytes()).toBe(8);
  expect(Buffer.from(await second.read(4, 100)).toString()).toBe('5678');
  await second.writeUnits(0, [Buffer.from('1234')]);
  await second.finish('k', 8);
  expect(await readFile(store.path('k')!, 'utf8')).toBe('12345678');
});

it('finishing again after a crash keeps the object and leaves no empty file', async () => {
  const file = await store.openUpload(id);
  await file.writeUnits(0, [Buffer.from('whole')]);
  await file.finish('k', 5);
  const again = await store.openUpload(id);
  await again.finish('k', 5);
  expect(await readFile(store.path('k')!, 'utf8')).toBe('whole');
  expect(await readdir(join(root, '.uploads'))).toEqual([]);
});

it('a file without all its bytes never becomes an object', async () => {
  const file = await store.openUpload(id);
  await file.writeUnits(0, [Buffer.from('half')]);
  await expect(file.finish('k', 8)).rejects.toThrow('8 bytes');
  await file.close();
  expect(await store.stat('k')).toBeNull();
  expect(await (await store.openUpload(id)).sizeBytes()).toBe(4);
});

it('discarding an upload, once or twice, leaves no file', async () => {
  const file = await store.openUpload(id);
  await file.writeUnits(1_000_000, [Buffer.from('x')]);
  await file.discard();
  await file.discard();
  await store.discardUpload(id);
  expect(await readdir(join(root, '.uploads'))).toEqual([]);
});

it('an upload id of another shape opens no file', async () => {
  await expect(store.openUpload('../../x')).rejects.toThrow('object key');
  await store.discardUpload('../../x');
});
