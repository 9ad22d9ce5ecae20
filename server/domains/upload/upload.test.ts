import { request as httpRequest } from 'node:http';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { fileIdentity } from './identity.ts';
import {
  chunkRequest,
  digestsOf,
  sendChunk,
  sendFile,
  videoLike,
  worksWithoutPreparing,
  type SentFile,
} from './upload.fixtures.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const aFile = (sizeBytes = 5 * UNIT_BYTES + 12_345, name = `clip-${newId()}.mp4`): SentFile => ({
  id: newId(),
  name,
  profile: 'video',
  bytes: videoLike(sizeBytes),
});
const account = async (person = ana) =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved', 'size'])
    .where('scope', '=', person.scope)
    .executeTakeFirstOrThrow();
const received = async (file: SentFile, as = ana) =>
  (await server.call(`GET /mam/uploads/${file.id}`, undefined, { as })).body;
const original = (file: SentFile) => readFile(server.services.objects.path(`originals/${file.id}`)!);

describe('chunks of an upload', () => {
  test('UPL-007 UPL-042 UPL-044 chunks out of order and repeated make identical bytes; the last one returns the content id', async () => {
    const file = aFile();
    const later = await sendChunk(server, ana, file, { firstUnit: 3, units: 3 });
    expect(later).toEqual({ status: 200, body: { data: { received: 3 } } });
    expect(await received(file)).toEqual({ data: { received: [[3, 6]], length: file.bytes.length, contentId: null } });
    expect((await sendChunk(server, ana, file, { firstUnit: 3, units: 3 })).body.data).toEqual({ received: 3 });
    const last = await sendChunk(server, ana, file, { firstUnit: 0, units: 3 });
    expect(last).toEqual({ status: 200, body: { data: { contentId: file.id, filename: file.name } } });
    expect((await original(file)).equals(file.bytes)).toBe(true);
    expect(await received(file)).toEqual({
      data: { received: [[0, 6]], length: file.bytes.length, contentId: file.id },
    });
  });

  test('/metrics counts the bytes of each unit once', async () => {
    const counted = async () =>
      Number(/^sideline_uploaded_bytes_total (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
    const before = await counted();
    const file = aFile(2 * UNIT_BYTES + 12_345);
    await sendChunk(server, ana, file, { firstUnit: 0, units: 2 });
    await sendChunk(server, ana, file, { firstUnit: 0, units: 2 });
    await sendChunk(server, ana, file, { firstUnit: 2, units: 1 });
    expect((await counted()) - before).toBe(file.bytes.length);
  });

  test('all chunks at the same time make one content with identical bytes', async () => {
    const file = aFile(9 * UNIT_BYTES);
    const chunks = [0, 2, 4, 6, 8, 0, 4].map((firstUnit) => ({ firstUnit, units: Math.min(2, 9 - firstUnit) }));
    const answers = await Promise.all(chunks.map((chunk) => sendChunk(server, ana, file, chunk)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.some(({ body }) => body.data?.contentId === file.id)).toBe(true);
    expect((await original(file)).equals(file.bytes)).toBe(true);
  });

  test('finishing twice returns the same content id and makes no second content', async () => {
    const file = aFile(2 * UNIT_BYTES);
    const first = await sendFile(server, ana, file);
    const again = await sendFile(server, ana, file);
    expect(again).toEqual(first);
    const contents = await server.services.database.db
      .selectFrom('contents')
      .select(['id', 'sha256', 'origin_file_size'])
      .where('filename', 'like', `${file.name.slice(0, -4)}%`)
      .execute();
    const identity = fileIdentity(
      digestsOf(file.bytes).map((digest) => Buffer.from(digest, 'hex')),
      file.bytes.length,
    );
    expect(contents).toEqual([{ id: file.id, sha256: identity, origin_file_size: file.bytes.length }]);
  });

  test('a chunk that breaks off keeps its complete units, and the next continues after them', async () => {
    const file = aFile(4 * UNIT_BYTES);
    const { url, headers, body } = chunkRequest(server, ana, file, { firstUnit: 0, units: 4 });
    const sending = httpRequest(url, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(body.subarray(0, 2 * UNIT_BYTES + 300_000), () => sending.destroy());
    await expect.poll(() => received(file)).toMatchObject({ data: { received: [[0, 2]] } });
    const last = await sendChunk(server, ana, file, { firstUnit: 2, units: 2 });
    expect(last.body.data?.contentId).toBe(file.id);
    expect((await original(file)).equals(file.bytes)).toBe(true);
  });

  test('a flipped byte is refused with 409; the good units before it stay', async () => {
    const file = aFile(3 * UNIT_BYTES);
    const flipped = Buffer.from(file.bytes);
    flipped[2 * UNIT_BYTES + 7]! ^= 1;
    const refused = await sendChunk(server, ana, file, { firstUnit: 0, units: 3 }, { body: flipped });
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'upload.wrong_digest' }] } });
    expect((await received(file)).data.received).toEqual([[0, 2]]);
    expect((await sendChunk(server, ana, file, { firstUnit: 2, units: 1 })).body.data?.contentId).toBe(file.id);
    expect((await original(file)).equals(file.bytes)).toBe(true);
  });

  test('a server killed between moving the file into place and recording it: the next chunk finishes with the same bytes', async () => {
    const file = aFile(3 * UNIT_BYTES);
    await sendChunk(server, ana, file, { firstUnit: 0, units: 2 });
    // The file as the killed server left it: moved to the originals, all units on disk, nothing recorded.
    await server.services.objects.put(`originals/${file.id}`, file.bytes, { contentType: 'video/mp4' });
    await server.services.objects.discardUpload(file.id);
    expect((await sendChunk(server, ana, file, { firstUnit: 2, units: 1 })).body.data?.contentId).toBe(file.id);
    expect((await original(file)).equals(file.bytes)).toBe(true);
  });

  test('an upload that continues with another file is refused: other length, or other bytes of a unit that is there', async () => {
    const file = aFile(3 * UNIT_BYTES);
    await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
    const longer = { ...file, bytes: videoLike(4 * UNIT_BYTES) };
    expect((await sendChunk(server, ana, longer, { firstUnit: 1, units: 1 })).body.errors?.[0]?.code).toBe(
      'upload.other_length',
    );
    const other = { ...file, bytes: videoLike(3 * UNIT_BYTES) };
    expect((await sendChunk(server, ana, other, { firstUnit: 0, units: 1 })).body.errors?.[0]?.code).toBe(
      'upload.other_length',
    );
  });

  test('headers that do not fit the file or each other are refused as invalid', async () => {
    const file = aFile(3 * UNIT_BYTES);
    const digests = digestsOf(file.bytes);
    for (const options of [
      { digests: [] },
      { digests: [...digests, digests[0]!] },
      { digests: ['zz'] },
      { body: file.bytes.subarray(0, 100) },
    ]) {
      expect((await sendChunk(server, ana, file, { firstUnit: 0, units: 3 }, options)).body.errors?.[0]?.code).toBe(
        'request.invalid',
      );
    }
    expect((await received(file)).data.length).toBeNull();
  });

  test('UPL-042 UPL-045 the form of the specification, multipart with the fields inside, is accepted too', async () => {
    const file = aFile(2 * UNIT_BYTES);
    const { headers } = chunkRequest(server, ana, file, { firstUnit: 0, units: 2 });
    const form = new FormData();
    form.set('profile', 'video');
    form.set('gidFolder', '');
    form.set('chunks', '1');
    form.set('chunk', '0');
    form.set('callbackUrl', 'http://169.254.169.254/');
    form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
    const { 'Content-Type': _, 'Content-Length': __, ...rest } = headers;
    const answer = await fetch(`${server.url}/api/mam/ondemand`, { method: 'POST', headers: rest, body: form });
    expect(await answer.json()).toEqual({ data: { contentId: file.id, filename: file.name } });
    expect((await original(file)).equals(file.bytes)).toBe(true);
  });
});

