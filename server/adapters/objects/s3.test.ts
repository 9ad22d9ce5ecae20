import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createS3Store, type S3Store } from './s3.ts';
import { S3Bucket } from './s3-client.ts';
import { startS3, type Fault, type S3Server } from './s3-server.fixtures.ts';

const plain = { contentType: 'text/plain' };
const id = '0198c0de-0000-7000-8000-000000000001';
const LARGE = 20 * 1024 * 1024;
let s3: S3Server;
let root: string;
let store: S3Store;
const onMoveFailed = vi.fn<(error: unknown) => void>();
const openStore = (config = s3.config) => createS3Store({ s3: config, folder: join(root, 'store'), onMoveFailed });

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  s3.onRequest(() => undefined);
  onMoveFailed.mockReset();
  root = await mkdtemp(join(tmpdir(), 's3-'));
  s3.config.prefix = `${root.slice(root.lastIndexOf('/') + 1)}/`;
  store = openStore();
  await store.moveAll();
});
afterEach(async () => {
  store.close();
  await rm(root, { recursive: true, force: true });
});

const put = (key: string, bytes: Buffer) => store.put(key, bytes, plain);
const read = async (key: string) => buffer((await store.open(key))!.stream);
/** The line fails for the first requests of a kind. */
const failFirst = (count: number, method: string, fault: Fault) => {
  let left = count;
  s3.onRequest((each) => (each === method && left-- > 0 ? fault : undefined));
};
const finishUpload = async (key: string, bytes: Buffer) => {
  const file = await store.openUpload(id);
  await file.writeUnits(0, [bytes]);
  await file.finish(key, bytes.length);
};

test.each<[string, Fault]>([
  ['SlowDown', { status: 503, code: 'SlowDown' }],
  ['an internal error', { status: 500, code: 'InternalError' }],
  ['a cut connection', 'cut'],
])('%s is tried again, for small and large objects', async (_what, fault) => {
  const large = randomBytes(LARGE);
  failFirst(2, 'PUT', fault);
  await put('small', Buffer.from('small'));
  failFirst(2, 'PUT', fault);
  await put('large', large);
  failFirst(2, 'GET', fault);
  expect((await read('large')).equals(large)).toBe(true);
  expect(s3.openUploads.size).toBe(0);
});

test('a download whose connection is cut goes on where it was cut', async () => {
  const large = randomBytes(LARGE);
  await put('large', large);
  failFirst(3, 'GET', 'cut the answer');
  expect((await read('large')).equals(large)).toBe(true);
});

test.each<[string, Fault, RegExp]>([
  ['busy', { status: 503, code: 'SlowDown' }, /is busy and refused 4 tries\. It is tried again later\.$/],
  ['refusing', { status: 403, code: 'SignatureDoesNotMatch' }, /refuses the access key for the bucket "files"/],
  ['unknown', { status: 403, code: 'InvalidAccessKeyId' }, /Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
  ['elsewhere', { status: 301, code: 'PermanentRedirect' }, /is not in the region "us-east-1"\. Correct S3_REGION\.$/],
  ['away', 'cut', /cannot be reached: the connection is cut\. Start it, or correct S3_ENDPOINT\.$/],
  ['full', { status: 507, code: 'XMinioStorageFull' }, /^There is no room left on the disk\.$/],
])(
  'S3 that is %s is one plain sentence',
  async (_what, fault, sentence) => {
    s3.onRequest(() => fault);
    await expect(put('k', Buffer.from('x'))).rejects.toThrow(sentence);
    await expect(store.check()).rejects.toThrow(sentence);
  },
  20_000,
);

test('a missing bucket is one plain sentence', async () => {
  const other = openStore({ ...s3.config, bucket: 'elsewhere' });
  const sentence = /^There is no bucket "elsewhere" at http.*Create it, or correct S3_BUCKET and S3_ENDPOINT\.$/;
  await expect(other.check()).rejects.toThrow(sentence);
  await expect(other.put('k', Buffer.from('x'), plain)).rejects.toThrow(sentence);
  other.close();
});

test('a large object that fails half way leaves no parts', async () => {
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(LARGE);
      throw new Error('the disk broke');
    })(),
  );
  await expect(store.put('k', broken, plain)).rejects.toThrow('the disk broke');
  expect(s3.openUploads.size).toBe(0);
  expect(await store.stat('k')).toBeNull();
});

test('the parts that a killed process left are freed', async () => {
  s3.onRequest((method) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined));
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(LARGE);
      throw new Error('killed');
    })(),
  );
  await expect(store.put('k', broken, plain)).rejects.toThrow('killed');
  s3.onRequest(() => undefined);
  expect(s3.openUploads.size).toBe(1);
  const bucket = new S3Bucket(s3.config);
  // Those of running processes are younger.
  await bucket.sweepParts();
  expect(s3.openUploads.size).toBe(1);
  await bucket.sweepParts(-60_000);
  expect(s3.openUploads.size).toBe(0);
  bucket.close();
});

test('an upload finished while S3 is away is an object at once, and is brought there later', async () => {
  const bytes = randomBytes(1_000_000);
  s3.onRequest(() => ({ status: 403, code: 'AccessDenied' }));
  await finishUpload('originals/a', bytes);
  expect((await read('originals/a')).equals(bytes)).toBe(true);
  await store.moveAll();
  expect(onMoveFailed).toHaveBeenCalled();
  expect(String(onMoveFailed.mock.calls[0]![0])).toMatch(/refuses the access key/);
  expect((await read('originals/a')).equals(bytes)).toBe(true);

  s3.onRequest(() => undefined);
  // The process was killed; the next one starts with the same folder.
  store.close();
  store = openStore();
  await store.moveAll();
  await rm(join(root, 'store'), { recursive: true });
  expect((await read('originals/a')).equals(bytes)).toBe(true);
});

test('what a folder held is brought to S3 when the place changes to it', async () => {
  const bytes = randomBytes(LARGE);
  await finishUpload('media/x/720p.mp4', bytes);
  const other = openStore();
  await Promise.all([store.moveAll(), other.moveAll()]);
  other.close();
  await rm(join(root, 'store'), { recursive: true, force: true });
  expect((await read('media/x/720p.mp4')).equals(bytes)).toBe(true);
});

test('an object that is deleted on its way to S3 is not there afterwards', async () => {
  await finishUpload('originals/b', randomBytes(LARGE));
  await store.deletePrefix('originals/b');
  await store.moveAll();
  expect(await store.list('')).toEqual([]);
});

test('an open object that is not read to its end holds no connection', async () => {
  await put('large', randomBytes(LARGE));
  for (let count = 0; count < 60; count += 1) (await store.open('large'))!.stream.destroy();
  expect((await store.stat('large'))!.sizeBytes).toBe(LARGE);
});
