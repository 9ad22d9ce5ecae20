import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { sendFile, videoLike, worksWithoutPreparing } from '#server/domains/upload/upload.fixtures.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
});
beforeEach(async () => {
  ana = await server.addPerson({ isEducator: true });
  ben = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const { call } = { call: (...args: Parameters<TestServer['call']>) => server.call(...args) };
const upload = async (name: string, as = ana, folderId?: string, sizeBytes = 2000): Promise<string> => {
  const file = { id: newId(), name, profile: 'video' as const, bytes: videoLike(sizeBytes) };
  expect((await sendFile(server, as, file, folderId ? { folderId } : {})).status).toBe(200);
  return file.id;
};
/** Marks a content as ready, as its preparation would. */
const prepared = async (id: string): Promise<void> => {
  const { db } = server.services.database;
  await db
    .updateTable('contents')
    .set({
      active: true,
      approved: true,
      review_status: 'approved',
      encoding_status: 4,
      is_reserved: false,
      media_key: `media/${id}`,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('storage_accounts')
    .set((eb) => ({ reserved: eb('reserved', '-', 2000), used: eb('used', '+', 2000) }))
    .where('scope', '=', ana.scope)
    .execute();
};
const account = () =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirstOrThrow();
const list = async (query: string, as = ana) => (await call(`GET /library/contents?${query}`, undefined, { as })).body;
const filenames = (body: { results: { filename: string }[] }) => body.results.map(({ filename }) => filename);

/** Source: LIB-018. */
const ITEM_FIELDS =
  'id contentId title filename type thumbnail duration fileSize originFileSize createdAt isPublished category active approved published'.split(
    ' ',
  );

describe('contents', () => {
  test('LIB-042 LIB-071 the list is searched, filtered, sorted and paged, and shows only the own scope', async () => {
    for (const name of ['b.mp4', 'A.mp4', '100%_c.mp4']) await upload(name);
    await upload('other.mp4', ben);
    expect(filenames(await list('sort=oldest'))).toEqual(['b.mp4', 'A.mp4', '100%_c.mp4']);
    expect(filenames(await list('sort=a_z'))).toEqual(['100%_c.mp4', 'A.mp4', 'b.mp4']);
    expect(filenames(await list('sort=z_a'))).toEqual(['b.mp4', 'A.mp4', '100%_c.mp4']);
    expect(filenames(await list('search=%25_'))).toEqual(['100%_c.mp4']);
    expect(await list('type=audio')).toEqual({ count: 0, results: [] });
    expect(await list('page=2')).toEqual({ count: 3, results: [] });
    expect((await list('filter=on_channel')).count).toBe(0);
    expect((await list('filter=in_library')).count).toBe(3);
    expect((await call('GET /library/contents', undefined, { as: await server.addPerson() })).status).toBe(403);
  });

  test('LIB-018 a row of the list has the facts of the file and of its publication, and no address', async () => {
    await upload('first.mp4');
    const [row] = (await list('')).results;
    expect(Object.keys(row)).toEqual(expect.arrayContaining(ITEM_FIELDS));
    expect(row).not.toHaveProperty('url');
  });

  test('LIB-032 LIB-037 LIB-039 renaming keeps the extension and refuses a taken name', async () => {
    const id = await upload('first.mp4');
    await upload('second.mp4');
    const renamed = await call(`PUT /library/contents/${id}/rename`, { filename: 'Third' }, { as: ana });
    expect(renamed.body).toMatchObject({ filename: 'Third.mp4', title: 'Third' });
    expect(
      (await call(`PUT /library/contents/${id}/rename`, { filename: 'SECOND' }, { as: ana })).body.errors[0].code,
    ).toBe('library.name_taken');
    expect((await call(`PUT /library/contents/${id}/rename`, { filename: 'a/b' }, { as: ana })).status).toBe(400);
    expect((await call(`PUT /library/contents/${id}/rename`, { filename: 'mine' }, { as: ben })).status).toBe(404);
  });

  test('LIB-028 LIB-038 LIB-040 LIB-041 STO-010 a copy has its own name and room and the same bytes, which stay until both are deleted', async () => {
    const id = await upload('match.mp4');
    expect(
      (await call(`POST /library/contents/${id}/duplicate`, { copyId: newId() }, { as: ana })).body.errors[0].code,
    ).toBe('library.not_ready');
    await prepared(id);
    const copyId = newId();
    const copy = await call(`POST /library/contents/${id}/duplicate`, { copyId }, { as: ana });
    expect(copy.body).toMatchObject({
      id: copyId,
      filename: 'match (1).mp4',
      title: 'match (1)',
      isPublished: false,
      approved: true,
    });
    expect(await account()).toEqual({ used: 4000, reserved: 0 });
    expect((await call('GET /library/storage', undefined, { as: ana })).body).toEqual({
      storageUsed: 4000,
      storageReserved: 0,
      storageSize: 4_000_000_000,
    });
    const original = () => server.services.objects.stat(`originals/${id}`);
    await call(`DELETE /library/contents/video/${id}`, undefined, { as: ana });
    const download = await fetch(`${server.url}/api/library/contents/${copyId}/download`, {
      headers: { Authorization: `Bearer ${ana.token}` },
    });
    expect((await download.arrayBuffer()).byteLength).toBe(2000);
    expect(await original()).not.toBeNull();
    await call(`DELETE /library/contents/video/${copyId}`, undefined, { as: ana });
    await expect.poll(original).toBeNull();
    expect(await account()).toEqual({ used: 0, reserved: 0 });
  });

  test('LIB-028 a copy without room is refused', async () => {
    const id = await upload('match.mp4');
    await prepared(id);
    await server.services.database.db
      .updateTable('storage_accounts')
      .set({ size: 3000 })
      .where('scope', '=', ana.scope)
      .execute();
    expect(
      (await call(`POST /library/contents/${id}/duplicate`, { copyId: newId() }, { as: ana })).body.errors[0].code,
    ).toBe('library.out_of_storage');
  });

  test('LIB-027 deleting frees the storage, skips missing contents, and changes nothing of other people', async () => {
    const mine = await upload('mine.mp4');
    const others = await upload('others.mp4', ben);
    const gone = await call(
      'POST /library/contents/delete',
      { items: [mine, others, newId()].map((id) => ({ type: 'video', id })) },
      { as: ana },
    );
    expect(gone.status).toBe(204);
    expect(await account()).toEqual({ used: 0, reserved: 0 });
    expect((await list('', ben)).count).toBe(1);
    expect((await call(`DELETE /library/contents/video/${others}`, undefined, { as: ana })).status).toBe(404);
    expect((await call('GET /library/storage', undefined, { as: ana })).body).toEqual({
      storageUsed: 0,
      storageSize: 4_000_000_000,
      storageReserved: 0,
    });
  });

  test('a download has its length and its name, in any script', async () => {
    const id = await upload('Übung "eins".mp4');
    const answer = await fetch(`${server.url}/api/library/contents/${id}/download`, {
      headers: { Authorization: `Bearer ${ana.token}` },
    });
    expect(answer.headers.get('content-length')).toBe('2000');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_bung _eins_.mp4"; filename*=UTF-8''%C3%9Cbung%20_eins_.mp4`,
    );
    expect((await answer.arrayBuffer()).byteLength).toBe(2000);
  });
});

describe('folders', () => {
  test('LIB-031 LIB-046 SYS-009 a folder title is unique, ignoring case; creating it again with the same id succeeds', async () => {
    const id = newId();
    const made = await call('POST /library/folders', { id, title: ' Serve ' }, { as: ana });
    expect(made.body).toMatchObject({ id, title: 'Serve', scope: ana.scope });
    expect((await call('POST /library/folders', { id, title: 'Serve' }, { as: ana })).body).toEqual(made.body);
    const taken = await call('POST /library/folders', { id: newId(), title: 'serve' }, { as: ana });
    const alike = await call('POST /library/folders', { id: newId(), title: 'Ser\u200bve\u202e' }, { as: ana });
    expect(alike).toMatchObject({ status: 409, body: { errors: [{ message: 'Serve already exists' }] } });
    expect(taken).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'library.folder_taken', message: 'serve already exists', field: 'title' }] },
    });
    expect((await call('POST /library/folders', { id: newId(), title: 'Serve' }, { as: ben })).status).toBe(200);
    expect(
      (await call('POST /library/folders', { id: newId(), title: '   ' }, { as: ana })).body.errors[0].message,
    ).toBe('Folder name is required');
  });

  test('LIB-021 LIB-044 LIB-045 LIB-049 LIB-050 LIB-051 LIB-069 contents move between folders, are counted, and are deleted with all of a folder', async () => {
    const [one, two] = [newId(), newId()];
    await call('POST /library/folders', { id: one, title: 'One' }, { as: ana });
    await call('POST /library/folders', { id: two, title: 'Two' }, { as: ana });
    const inside = await upload('inside.mp4', ana, one);
    const moved = await upload('moved.mp4');
    await call('POST /library/folders/move-contents', { folderId: one, contentIds: [moved] }, { as: ana });
    expect((await call(`GET /library/folders/${one}`, undefined, { as: ana })).body).toMatchObject({
      title: 'One',
      videoCount: 2,
      audioCount: 0,
      textCount: 0,
      totalContentSize: 4000,
    });
    await call('POST /library/folders/move-all', { folderId: one, destinationFolderId: two }, { as: ana });
    expect((await list(`folder_id=${two}`)).count).toBe(2);
    expect(
      (await call('POST /library/folders/move-contents', { folderId: two, contentIds: [inside] }, { as: ben })).status,
    ).toBe(404);
    expect((await call(`DELETE /library/folders/${two}/contents`, undefined, { as: ana })).status).toBe(204);
    expect((await list('')).count).toBe(0);
    expect((await call('GET /library/folders?page=1', undefined, { as: ana })).body).toMatchObject({
      count: 2,
      results: [{ title: 'Two' }, { title: 'One' }],
    });
    expect((await call('GET /library/folders?page=2', undefined, { as: ana })).body).toEqual({ count: 2, results: [] });
  });

  test('LIB-048 a deleted folder leaves its contents in the root', async () => {
    const id = newId();
    await call('POST /library/folders', { id, title: 'Old' }, { as: ana });
    const contentId = await upload('kept.mp4', ana, id);
    expect((await call(`DELETE /library/folders/${id}`, undefined, { as: ana })).status).toBe(204);
    expect((await call(`GET /library/contents/${contentId}`, undefined, { as: ana })).body.folderId).toBeNull();
  });
});