describe('refused uploads', () => {
  test('UPL-033 text with a video’s extension is refused with the first unit, and its storage is freed', async () => {
    const file: SentFile = { ...aFile(2 * UNIT_BYTES), bytes: Buffer.alloc(2 * UNIT_BYTES, '#EXTM3U\n') };
    const before = await account();
    const refused = await sendChunk(server, ana, file, { firstUnit: 0, units: 2 });
    expect(refused).toMatchObject({
      status: 415,
      body: { errors: [{ code: 'upload.wrong_type', message: `File '${file.name}' is not a video` }] },
    });
    expect(await account()).toEqual(before);
    expect((await sendChunk(server, ana, file, { firstUnit: 1, units: 1 })).status).toBe(415);
  });

  test('UPL-030 UPL-036 a wrong extension is 415, a file above the server variable 413 with its value and unit', async () => {
    const wrong = { ...aFile(), name: 'clip.exe' };
    expect((await sendChunk(server, ana, wrong, { firstUnit: 0, units: 1 })).status).toBe(415);
    const huge = await sendChunk(
      server,
      ana,
      aFile(UNIT_BYTES, 'huge.mp4'),
      { firstUnit: 0, units: 1 },
      { lengthBytes: 500_000_001 },
    );
    expect(huge).toMatchObject({
      status: 413,
      body: { errors: [{ message: "The 'huge.mp4' file is to large. The maximum file size can't exceed 500MB." }] },
    });
  });

  test('F4 five uploads at once with room for three: no more is accepted than fits, and cancelling frees it', async () => {
    const eva = await server.addPerson({ isEducator: true });
    const size = 2 * UNIT_BYTES;
    await server.services.database.db
      .updateTable('storage_accounts')
      .set({ size: 3 * size + 1000 })
      .where('scope', '=', eva.scope)
      .execute();
    const files = Array.from({ length: 5 }, () => aFile(size));
    const answers = await Promise.all(files.map((file) => sendChunk(server, eva, file, { firstUnit: 0, units: 1 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    expect(
      answers
        .filter(({ status }) => status === 409)
        .every(({ body }) => body.errors?.[0]?.code === 'library.out_of_storage'),
    ).toBe(true);
    expect((await account(eva)).reserved).toBe(3 * size);

    const accepted = files.filter((_, index) => answers[index]!.status === 200);
    expect((await server.call(`DELETE /mam/uploads/${accepted[0]!.id}`, undefined, { as: eva })).status).toBe(204);
    expect((await account(eva)).reserved).toBe(2 * size);
    const refused = files.find((_, index) => answers[index]!.status === 409)!;
    expect((await sendChunk(server, eva, refused, { firstUnit: 0, units: 1 })).status).toBe(200);
  });

  test('another person’s upload and folder are refused like missing ones', async () => {
    const ben = await server.addPerson({ isEducator: true });
    const file = aFile(2 * UNIT_BYTES);
    await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
    expect((await sendChunk(server, ben, file, { firstUnit: 1, units: 1 })).status).toBe(404);
    expect((await server.call(`GET /mam/uploads/${file.id}`, undefined, { as: ben })).status).toBe(404);
    expect((await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ben })).status).toBe(404);
    const folderId = newId();
    await server.call('POST /library/folders', { id: folderId, title: 'Mine' }, { as: ana });
    expect((await sendChunk(server, ben, aFile(), { firstUnit: 0, units: 1 }, { folderId })).status).toBe(404);
    expect((await account(ben)).reserved).toBe(0);
  });

  test('UPL-059 a member who is not a creator may not upload', async () => {
    const member = await server.addPerson();
    expect((await sendChunk(server, member, aFile(), { firstUnit: 0, units: 1 })).status).toBe(403);
  });
});

describe('cancelling', () => {
  test('late chunks of a cancelled upload get 410; cancelling twice, or an unknown upload, succeeds', async () => {
    const file = aFile(3 * UNIT_BYTES);
    const before = await account();
    await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
    for (let time = 0; time < 2; time += 1)
      expect((await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ana })).status).toBe(204);
    expect(await account()).toEqual(before);
    expect((await sendChunk(server, ana, file, { firstUnit: 1, units: 1 })).body.errors?.[0]?.code).toBe('upload.gone');
    const never = aFile(UNIT_BYTES);
    expect((await server.call(`DELETE /mam/uploads/${never.id}`, undefined, { as: ana })).status).toBe(204);
    expect((await sendChunk(server, ana, never, { firstUnit: 0, units: 1 })).status).toBe(410);
  });

  test('UPL-026 after the last chunk cancelling deletes the content and frees its room', async () => {
    const file = aFile(UNIT_BYTES);
    const before = await account();
    await sendFile(server, ana, file);
    expect((await account()).reserved).toBe(before.reserved + UNIT_BYTES);
    await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ana });
    expect(await account()).toEqual(before);
    expect((await server.call(`GET /library/contents/${file.id}`, undefined, { as: ana })).status).toBe(404);
  });
});

