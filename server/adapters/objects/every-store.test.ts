import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BadObjectKeyError } from './errors.ts';
import type { FolderStore } from './index.ts';
import type { ObjectsConfig } from '#server/config-objects.ts';
import { openObjects, type OpenObjects } from './open.ts';
import { startS3, type S3Server } from './s3-server.fixtures.ts';

const plain = { contentType: 'text/plain' };
const id = '0198c0de-0000-7000-8000-000000000001';
let s3: S3Server;
let root: string;
let opened: OpenObjects;
let store: FolderStore;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const useStore = (kind: 'folder' | 's3'): void => {
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'objects-'));
    const path = join(root, 'store');
    const own = { ...s3.config, prefix: `${root.slice(root.lastIndexOf('/') + 1)}/` };
    const config: ObjectsConfig = kind === 'folder' ? { kind, path } : { kind, path, s3: own };
    opened = await openObjects(config, (error) => {
      throw error;
    });
    store = opened.store;
  });
  afterEach(async () => {
    await opened.settled();
    opened.close();
    await rm(root, { recursive: true, force: true });
  });
};

const put = (key: string, content: string | Buffer) => store.put(key, Buffer.from(content), plain);
const read = async (key: string, range = {}) => text((await store.open(key, range))!.stream);

/** The same promises, whatever keeps the bytes. */
describe.each(['folder', 's3'] as const)('objects in %s', (kind) => {
  useStore(kind);

  it.each(['', '..', '../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', '.tmp/x', 'a\0b', 'a\\b', 'x'.repeat(600)])(
    'refuses the key %j',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'), plain)).rejects.toBeInstanceOf(BadObjectKeyError);
      expect(await store.open(key)).toBeNull();
      expect(await store.stat(key)).toBeNull();
      expect(await store.asFile(key, root)).toBeNull();
      await store.delete(key);
      await store.deletePrefix(key);
    },
  );

  it('returns what was stored from memory, a stream and a file', async () => {
    const file = join(root, 'a.bin');
    await writeFile(file, 'from a file');
    await put('x/memory.txt', 'from memory');
    await store.put('x/stream.txt', Readable.from([Buffer.from('from '), Buffer.from('a stream')]), plain);
    const facts = await store.put('x/file.mp4', { path: file }, { contentType: 'video/mp4' });
    expect(facts).toMatchObject({ sizeBytes: 11, contentType: 'video/mp4' });
    expect(await read('x/memory.txt')).toBe('from memory');
    expect(await read('x/stream.txt')).toBe('from a stream');
    const found = (await store.open('x/file.mp4'))!;
    expect(await text(found.stream)).toBe('from a file');
    expect(found).toMatchObject({ sizeBytes: 11, contentType: 'video/mp4' });
    expect(Math.abs(found.changedAtMs - Date.now())).toBeLessThan(60_000);
  });

  it('keeps an empty object and one of many parts', async () => {
    const large = randomBytes(20 * 1024 * 1024 + 7);
    await put('empty', '');
    await store.put('large', Readable.from([large.subarray(0, 9_000_001), large.subarray(9_000_001)]), plain);
    expect(await read('empty')).toBe('');
    expect((await buffer((await store.open('large'))!.stream)).equals(large)).toBe(true);
    const at = { start: 16 * 1024 * 1024 - 5, end: 16 * 1024 * 1024 + 5 };
    expect(await buffer((await store.open('large', at))!.stream)).toEqual(large.subarray(at.start, at.end + 1));
  });

  it('reads a range with both ends included', async () => {
    await put('r', '0123456789');
    expect(await read('r', { start: 2, end: 4 })).toBe('234');
    expect(await read('r', { start: 8 })).toBe('89');
    expect(await read('r', { start: 8, end: 80 })).toBe('89');
    expect(await read('r', { start: 50 })).toBe('');
    await expect(store.open('r', { start: 3, end: 2 })).rejects.toBeInstanceOf(RangeError);
  });

  it('has nothing at a missing key, at a folder, and below an object', async () => {
    await put('dir/file', 'x');
    for (const key of ['none', 'dir', 'dir/file/below']) {
      expect(await store.open(key)).toBeNull();
      expect(await store.stat(key)).toBeNull();
      expect(await store.asFile(key, root)).toBeNull();
    }
  });

  it.each([100_000, 12 * 1024 * 1024])(
    'keeps the previous object when a stream fails after %i bytes',
    async (bytes) => {
      await put('k', 'before');
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(bytes);
          throw new Error('the line broke');
        })(),
      );
      await expect(store.put('k', broken, plain)).rejects.toThrow('the line broke');
      expect(await read('k')).toBe('before');
      expect(await store.list('')).toEqual(['k']);
    },
  );

  it('gives a reader the whole previous object while it is replaced', async () => {
    await put('k', Buffer.alloc(30_000, 1));
    const reading = (await store.open('k'))!;
    await put('k', Buffer.alloc(10, 2));
    expect(Buffer.alloc(30_000, 1).equals(await buffer(reading.stream))).toBe(true);
    expect((await store.stat('k'))!.sizeBytes).toBe(10);
  });
});

describe.each(['folder', 's3'] as const)('deleting, listing and uploads in %s', (kind) => {
  useStore(kind);

  it('deletes one object, or all below a folder and no neighbour', async () => {
    for (const key of ['c/1/a', 'c/1/deep/b', 'c/10/a', 'c/2']) await put(key, 'x');
    await store.delete('c/2');
    await store.delete('c/2');
    await store.deletePrefix('c/1/');
    await store.deletePrefix('c/1');
    expect(await store.list('')).toEqual(['c/10/a']);
  });

  it('never empties the whole store', async () => {
    await put('a', 'x');
    for (const prefix of ['', '/', '.', '..', './']) await store.deletePrefix(prefix);
    expect(await store.list('')).toEqual(['a']);
  });

  it('lists a folder, one object, and everything', async () => {
    for (const key of ['c/1/a', 'c/1/deep/b', 'c/10/a', 'd']) await put(key, 'x');
    expect(await store.list('c/1')).toEqual(['c/1/a', 'c/1/deep/b']);
    expect(await store.list('d')).toEqual(['d']);
    expect(await store.list('none')).toEqual([]);
    expect(await store.list('')).toEqual(['c/1/a', 'c/1/deep/b', 'c/10/a', 'd']);
  });

  it('gives an object to programs as a file', async () => {
    await put('o/a.mp4', 'a film');
    expect(await readFile((await store.asFile('o/a.mp4', root))!, 'utf8')).toBe('a film');
  });

  it('a finished upload is an object at once, also as a file, and stays one', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 1);
    const file = await store.openUpload(id);
    for (let at = 0; at < bytes.length; at += 1_048_576)
      await file.writeUnits(at, [bytes.subarray(at, at + 1_048_576)]);
    await file.finish('originals/a.mp4', bytes.length);
    const asFile = (await store.asFile('originals/a.mp4', root))!;
    const early = (await store.open('originals/a.mp4'))!;
    expect(await store.stat('originals/a.mp4')).toMatchObject({ sizeBytes: bytes.length });
    await opened.settled();
    const late = (await store.open('originals/a.mp4'))!;
    for (const each of [early, late]) expect((await buffer(each.stream)).equals(bytes)).toBe(true);
    expect(late.changedAtMs).toBe(early.changedAtMs);
    expect((await readFile(asFile)).equals(bytes)).toBe(true);
    await store.deletePrefix('originals/a.mp4');
    expect(await store.list('')).toEqual([]);
  });

  it('knows the free room where uploads grow', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0);
    expect(await readdir(await store.workFolder())).toEqual([]);
  });
});
