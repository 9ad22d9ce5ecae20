import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { sendChunk, videoLike, type SentFile } from './upload.fixtures.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

test('UPL-034 each kind has the server variable of its own as its limit, with the value and unit that it has now', async () => {
  const { db } = server.services.database;
  const setLimit = (name: string, value: number, unit: string) =>
    db.insertInto('variables').values({ name, value, unit }).execute();
  const refusalOf = async (name: string, profile: SentFile['profile'], lengthBytes: number) => {
    const file = { id: newId(), name, profile, bytes: videoLike(UNIT_BYTES) };
    const { status, body } = await sendChunk(server, ana, file, { firstUnit: 0, units: 1 }, { lengthBytes });
    return [status, body.errors?.[0]?.message];
  };
  await setLimit('MAX_VIDEO_AND_AUDIO_CONTENT_SIZE', 3, 'MB');
  await setLimit('MAX_TEXT_CONTENT_SIZE', 2_000, 'KB');
  const tooLarge = (name: string, most: string) => [
    413,
    `The '${name}' file is to large. The maximum file size can't exceed ${most}.`,
  ];
  expect(await refusalOf('a.mp4', 'video', 3_000_001)).toEqual(tooLarge('a.mp4', '3MB'));
  expect(await refusalOf('a.mp3', 'audio', 3_000_001)).toEqual(tooLarge('a.mp3', '3MB'));
  expect(await refusalOf('a.pdf', 'text', 2_000_001)).toEqual(tooLarge('a.pdf', '2000KB'));
  expect(await refusalOf('a.mp4', 'video', 3_000_000)).toEqual([200, undefined]);
});
