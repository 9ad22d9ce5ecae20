import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { decode, H264, mediaFolder, picture, tone } from '#server/adapters/media/media.fixtures.ts';
import { sendChunk, sendFile, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let ana: TestPerson;
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(jobWorks(server.services));
  ana = await server.addPerson({ isEducator: true });
});
afterAll(async () => {
  await folder.remove();
  await server.close();
});

const content = async (id: string) => (await server.call(`GET /library/contents/${id}`, undefined, { as: ana })).body;
const account = () =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirst();
const stored = (key: string) => server.services.objects.path(key)!;

/** A clip as browsers record it: Matroska without a length. */
const clip = async (seconds: number, size = '320x180', sound = true): Promise<Buffer> => {
  const name = `clip-${seconds}-${size}-${sound}.mkv`;
  const source = [...picture(size, seconds, 30), ...(sound ? tone(seconds) : [])];
  const codecs = [...H264, '-b:v', '6M', '-minrate', '6M', '-x264-params', 'nal-hrd=cbr', '-c:a', 'libopus'];
  return readFile(await folder.make(name, [...source, ...codecs, '-live', '1']));
};
const recording = (clips: readonly Buffer[]): { file: SentFile; starts: number[] } => {
  const starts = clips.map((_, index) => clips.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  return {
    file: { id: newId(), name: 'Recording.webm', profile: 'video', bytes: Buffer.concat(clips) },
    starts,
  };
};
const unitsOf = ({ bytes }: SentFile) => Math.ceil(bytes.length / UNIT_BYTES);
const finish = ({ file, starts }: ReturnType<typeof recording>, firstUnit = 0) =>
  sendChunk(
    server,
    ana,
    file,
    { firstUnit, units: unitsOf(file) - firstUnit },
    { recorded: { bytes: file.bytes.length, clips: starts } },
  );
const prepared = async (id: string) => {
  await expect.poll(async () => (await content(id)).encodingStatus, { timeout: 60_000, interval: 200 }).toBe(4);
  return content(id);
};

test('a recording is sent while it is made: its room grows with it, and it becomes an item only once it has ended', async () => {
  const { file, starts } = recording([await clip(6, '640x360')]);
  expect(unitsOf(file)).toBeGreaterThan(3);
  for (const [firstUnit, units] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const bytes = (firstUnit + units) * UNIT_BYTES;
    const { status, body } = await sendChunk(server, ana, file, { firstUnit, units }, { recorded: { bytes } });
    expect([status, body.data]).toEqual([200, { received: firstUnit + units }]);
    expect((await account())!.reserved).toBe(bytes);
  }
  // The answer was lost, and the same part is sent again.
  const again = await sendChunk(server, ana, file, { firstUnit: 1, units: 2 }, { recorded: { bytes: 3 * UNIT_BYTES } });
  expect(again.body.data).toEqual({ received: 3 });
  const { body } = await finish({ file, starts }, 3);
  expect(body.data).toMatchObject({ contentId: file.id, filename: 'Recording.webm' });
  expect((await prepared(file.id)).duration).toBeCloseTo(6, 0);
  expect(await readFile(stored(`originals/${file.id}`))).toEqual(file.bytes);
}, 120_000);

test('an older server refuses a part of a recording, and nobody ends another person’s', async () => {
  const { file, starts } = recording([await clip(6, '640x360')]);
  const part = { firstUnit: 0, units: 1 };
  await sendChunk(server, ana, file, part, { recorded: { bytes: UNIT_BYTES } });
  // What is announced never shrinks, and clips lie in the recording.
  for (const clips of [[1], [0, file.bytes.length], [0, 9, 9]])
    expect((await sendChunk(server, ana, file, part, { recorded: { bytes: file.bytes.length, clips } })).status).toBe(
      400,
    );
  const bea = await server.addPerson({ isEducator: true });
  const { bytes } = file;
  expect((await sendChunk(server, bea, file, part, { recorded: { bytes: bytes.length, clips: starts } })).status).toBe(
    404,
  );
  expect((await content(file.id)).id).toBeUndefined();
});

test('several clips become one item, alike or not; a clip that broke off in its first instant is left out', async () => {
  const alike = recording([await clip(2), await clip(1)]);
  await finish(alike);
  const other = recording([await clip(1), Buffer.from('1a45dfa3', 'hex'), await clip(1, '180x320', false)]);
  await finish(other);
  expect((await prepared(alike.file.id)).duration).toBeCloseTo(3, 0);
  expect((await prepared(other.file.id)).duration).toBeCloseTo(2, 0);
  const joined = decode(stored(`recordings/${alike.file.id}`));
  expect(Math.abs(joined.frames - 3 * 30)).toBeLessThanOrEqual(3);
  // The clips are gone, and what the joined files take is what is counted.
  await expect.poll(() => server.services.objects.stat(`originals/${alike.file.id}`)).toBeNull();
  const sizes = await server.services.database.db
    .selectFrom('contents')
    .select('origin_file_size')
    .where('scope', '=', ana.scope)
    .execute();
  expect((await account())!.used).toBe(sizes.reduce((sum, row) => sum + row.origin_file_size, 0));
}, 120_000);

test('clips are joined whole, whatever a browser that is short of computing power has made of them', async () => {
  const codecs = [...H264, '-bf', '0', '-g', '30', '-c:a', 'libopus', '-live', '1'];
  const made = async (name: string, args: string[]) => readFile(await folder.make(`${name}.mkv`, [...args, ...codecs]));
  // Tracks are written in the order in which their first bytes came.
  const soundFirst = await made('sound-first', [
    ...picture('320x180', 2, 30),
    ...tone(2),
    '-map',
    '1:a',
    '-map',
    '0:v',
  ]);
  // The picture stops, and the sound goes on.
  const stopped = await made('stopped', [...picture('320x180', 0.2, 30), ...tone(2)]);
  // The first frames come together: their rate is a thousand a second.
  const together = ['-vf', 'settb=1/1000,setpts=N', '-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
  const bunched = await made('bunched', [...picture('320x180', 0.2, 30), ...tone(2), ...together]);
  const oneFrame = await made('one-frame', [...picture('320x180', 1, 1), ...tone(2)]);

  const orders = [[await clip(2), soundFirst, stopped], [bunched, oneFrame], [oneFrame]].map(recording);
  for (const each of orders) await finish(each);
  for (const { file, starts } of orders)
    expect((await prepared(file.id)).duration, `${starts.length} clips`).toBeCloseTo(2 * starts.length, 0);
}, 120_000);

test('clips that are not joined are never stored as the equal file of a plain one, and replace no file', async () => {
  const { file, starts } = recording([await clip(1), await clip(2)]);
  const plain: SentFile = { ...file, id: newId(), name: 'Plain.webm' };
  await finish({ file, starts });
  await sendFile(server, ana, plain);
  const keyOf = async (id: string) =>
    await server.services.database.db
      .selectFrom('contents')
      .select(['object_key', 'media_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await prepared(file.id);
  await prepared(plain.id);
  expect(await keyOf(plain.id)).toEqual({ object_key: `originals/${plain.id}`, media_key: `media/${plain.id}` });
  expect(await keyOf(file.id)).toEqual({ object_key: `recordings/${file.id}`, media_key: `media/${file.id}` });
  // A recording after the plain file is not joined to it either.
  const again = { file: { ...file, id: newId() }, starts };
  await finish(again);
  await prepared(again.file.id);
  expect((await keyOf(again.file.id)).object_key).toBe(`recordings/${again.file.id}`);

  const other = { ...file, id: newId() };
  const options = { recorded: { bytes: file.bytes.length, clips: starts }, replaces: plain.id };
  expect((await sendChunk(server, ana, other, { firstUnit: 0, units: unitsOf(file) }, options)).status).toBe(400);
}, 120_000);
