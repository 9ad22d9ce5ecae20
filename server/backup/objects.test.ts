import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openObjects, type ObjectsConfig } from '../adapters/objects/index.ts';
import { startS3, type S3Server } from '../adapters/objects/s3-server.fixtures.ts';
import type { ObjectLine } from './format.ts';
import { copyObjects, putBack } from './objects.ts';

const id = '0198c0de-0000-7000-8000-000000000001';
let s3: S3Server;
let root: string;

beforeAll(async () => {
  s3 = await startS3();
  root = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(async () => {
  await s3.stop();
  await rm(root, { recursive: true, force: true });
});

test.each(['folder', 's3'] as const)(
  'a backup copies single objects, folders and growing files of %s, and puts them back',
  async (kind) => {
    const place = (name: string): ObjectsConfig => {
      const path = join(root, kind, name);
      return kind === 'folder' ? { kind, path } : { kind, path, s3: { ...s3.config, prefix: `${name}/` } };
    };
    const [from, to] = [place('from'), place('to')];
    const [old, made] = [await openObjects(from), await openObjects(to)];
    const bytes = randomBytes(9 * 1024 * 1024);
    await old.store.put('originals/a', bytes, { contentType: '' });
    await old.store.put('media/b/720p.mp4', Buffer.from('film'), { contentType: '' });
    await old.store.put('media/b/master.m3u8', Buffer.from('list'), { contentType: '' });
    const upload = await old.store.openUpload(id);
    await upload.writeUnits(0, [Buffer.from('begun')]);
    await upload.sync();
    await upload.close();

    async function* named() {
      yield { kind: 'object' as const, key: 'originals/a' };
      yield { kind: 'folder' as const, key: 'media/b' };
      yield { kind: 'object' as const, key: 'pictures/gone' };
      yield { kind: 'upload' as const, key: id };
    }
    const folder = join(root, kind, 'backup');
    const copies = copyObjects(named(), { root: from.path, store: old.store, folder, alive: async () => {} });
    const lines: ObjectLine[] = [];
    for await (const line of copies.lines) lines.push(line);
    expect(copies.missing).toEqual(['pictures/gone']);

    for (const line of lines) await putBack(made.store, folder, line);
    expect(await made.store.list('')).toEqual(['media/b/720p.mp4', 'media/b/master.m3u8', 'originals/a']);
    expect((await buffer((await made.store.open('originals/a'))!.stream)).equals(bytes)).toBe(true);
    const grown = await made.store.openUpload(id);
    expect(Buffer.from(await grown.read(0, 10)).toString()).toBe('begun');
    await grown.close();
    for (const each of [old, made]) each.close();
  },
);
