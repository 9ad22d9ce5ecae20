import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { BadObjectKeyError } from './errors.ts';
import { createFolderStore } from './folder.ts';
import type { FolderStore } from './folder.ts';

let root: string;
let store: FolderStore;
const plain = { contentType: 'text/plain' };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'objects-'));
  store = createFolderStore(join(root, 'store'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const everyFile = async () => (await readdir(root, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());

describe('keys', () => {
  it('P17 no string used as a key reaches a file outside the folder', async () => {
    const base = resolve(root, 'store') + sep;
    const part = fc.oneof(fc.string(), fc.constantFrom('..', '.', '', '/', '\\', '.tmp', '\0', 'a', '%2e%2e', '~'));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(part).map((p) => p.join('/')),
        ),
        async (key) => {
          const path = store.path(key);
          if (path !== null) {
            expect(resolve(path).startsWith(base)).toBe(true);
            expect(path.startsWith(`${base}.`)).toBe(false);
            return;
          }
          await expect(store.put(key, Buffer.from('x'), plain)).rejects.toBeInstanceOf(BadObjectKeyError);
          expect(await store.open(key)).toBeNull();
          expect(await store.stat(key)).toBeNull();
          await store.delete(key);
          await store.deletePrefix(key);
        },
      ),
      { ...runs, numRuns: 500 },
    );
    expect(await everyFile()).toEqual([]);
  });

  it.each(['', '..', '../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', '.tmp/x', 'a\0b', 'a\\b', 'x'.repeat(600)])(
    'refuses %j',
    (key) => expect(store.path(key)).toBeNull(),
  );
});

describe('storing and reading', () => {
  it('returns what was stored from memory, a stream and a file', async () => {
    const file = join(root, 'a.bin');
    await writeFile(file, 'from a file');
    await store.put('x/memory.txt', Buffer.from('from memory'), plain);
    await store.put('x/stream.txt', Readable.from([Buffer.from('from '), Buffer.from('a stream')]), plain);
    await store.put('x/file.mp4', { path: file }, { contentType: 'video/mp4' });
    expect(await text((await store.open('x/memory.txt'))!.stream)).toBe('from memory');
    expect(await text((await store.open('x/stream.txt'))!.stream)).toBe('from a stream');
    const opened = (await store.open('x/file.mp4'))!;
    expect(await text(opened.stream)).toBe('from a file');
    expect(opened).toMatchObject({ sizeBytes: 11, contentType: 'video/mp4' });
  });

  it('reads a range with both ends included', async () => {
    await store.put('r', Buffer.from('0123456789'), plain);
    expect(await text((await store.open('r', { start: 2, end: 4 }))!.stream)).toBe('234');
    expect(await text((await store.open('r', { start: 8 }))!.stream)).toBe('89');
    expect(await text((await store.open('r', { start: 50 }))!.stream)).toBe('');
    await expect(store.open('r', { start: 3, end: 2 })).rejects.toBeInstanceOf(RangeError);
  });

  it('returns null for a missing key, for a folder, and below a file', async () => {
    await store.put('dir/file', Buffer.from('x'), plain);
    for (const key of ['none', 'dir', 'dir/file/below']) {
      expect(await store.open(key)).toBeNull();
      expect(await store.stat(key)).toBeNull();
    }
  });

  it('keeps the previous object and leaves no file behind when a stream fails', async () => {
    await store.put('k', Buffer.from('before'), plain);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the line broke');
      })(),
    );
    await expect(store.put('k', broken, plain)).rejects.toThrow('the line broke');
    expect(await text((await store.open('k'))!.stream)).toBe('before');
    expect(await everyFile()).toHaveLength(1);
  });

  it('gives a reader the whole previous object while it is replaced', async () => {
    await store.put('k', Buffer.alloc(300_000, 1), plain);
    const opened = (await store.open('k'))!;
    await store.put('k', Buffer.alloc(10, 2), plain);
    expect(Buffer.alloc(300_000, 1).equals(await buffer(opened.stream))).toBe(true);
    expect((await store.stat('k'))!.sizeBytes).toBe(10);
  });
});

describe('deleting', () => {
  it('deletes one object, or all below a folder and no neighbour', async () => {
    for (const key of ['c/1/a', 'c/1/deep/b', 'c/10/a', 'c/2']) await store.put(key, Buffer.from('x'), plain);
    await store.delete('c/2');
    await store.delete('c/2');
    await store.deletePrefix('c/1/');
    await store.deletePrefix('c/1');
    expect((await everyFile()).map((e) => join(e.parentPath, e.name))).toEqual([join(root, 'store', 'c', '10', 'a')]);
  });

  it('never empties the whole store', async () => {
    await store.put('a', Buffer.from('x'), plain);
    for (const prefix of ['', '/', '.', '..', './']) await store.deletePrefix(prefix);
    expect(await store.stat('a')).not.toBeNull();
  });

  it('sweeps only old working files', async () => {
    const work = await store.workFolder();
    await writeFile(join(work, 'old'), 'x');
    await writeFile(join(work, 'new'), 'x');
    await utimes(join(work, 'old'), 1, 1);
    await store.sweepWork(60_000);
    expect(await readdir(work)).toEqual(['new']);
  });
});

describe('a full disk', () => {
  it('returns the free bytes', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });

  // A real full disk: a tmpfs of 1 MiB in the child's mount namespace.
  const onSmallDisk = (script: string) =>
    spawnSync(
      'unshare',
      [
        '--user',
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        'mount -t tmpfs -o size=1m small "$1" && exec "$2" --input-type=module -e "$3" "$1" "$4" "$5"',
        'sh',
        root,
        process.execPath,
        script,
        new URL('./folder.ts', import.meta.url).href,
        new URL('./errors.ts', import.meta.url).href,
      ],
      { encoding: 'utf8' },
    );
  const maySmallDisk =
    spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'x', tmpdir()]).status === 0;

  it.skipIf(!maySmallDisk)('throws StorageFullError, leaves no partial file, and still deletes', async () => {
    const child = onSmallDisk(`
      const [root, folder, errors] = process.argv.slice(1);
      const { createFolderStore } = await import(folder);
      const { StorageFullError } = await import(errors);
      const store = createFolderStore(root);
      const isFull = (error) => error instanceof StorageFullError;
      await store.put('small', Buffer.alloc(400_000), { contentType: 'x' });
      const put = await store.put('big', Buffer.alloc(2_000_000), { contentType: 'x' }).then(() => false, isFull);
      const upload = await store.openUpload('u');
      const write = await upload.writeUnits(0, [Buffer.alloc(2_000_000)]).then(() => false, isFull);
      await upload.discard();
      const size = (await store.stat('small')).sizeBytes;
      await store.delete('small');
      const free = await store.freeBytes();
      console.log(JSON.stringify({ put, write, size, gone: await store.stat('small') === null, empty: free > 1_000_000 }));
    `);
    expect(child.stderr).toBe('');
    expect(JSON.parse(child.stdout)).toEqual({ put: true, write: true, size: 400_000, gone: true, empty: true });
  });
});

it('deleting a folder removes a link in it and keeps what the link points to', async () => {
  await writeFile(join(root, 'outside'), 'kept');
  await store.put('d/x', Buffer.from('x'), plain);
  await symlink(join(root, 'outside'), join(root, 'store', 'd', 'link'));
  await store.deletePrefix('d');
  expect(await readFile(join(root, 'outside'), 'utf8')).toBe('kept');
});
