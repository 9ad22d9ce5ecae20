import { loadImage } from '@napi-rs/canvas';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { PICTURES } from '#server/calls/bounds.ts';
import { serveMedia } from '#server/http/media.ts';
import { handlers } from '#server/handlers.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { animatedPngFile, pictureFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { PICTURES_QUOTA_BYTES, pictureUrl } from './index.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia] });
  await seedReference(server.services.database.db);
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = async (bytes: Buffer, hash = sha256(bytes), as = ana) => {
  const answer = await fetch(`${server.url}/api/files/${hash}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: await answer.json() };
};

test('a picture is stored once, under a separate address for every scope, and served upright as JPEG', async () => {
  const bytes = await readFile(await pictureFile('png', 320, 200));
  const first = await put(bytes);
  expect(first).toMatchObject({
    status: 200,
    body: { sha256: sha256(bytes), url: expect.stringMatching(/^\/pictures\/[\w-]{32}\.jpg$/) },
  });
  expect(await put(bytes)).toEqual(first);
  const ben = await server.addPerson();
  const other = await put(bytes, undefined, ben);
  expect(other.body.url).not.toBe(first.body.url);
  const shown = await fetch(server.url + first.body.url);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(1000);

  const { db } = server.services.database;
  expect(await pictureUrl(db, ana.scope, sha256(bytes))).toBe(first.body.url);
  expect(await pictureUrl(db, ana.scope, first.body.url)).toBe(first.body.url);
  await expect(pictureUrl(db, ana.scope, other.body.url)).rejects.toMatchObject({ code: 'file.missing' });
  await expect(pictureUrl(db, ana.scope, 'f'.repeat(64))).rejects.toMatchObject({ code: 'file.missing' });
});

test('few pictures are made at once: where all places are taken and as many wait as may, one more is refused until one ends', async () => {
  const bytes = await readFile(await pictureFile('png', 300, 200));
  const { pictures } = server.services.bounds;
  const taken = await Promise.all(Array.from({ length: PICTURES.places }, () => pictures.take('all')));
  const waiting = Array.from({ length: PICTURES.waitingMax }, () => pictures.take('all'));
  expect(await put(bytes)).toMatchObject({ status: 503, body: { errors: [{ code: 'server.busy' }] } });
  for (const leave of taken) leave();
  for (const place of waiting) (await place)();
  expect((await put(bytes)).status).toBe(200);
});

test('one person has one picture in work: their next one waits, another person’s does not', async () => {
  const [ben, cleo] = [await server.addPerson(), await server.addPerson()];
  const leave = await server.services.bounds.picturesOfPerson.take(ben.userId);
  const bytes = await readFile(await pictureFile('png', 310, 200));
  let isOwnDone = false;
  const own = put(bytes, undefined, ben).finally(() => (isOwnDone = true));
  expect((await put(bytes, undefined, cleo)).status).toBe(200);
  expect(isOwnDone).toBe(false);
  leave();
  expect((await own).status).toBe(200);
});

test('new pictures of one person are limited by hour and day, and those of a scope by bytes; one sent again is not counted', async () => {
  const dan = await server.addPerson({ isEducator: true });
  const { pool } = server.services.database;
  const picture = async (widthPx: number) => readFile(await pictureFile('png', widthPx, 200));
  const first = await picture(320);
  expect((await put(first, undefined, dan)).status).toBe(200);
  const tokens = async (kind: string, value: number) =>
    pool.query('update rate_limits set tokens = $2, refilled_at = now() where key = $1', [
      `pictures:${kind}:${dan.userId}`,
      value,
    ]);
  for (const kind of ['hour', 'day']) {
    await tokens(kind, 0);
    expect(await put(await picture(324), undefined, dan)).toMatchObject({
      status: 429,
      body: { errors: [{ code: 'request.too_often' }] },
    });
    expect((await put(first, undefined, dan)).status).toBe(200);
    await tokens(kind, 50);
  }
  await pool.query(
    `insert into files (scope, sha256, picture, content_type, size, width, height) values ($1, $2, '/pictures/large.jpg', 'image/jpeg', $3, 1, 1)`,
    [dan.scope, 'e'.repeat(64), PICTURES_QUOTA_BYTES],
  );
  expect(await put(await picture(328), undefined, dan)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'library.out_of_storage' }] },
  });
  expect((await put(first, undefined, dan)).status).toBe(200);
  await pool.query('delete from files where sha256 = $1', ['e'.repeat(64)]);
});

test('a wrong hash, a file that is not a picture, a broken picture and one above 10 MB are refused', async () => {
  const bytes = await readFile(await pictureFile('jpg', 320, 200));
  expect((await put(bytes, 'a'.repeat(64))).body.errors[0].code).toBe('file.wrong_digest');
  expect((await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.errors[0].code).toBe(
    'file.not_a_picture',
  );
  expect((await put(Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(50)]))).body.errors[0].code).toBe(
    'file.not_a_picture',
  );
  expect((await put(Buffer.alloc(10_000_001))).status).toBe(413);
  const large = await readFile(await pictureFile('png', 32, 20));
  large.writeUInt32BE(9_990, 16);
  large.writeUInt32BE(9_990, 20);
  expect((await put(large)).body.errors[0].code).toBe('file.too_many_pixels');
});

/** A JPEG as phones make them: with the place in EXIF and XMP, the camera's name, and a comment. */
const withPlace = (jpeg: Buffer): Buffer => {
  const segment = (marker: number, body: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const gps = Buffer.alloc(104);
  gps.write('MM\0*\0\0\0\b', 0, 'latin1');
  // One entry of the first directory points to that of the place, which has the latitude 47° 22' 30" N.
  for (const [at, value] of [
    [8, 0x0001_8825],
    [12, 0x0004_0000],
    [16, 0x0001_0000],
    [20, 0x001a_0000],
  ] as const)
    gps.writeUInt32BE(value, at);
  gps.write('\0\x02\0\x01\0\x02\0\0\0\x02N\0\0\0\0\x02\0\x05\0\0\0\x03\0\0\0\x38', 26, 'latin1');
  [47, 1, 22, 1, 30, 1].forEach((value, index) => gps.writeUInt32BE(value, 56 + 4 * index));
  gps.write('SecretCam', 88);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), gps])),
    segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="47,22.5N"/>', 'latin1')),
    segment(0xfe, Buffer.from('Taken at 47.375 N')),
    jpeg.subarray(2),
  ]);
};
/** Puts a chunk right after the header of a PNG. */
const withChunk = (png: Buffer, type: string, text: string): Buffer => {
  const body = Buffer.from(type + text, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(text.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, check, png.subarray(33)]);
};

/** Markers of a JPEG's segments, in order. */
const markersOf = (jpeg: Buffer): number[] => {
  const markers: number[] = [];
  for (let at = 2; jpeg[at] === 0xff && markers.at(-1) !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    markers.push(jpeg[at + 1]!);
  return markers;
};
/** JFIF, tables and frames, the scan, and the encoder's own comment. */
const PLAIN_MARKERS = [0xe0, 0xfe, 0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xda];

describe('photos as phones make them', () => {
  const storedBytes = async (url: string) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer());
  /** Stores a picture and shows it as the person's photo and as the logo of a new channel. @returns Its stored bytes. */
  const shownEverywhere = async (picture: Buffer): Promise<Buffer> => {
    const { db } = server.services.database;
    const { profileId } = (await server.call('GET /users/me', undefined, { as: ana })).body;
    const { url } = (await put(picture)).body;
    const info = await server.call(
      `PUT /${ana.userId}/profiles/sports/${profileId}/personal-info`,
      { userPhoto: sha256(picture) },
      { as: ana },
    );
    const [id, communityId] = [newId(), newId()];
    await db.insertInto('communities').values({ id: communityId, scope: ana.scope, sport_id: 'soccer' }).execute();
    const cover = await readFile(await pictureFile('jpg', 1372, 392));
    await put(cover);
    const channel = await server.call(
      'POST /channels/create',
      { id, communityId, name: `Club ${id.slice(-8)}`, logoImage: sha256(picture), coverImage: sha256(cover) },
      { as: ana },
    );
    expect([info.body.userPhoto, channel.status]).toEqual([url, 200]);
    const { logo_image: logo } = await db
      .selectFrom('channels')
      .select('logo_image')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(logo).toBe(url);
    return storedBytes(url);
  };

  test('a place is in none of the stored bytes, from JPG or PNG', async () => {
    const jpg = withPlace(await readFile(await pictureFile('jpg', 400, 400)));
    const png = await readFile(await pictureFile('png', 400, 400));
    const tagged = withChunk(withChunk(png, 'tEXt', 'Comment\0Taken at 47.375 N'), 'eXIf', 'MM\0*\0\0\0\bSecretCam');
    for (const picture of [jpg, tagged]) {
      const stored = await shownEverywhere(picture);
      expect(stored.toString('latin1')).not.toMatch(/Exif|GPS|xap|SecretCam|47\.375/);
      expect(markersOf(stored).filter((marker) => !PLAIN_MARKERS.includes(marker))).toEqual([]);
      expect(markersOf(stored)).toContain(0xda);
    }
  });

  test('one of 40 megapixels is stored as wide as a screen needs', async () => {
    const stored = await shownEverywhere(await readFile(await pictureFile('jpg', 7304, 5480)));
    const { width, height } = await loadImage(stored);
    expect([width, height]).toEqual([2744, 2059]);
  });

  test('of an animated PNG the first frame is stored; animated GIF and WebP are refused', async () => {
    const apng = await readFile(await animatedPngFile());
    expect(apng.includes('acTL')).toBe(true);
    const stored = await shownEverywhere(apng);
    expect(stored.includes('acTL')).toBe(false);
    expect((await loadImage(stored)).width).toBe(400);
    const gif = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
    const webp = Buffer.from('RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM', 'latin1');
    for (const picture of [gif, webp]) expect((await put(picture)).body.errors[0].code).toBe('file.not_a_picture');
  });
});