describe('names and records', () => {
  test('LIB-036 UPL-039 a taken name is stored as a copy with the smallest free number', async () => {
    const names: (string | undefined)[] = [];
    for (let time = 0; time < 3; time += 1)
      names.push((await sendFile(server, ana, aFile(1000, 'Same Name.mp4'))).body.data?.filename);
    expect(names).toEqual(['Same Name.mp4', 'Same Name (1).mp4', 'Same Name (2).mp4']);
    const taken = await server.call('GET /library/contents/name-taken?contentName=same%20name.MP4', undefined, {
      as: ana,
    });
    expect(taken.body).toEqual({ contentNameTaken: true, suggestion: 'same name (3).MP4' });
  });

  test('UPL-048 UPL-049 a small PDF: record, signed address, bytes; the storage is reserved once and the address does not work for other people', async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(5000)}`);
    const id = newId();
    const before = await account();
    const record = {
      contentId: id,
      filename: 'plan.pdf',
      type: 'text',
      pagesCount: 1,
      fileSize: bytes.length,
      fileFormat: 'pdf',
      confirmToken: newId(),
    };
    const made = await server.call('POST /library/contents', record, { as: ana });
    expect(made).toMatchObject({ status: 200, body: { id, filename: 'plan.pdf', active: false } });
    expect((await server.call('POST /library/contents', record, { as: ana })).body.id).toBe(id);
    expect((await account()).reserved).toBe(before.reserved + bytes.length);
    const credentials = (await server.call(`POST /library/contents/${id}/upload-credentials`, {}, { as: ana })).body;
    expect(credentials.method).toBe('PUT');
    const put = (url: string, body: Buffer) =>
      fetch(server.url + url, { method: 'PUT', headers: credentials.headers, body: new Uint8Array(body) });
    expect(
      (
        await put(
          credentials.url.replace(/.$/, (c: string) => (c === 'A' ? 'B' : 'A')),
          bytes,
        )
      ).status,
    ).toBe(403);
    expect((await put(credentials.url, Buffer.concat([bytes, bytes]))).status).toBe(413);
    expect((await put(credentials.url, Buffer.alloc(bytes.length, 'a'))).status).toBe(415);
    expect((await put(credentials.url, bytes)).status).toBe(204);
    expect((await put(credentials.url, bytes)).status).toBe(204);
    server.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await put(credentials.url, bytes)).status).toBe(410);
    server.setNow(new Date());
    expect((await readFile(server.services.objects.path(`originals/${id}`)!)).equals(bytes)).toBe(true);
    expect((await server.call(`GET /library/contents/${id}/active-status`, undefined, { as: ana })).body).toEqual({
      status: 'pending',
    });
  });

  test('a larger PDF is sent in chunks to the record that was made first', async () => {
    const bytes = Buffer.alloc(4 * UNIT_BYTES, 7);
    bytes.write('%PDF-1.4\n');
    const file: SentFile = { id: newId(), name: 'book.pdf', profile: 'text', bytes };
    const before = await account();
    await server.call(
      'POST /library/contents',
      { contentId: file.id, filename: 'book.pdf', type: 'text', fileSize: bytes.length },
      { as: ana },
    );
    expect((await server.call(`POST /library/contents/${file.id}/upload-credentials`, {}, { as: ana })).body.url).toBe(
      '/api/mam/ondemand',
    );
    const last = await sendFile(server, ana, file);
    expect(last.body.data).toEqual({ contentId: file.id, filename: 'book.pdf' });
    expect((await account()).reserved).toBe(before.reserved + bytes.length);
    expect((await original(file)).equals(bytes)).toBe(true);
  });
});

describe('room', () => {
  test('an upload reserves nothing before its first unit is stored', async () => {
    const eva = await server.addPerson({ isEducator: true });
    for (let index = 0; index < 8; index += 1) {
      const { url, headers } = chunkRequest(
        server,
        eva,
        aFile(),
        { firstUnit: 0, units: 1 },
        { lengthBytes: 499_000_000 },
      );
      const sending = httpRequest(url, { method: 'POST', headers, agent: false });
      sending.on('error', () => {});
      sending.write('x', () => sending.destroy());
    }
    const wrong = await sendChunk(
      server,
      eva,
      aFile(UNIT_BYTES),
      { firstUnit: 0, units: 1 },
      { digests: ['0'.repeat(64)] },
    );
    expect(wrong.body.errors?.[0]?.code).toBe('upload.wrong_digest');
    expect((await sendChunk(server, eva, aFile(2 * UNIT_BYTES), { firstUnit: 0, units: 1 })).status).toBe(200);
    expect((await account(eva)).reserved).toBe(2 * UNIT_BYTES);
  });

  test('what is reserved is shown, and the uploads that hold it can be listed and cancelled', async () => {
    const eva = await server.addPerson({ isEducator: true });
    const file = aFile(3 * UNIT_BYTES + 5, 'match.mp4');
    await sendChunk(server, eva, file, { firstUnit: 1, units: 2 });
    const storage = async () => (await server.call('GET /library/storage', undefined, { as: eva })).body;
    const list = async (as = eva) => (await server.call('GET /mam/uploads', undefined, { as })).body.results;
    expect(await storage()).toEqual({ storageUsed: 0, storageSize: 4e9, storageReserved: file.bytes.length });
    expect(await list()).toEqual([
      {
        uploadId: file.id,
        fileName: 'match.mp4',
        length: file.bytes.length,
        received: 2 * UNIT_BYTES,
        isReserved: true,
        lastPartAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect((await list(ana)).some(({ uploadId }: { uploadId: string }) => uploadId === file.id)).toBe(false);
    await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: eva });
    expect([await list(), (await storage()).storageReserved]).toEqual([[], 0]);
  });
});
