import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { findFfmpeg } from '#server/adapters/media/index.ts';
import { sendFile } from '#server/domains/upload/upload.fixtures.ts';
import { handlers } from '#server/handlers.ts';
import { greyVideoFile, pdfFile, videoFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let grey: Buffer;
let short: Buffer;

beforeAll(async () => {
  grey = await readFile(await greyVideoFile());
  short = await readFile(await videoFile());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const open = async (env: NodeJS.ProcessEnv = {}): Promise<void> => {
  server = await startTestServer({ handlers, routes: [], isPartial: true }, env);
};
const upload = async (person: TestPerson, bytes: Buffer, profile: 'video' | 'text' = 'video'): Promise<string> => {
  const id = newId();
  const name = `${id}.${profile === 'text' ? 'pdf' : 'mp4'}`;
  expect((await sendFile(server, person, { id, name, profile, bytes })).body.data?.contentId).toBe(id);
  return id;
};
const statusOf = async (id: string): Promise<number> =>
  (
    await server.services.database.db
      .selectFrom('contents')
      .select('encoding_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).encoding_status;
const until = (id: string, status: number) =>
  expect.poll(() => statusOf(id), { timeout: 120_000, interval: 100 }).toBe(status);

test('two small files that take minutes, and another person’s clip is ready while they are not', async () => {
  await open();
  const [mallory, ben] = [await server.addPerson({ isEducator: true }), await server.addPerson({ isEducator: true })];
  const heavy = [await upload(mallory, grey), await upload(mallory, grey)];
  await server.work(jobWorks(server.services));
  await expect.poll(() => Promise.all(heavy.map(statusOf)), { timeout: 60_000 }).toContain(3);
  const clip = await upload(ben, short);
  const text = await upload(ben, await readFile(await pdfFile()), 'text');
  await until(clip, 4);
  await until(text, 4);
  // One is at work, the other has not begun: they have one worker between them.
  expect((await Promise.all(heavy.map(statusOf))).toSorted()).toEqual([0, 3]);
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  expect(figures).toMatch(/sideline_jobs_waiting\{job="media.prepare"\} 1/);
  expect(figures).toMatch(/sideline_jobs_oldest_seconds\{job="media.prepare"\} [\d.]+/);
  for (const id of heavy) await server.call(`DELETE /library/contents/video/${id}`, undefined, { as: mallory });
}, 240_000);

test('a file above the server’s length is refused with a reason before anything is encoded', async () => {
  await open();
  const ana = await server.addPerson({ isEducator: true });
  const { db } = server.services.database;
  await db.insertInto('variables').values({ name: 'MAX_VIDEO_AND_AUDIO_LENGTH', value: 2, unit: 'minutes' }).execute();
  await server.work(jobWorks(server.services));
  const id = await upload(ana, grey);
  await until(id, -2);
  const content = await server.call(`GET /library/contents/${id}`, undefined, { as: ana });
  expect(content.body.reviewReason).toBe('This file is longer than 2 minutes. Please cut it and upload the parts.');
  expect(await db.selectFrom('encodings').selectAll().execute()).toEqual([]);
}, 60_000);

test('without a jail uploads are accepted and wait, readiness says so, and they go on when one works, without a restart', async () => {
  // Only the programs that start a jail, not those that build one.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'no-jail-'));
  await symlink('/bin/sh', path.join(folder, 'sh'));
  const full = process.env['PATH'];
  vi.stubEnv('PATH', folder);
  await open({ MEDIA_JAIL: 'namespaces', FFMPEG_PATH: (await findFfmpeg()).path });
  const ana = await server.addPerson({ isEducator: true });
  await server.work(jobWorks(server.services));
  expect((await server.call('GET /ready')).body).toMatchObject({ status: 'ok', jobs: true, encoder: 'none' });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('sideline_media_jail{jail="none"} 1');
  const id = await upload(ana, short);
  const picture = await fetch(`${server.url}/api/files/${'0'.repeat(64)}`, { method: 'PUT', body: 'x' });
  expect(picture.status).not.toBe(200);
  await server.services.database.pool.query(
    `update jobs.job set created_on = now() - interval '1 minute' where name = 'media.prepare'`,
  );
  await expect
    .poll(async () => (await server.call(`GET /library/contents/${id}`, undefined, { as: ana })).body.reviewReason, {
      timeout: 30_000,
    })
    .toBe('The server cannot process files at the moment. This file is kept and continues by itself.');
  expect(await statusOf(id)).toBe(0);
  vi.stubEnv('PATH', full ?? '');
  await until(id, 4);
  expect((await server.call('GET /ready')).body.encoder).toBe('namespaces');
  expect((await server.call(`GET /library/contents/${id}`, undefined, { as: ana })).body.reviewReason).toBeNull();
  await rm(folder, { recursive: true });
}, 120_000);
