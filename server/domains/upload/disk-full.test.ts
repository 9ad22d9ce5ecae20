import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { sendChunk, videoLike, worksWithoutPreparing } from './upload.fixtures.ts';

let server: TestServer;
let ana: TestPerson;
let objects: string;
/** Only root may mount a small disk; elsewhere only the adapter's own tests cover a full disk. */
let isMounted = false;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
  objects = path.join(server.dataDir, 'objects');
  mkdirSync(objects, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', objects], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    isMounted = false;
  }
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', objects]);
  await server.close();
});

test('F4 a disk that fills up in the middle of a chunk answers 507, keeps the complete units, and continues when there is room', async ({
  skip,
}) => {
  if (!isMounted) skip('a small disk cannot be mounted here');
  const file = { id: newId(), name: 'clip.mp4', profile: 'video' as const, bytes: videoLike(6 * UNIT_BYTES) };
  expect((await sendChunk(server, ana, file, { firstUnit: 0, units: 1 })).status).toBe(200);
  const filler = path.join(objects, 'filler');
  await writeFile(filler, Buffer.alloc(5 * UNIT_BYTES));
  const full = await sendChunk(server, ana, file, { firstUnit: 1, units: 5 });
  expect(full).toMatchObject({ status: 507, body: { errors: [{ code: 'upload.disk_full' }] } });
  const [[from, to]] = (await server.call(`GET /mam/uploads/${file.id}`, undefined, { as: ana })).body.data.received;
  expect(from).toBe(0);
  expect(to).toBeGreaterThan(1);

  const other = { ...file, id: newId(), bytes: videoLike(4 * UNIT_BYTES) };
  expect((await sendChunk(server, ana, other, { firstUnit: 0, units: 1 })).status).toBe(507);
  await rm(filler);
  expect((await sendChunk(server, ana, file, { firstUnit: to, units: 6 - to })).body.data?.contentId).toBe(file.id);
  expect((await readFile(server.services.objects.path(`originals/${file.id}`)!)).equals(file.bytes)).toBe(true);
});
