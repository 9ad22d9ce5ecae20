import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CAPTION_LANGUAGES_MAX, CAPTIONS_MAX_BYTES, CUES_MAX_BYTES } from '#contract/captions-cues.ts';
import { newId } from '#contract/ids.ts';
import { startCommunity, type TestCommunity } from '#server/domains/channels/channels.fixtures.ts';
import { findPreparing, finishPreparing } from '../library/index.ts';
import type { TestPerson } from '#tests/support/server.ts';

let world: TestCommunity;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  world = await startCommunity();
});
beforeEach(async () => {
  ana = await world.server.addPerson({ isEducator: true });
  ben = await world.server.addPerson({ isEducator: true });
});
afterAll(() => world.server.close());

const call = (line: string, body?: unknown, as = ana) => world.server.call(line, body, { as });
const cue = (startMs: number, text: string, endMs = startMs + 1_000) => ({ startMs, endMs, text });
const save = (id: string, cues: unknown[], language = 'en', as = ana) =>
  call(`PUT /library/contents/${id}/captions/${language}`, { cues }, as);
const read = async (id: string, as = ana) => (await call(`GET /library/contents/${id}/captions`, undefined, as)).body;
const find = async (search: string, as = ana): Promise<string[]> =>
  (await call(`GET /library/captions?search=${encodeURIComponent(search)}`, undefined, as)).body.contentIds;
const codeOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.errors[0].code;
const rowsOf = async (id: string): Promise<number> =>
  (await world.db.selectFrom('captions').select('language').where('content_id', '=', id).execute()).length +
  (await world.db.selectFrom('chapters').select('content_id').where('content_id', '=', id).execute()).length;

test('captions are kept by language, in the order of their times, with a version and the ones before the last save', async () => {
  const id = await world.addContent(ana);
  expect(await read(id)).toEqual({ tracks: [], chapters: [], cuts: [] });
  expect((await save(id, [cue(2_000, 'Two'), cue(0, 'One')])).status).toBe(200);
  await save(id, [cue(0, 'Eins')], 'de');
  const { tracks } = await read(id);
  expect(tracks).toMatchObject([
    { language: 'de', version: 1, former: null },
    { language: 'en', cues: [cue(0, 'One'), cue(2_000, 'Two')], version: 1, former: null },
  ]);
  await save(id, [cue(0, 'One!')]);
  await save(id, [cue(0, 'One!')]);
  expect((await read(id)).tracks[1]).toMatchObject({
    version: 3,
    cues: [cue(0, 'One!')],
    former: [cue(0, 'One'), cue(2_000, 'Two')],
  });
  await call(`DELETE /library/contents/${id}/captions/en`);
  expect((await read(id)).tracks.map((track: { language: string }) => track.language)).toEqual(['de']);
});

test('only whoever acts for the owner of a file reads, writes and finds its captions', async () => {
  const id = await world.addContent(ana);
  await save(id, [cue(0, 'Secret signal')]);
  for (const answer of [
    await save(id, [cue(0, 'Mine')], 'en', ben),
    await call(`GET /library/contents/${id}/captions`, undefined, ben),
    await call(`DELETE /library/contents/${id}/captions/en`, undefined, ben),
    await call(`PUT /library/contents/${id}/chapters`, { chapters: [] }, ben),
  ])
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, expect.not.stringContaining('Secret')]);
  expect(await find('secret', ben)).toEqual([]);
  expect(await find('secret')).toEqual([id]);
});

test('people who may watch an item read its captions and chapters, and nobody else', async () => {
  const { id, contentId } = await world.publish(ana);
  const [mia, stranger] = [await world.server.addPerson(), await world.server.addPerson()];
  await world.subscribe(mia, 'soccer');
  await save(contentId, [cue(0, 'Near post')]);
  await call(`PUT /library/contents/${contentId}/chapters`, { chapters: [{ startMs: 0, title: 'Warm-up' }] });
  const watch = (as: TestPerson) => call(`GET /published-contents/${id}/captions`, undefined, as);
  expect((await watch(mia)).body).toEqual({
    tracks: [{ language: 'en', cues: [cue(0, 'Near post')] }],
    chapters: [{ startMs: 0, title: 'Warm-up' }],
  });
  expect((await watch(ana)).status).toBe(200);
  const refused = await watch(stranger);
  expect(codeOf(refused)).toBe('watch.locked');
  expect(JSON.stringify(refused.body)).not.toContain('Near post');
});

test('limits: languages of a file, bytes of a track and of all captions, no captions for a PDF', async () => {
  const id = await world.addContent(ana);
  for (let at = 0; at < CAPTION_LANGUAGES_MAX; at += 1)
    expect((await save(id, [cue(0, 'x')], `a${String.fromCharCode(97 + at)}`)).status).toBe(200);
  expect(codeOf(await save(id, [cue(0, 'x')], 'zz'))).toBe('captions.too_many_languages');
  expect((await save(id, [cue(0, 'again')], 'aa')).status).toBe(200);
  const large = Array.from({ length: Math.ceil(CUES_MAX_BYTES / 500) }, (_, at) => cue(at, 'x'.repeat(480)));
  expect((await save(id, large, 'aa')).status).toBe(400);
  expect((await save(id, [{ startMs: 5, endMs: 5, text: 'x' }], 'aa')).status).toBe(400);
  await world.db.updateTable('captions').set({ bytes: CAPTIONS_MAX_BYTES }).where('language', '=', 'ab').execute();
  expect(codeOf(await save(id, [cue(0, 'more')], 'aa'))).toBe('captions.out_of_room');
  const pdf = await world.addContent(ana, { type: 'text', duration: null });
  expect(codeOf(await save(pdf, [cue(0, 'x')]))).toBe('captions.not_possible');
  expect(codeOf(await call(`PUT /library/contents/${pdf}/chapters`, { chapters: [] }))).toBe('captions.not_possible');
});