describe('tag groups', () => {
  const items = [{ id: newId(), name: 'serve', position: 0 }];
  test('LIB-022 LIB-052 LIB-053 LIB-054 groups are made, refused when taken, changed, reordered and deleted', async () => {
    const ids = [newId(), newId(), newId()];
    for (const [index, id] of ids.entries()) {
      expect(
        (
          await call(
            'POST /library/tag-profiles',
            { id, title: `Group ${index}`, tagProfileItems: items, sportName: 'Tennis' },
            { as: ana },
          )
        ).body,
      ).toMatchObject({ id, position: index, tagProfileItems: items });
    }
    expect(
      (await call('POST /library/tag-profiles', { id: newId(), title: 'group 1', tagProfileItems: items }, { as: ana }))
        .body.errors[0].code,
    ).toBe('library.tag_profile_taken');
    expect(
      (
        await call(
          `PUT /library/tag-profiles/${ids[0]}`,
          { title: 'Renamed', tagProfileItems: items, sportName: null },
          { as: ana },
        )
      ).body,
    ).toMatchObject({ title: 'Renamed', sportName: null });
    expect((await call('PUT /library/tag-profiles/reorder', [ids[2], ids[0]], { as: ana })).status).toBe(204);
    const titles = async () =>
      (await call('GET /library/tag-profiles', undefined, { as: ana })).body.results.map(
        (row: { title: string }) => row.title,
      );
    expect(await titles()).toEqual(['Group 2', 'Renamed', 'Group 1']);
    expect((await call('GET /library/tag-profiles', undefined, { as: ana })).body).toMatchObject({
      count: 3,
      results: [{ id: ids[2], title: 'Group 2', tagProfileItems: items, sportName: 'Tennis' }, {}, {}],
    });
    expect((await call('GET /library/tag-profiles', undefined, { as: ben })).body).toEqual({ count: 0, results: [] });
    expect((await call(`DELETE /library/tag-profiles/${ids[1]}`, undefined, { as: ben })).status).toBe(404);
    expect((await call(`DELETE /library/tag-profiles/${ids[1]}`, undefined, { as: ana })).status).toBe(204);
    expect(await titles()).toEqual(['Group 2', 'Renamed']);
  });
});