test('a search finds every word in any order, whatever the accents and case; signs of patterns are only signs', async () => {
  const id = await world.addContent(ana);
  await save(id, [cue(0, 'Café CRÈME'), cue(2_000, '100% near_post')]);
  for (const search of ['creme cafe', 'CAFÉ', '100%', 'near_post']) expect(await find(search), search).toEqual([id]);
  for (const search of ['tea', 'cafe tea', 'near-post', '1%0', '', '  '])
    expect(await find(search), search).toEqual([]);
});

test('a copy has the captions of its original, a cut part has its own, and a deleted file leaves none', async () => {
  const id = await world.addContent(ana);
  await save(id, [cue(1_000, 'Before'), cue(5_500, 'Within'), cue(30_000, 'After')]);
  await save(id, [cue(60_000, 'Danach')], 'de');
  const chapters = [
    { startMs: 0, title: 'Warm-up' },
    { startMs: 8_000, title: 'Serve' },
  ];
  await call(`PUT /library/contents/${id}/chapters`, { chapters });
  const copyId = newId();
  await call(`POST /library/contents/${id}/duplicate`, { copyId });
  const { tracks, chapters: copied } = await read(copyId);
  expect([tracks.length, copied]).toEqual([2, chapters]);
  const partId = newId();
  await call(`POST /library/contents/${id}/trim`, { mode: 'copy', startMs: 5_000, endMs: 20_000, copyId: partId });
  const part = await read(partId);
  expect(part.tracks).toMatchObject([{ language: 'en', cues: [cue(500, 'Within')] }]);
  expect(part.chapters).toEqual([
    { startMs: 0, title: 'Warm-up' },
    { startMs: 3_000, title: 'Serve' },
  ]);
  expect((await read(id)).tracks).toHaveLength(2);
  await call(`DELETE /library/contents/video/${id}`);
  expect([await rowsOf(id), await rowsOf(partId)]).toEqual([0, 2]);
});

test('captions and chapters that come after an edit, and were written before it, are moved to their new times', async () => {
  const id = await world.addContent(ana);
  const edit = async (startMs: number, endMs: number) => {
    await call(`POST /library/contents/${id}/trim`, { mode: 'replace', startMs, endMs, copyId: newId() });
    const content = (await findPreparing(world.db, id))!;
    const made = { mediaKey: `media/${content.workId}`, thumbnail: null, waveform: null, pagesCount: null };
    const sizes = { servedBytes: 1, progressiveBytes: 1, durationSeconds: (endMs - startMs) / 1000, hasLarger: false };
    const original = { objectKey: `originals/${content.workId}`, sizeBytes: 1, sha256: null };
    expect(await finishPreparing(world.services, content, { ...made, ...sizes, original })).toBe(true);
  };
  await edit(5_000, 60_000);
  await edit(10_000, 20_000);
  expect((await read(id)).cuts).toEqual([
    { startMs: 5_000, endMs: 60_000 },
    { startMs: 10_000, endMs: 20_000 },
  ]);
  const put = (cuts: number | undefined, cues: unknown[], language = 'en') =>
    call(`PUT /library/contents/${id}/captions/${language}`, { cues, ...(cuts === undefined ? {} : { cuts }) });
  const cuesOf = async (language = 'en') =>
    (await read(id)).tracks.find((track: { language: string }) => track.language === language)?.cues;
  await put(0, [cue(1_000, 'Cut off'), cue(14_500, 'Over the edge'), cue(16_000, 'Kept')]);
  expect(await cuesOf()).toEqual([cue(0, 'Over the edge', 500), cue(1_000, 'Kept')]);
  await put(1, [cue(11_000, 'Of the first edit')]);
  expect(await cuesOf()).toEqual([cue(1_000, 'Of the first edit')]);
  await put(2, [cue(3_000, 'Of now')]);
  expect(await cuesOf()).toEqual([cue(3_000, 'Of now')]);
  // An older build does not know of edits: its times are taken as they are.
  await put(undefined, [cue(4_000, 'As it is')], 'de');
  expect(await cuesOf('de')).toEqual([cue(4_000, 'As it is')]);
  expect((await put(0, [cue(1_000, 'Cut off')], 'de')).status).toBe(200);
  expect(await cuesOf('de')).toBeUndefined();
  const chapters = [
    { startMs: 0, title: 'Start' },
    { startMs: 18_000, title: 'Goal' },
  ];
  await call(`PUT /library/contents/${id}/chapters`, { chapters, cuts: 0 });
  expect((await read(id)).chapters).toEqual([
    { startMs: 0, title: 'Start' },
    { startMs: 3_000, title: 'Goal' },
  ]);
});
