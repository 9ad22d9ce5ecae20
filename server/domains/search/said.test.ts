import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CUES_MAX } from '#contract/captions-cues.ts';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from '../desk/desk.fixtures.ts';
import { findPreparing, finishPreparing } from '../library/index.ts';
import { refreshSearch } from './index.ts';

let desk: TestDesk;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  desk = await startDesk();
});
beforeEach(async () => {
  ana = await desk.server.addPerson({ isEducator: true });
  mia = await desk.server.addPerson();
});
afterAll(() => desk.server.close());

const cue = (startMs: number, text: string, endMs = startMs + 1_000) => ({ startMs, endMs, text });
const save = async (contentId: string, cues: unknown[], language = 'en') => {
  const answer = await desk.call(`PUT /library/contents/${contentId}/captions/${language}`, { cues }, ana);
  expect(answer.status).toBe(200);
};
/** A published content whose captions have these lines, one each second. */
const publish = async (lines: readonly string[], facts: { title?: string; pricing?: 'free' | 'member_only' } = {}) => {
  const item = await desk.publish(ana, { pricing: 'free', title: 'A lesson', ...facts });
  expect(item.answer.status).toBeLessThan(300);
  await save(
    item.contentId,
    lines.map((text, at) => cue(at * 1_000, text)),
  );
  return item;
};
const search = async (q: string, rest = '', as = mia) => {
  const answer = await desk.call(`GET /search/content?q=${encodeURIComponent(q)}${rest}`, undefined, as);
  expect(hasShape('search.content', answer)).toBe(true);
  return answer.body as { count: number; results: { id: string; title: string; locked: boolean; said: unknown }[] };
};
const found = async (q: string, rest = '', as = mia) => (await search(q, rest, as)).results.map(({ id }) => id);
const lineOf = async (q: string, as = mia) => (await search(q, '', as)).results[0]?.said;

test('what is said is found after every title and tag, with its line and time; in All too, and in no suggestion', async () => {
  const said = await publish(['Stand sideways', 'and keep your elbow high', 'then swing'], { title: 'Tennis for all' });
  const titled = await publish(['Nothing of it'], { title: 'Your elbow in pictures' });
  const tagged = await desk.publish(ana, { pricing: 'free', title: 'Arms' });
  await desk.db
    .updateTable('publications')
    .set({ custom_tags: ['elbow'] })
    .where('id', '=', tagged.id)
    .execute();
  // However much it is watched.
  await desk.db
    .updateTable('publication_stats')
    .set({ views: 100_000 })
    .where('publication_id', '=', said.id)
    .execute();
  await refreshSearch(desk.db);
  const { count, results } = await search('elbow');
  expect(results.map(({ id }) => id)).toEqual([titled.id, tagged.id, said.id]);
  expect(count).toBe(3);
  const line = { text: 'and keep your elbow high', atSeconds: 1, language: 'en' };
  expect(results.map((row) => row.said)).toEqual([null, null, line]);
  expect(await found('elbow', '&limit=2&offset=2')).toEqual([said.id]);
  const all = await desk.call('GET /search?q=keep%20elbow', undefined, mia);
  expect(hasShape('search.all', all)).toBe(true);
  expect(all.body.content).toMatchObject({ count: 1, results: [{ id: said.id, said: line }] });
  const suggested = await desk.call('GET /search/suggestions?q=elbow%20high', undefined, mia);
  expect(suggested.body.texts).toEqual([]);
});

test('all words must be said near each other, in one language; the line is the first one that has most of them', async () => {
  const filler = Array.from({ length: 60 }, () => 'We talk about something else for a while now');
  const { id, contentId } = await publish(['Zander jump', ...filler, 'Zander run', 'then zander and yonder', 'yonder']);
  expect(await lineOf('yonder zander')).toEqual({ text: 'then zander and yonder', atSeconds: 62, language: 'en' });
  expect(await found('jump yonder')).toEqual([]);
  await save(contentId, [cue(0, 'Quokka springt')], 'de');
  expect(await found('quokka zander')).toEqual([]);
  expect(await lineOf('quokka')).toEqual({ text: 'Quokka springt', atSeconds: 0, language: 'de' });
  expect(await found('quokka')).toEqual([id]);
});

test('words on both sides of the edge of a passage are found together', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line${at} ${'x'.repeat(50)}`);
  const { id } = await publish(lines);
  for (let at = 1; at < lines.length; at += 1) expect(await foundAs(`line${at - 1} line${at}`), `${at}`).toEqual([id]);
  expect(await found('line0 line39')).toEqual([]);
});
/** A person each time: forty searches are what one may ask in a while. */
const foundAs = async (q: string) => found(q, '', await desk.server.addPerson());

test('what is locked is found by its words, and they are shown to nobody who may not watch it', async () => {
  const { id, contentId } = await publish(['The secret grip is called wombatgrip'], { pricing: 'member_only' });
  const raw = await desk.call('GET /search?q=wombatgrip', undefined, mia);
  expect(raw.body.content.results).toMatchObject([{ id, locked: true, said: null }]);
  expect(JSON.stringify(raw.body)).not.toContain('secret grip');
  expect(await lineOf('wombatgrip', ana)).toMatchObject({ text: 'The secret grip is called wombatgrip' });
  await desk.subscribe(mia, 'soccer');
  expect(await lineOf('wombatgrip')).toMatchObject({ text: 'The secret grip is called wombatgrip', atSeconds: 0 });
  await desk.db.updateTable('subscriptions').set({ status: 'suspended' }).where('user_id', '=', mia.userId).execute();
  expect(await lineOf('wombatgrip')).toBeNull();
  await save(contentId, [cue(0, 'x')]);
});

test('it follows the captions: saved again, a language deleted, all deleted', async () => {
  const { id, contentId } = await publish(['numbat']);
  await save(contentId, [cue(5_000, 'potoroo')]);
  expect(await found('numbat')).toEqual([]);
  expect(await lineOf('potoroo')).toMatchObject({ atSeconds: 5 });
  await save(contentId, [cue(7_000, 'potoroo')], 'fr');
  await desk.call(`DELETE /library/contents/${contentId}/captions/en`, undefined, ana);
  expect(await lineOf('potoroo')).toMatchObject({ atSeconds: 7, language: 'fr' });
  expect(await found('potoroo')).toEqual([id]);
  await desk.call(`DELETE /library/contents/${contentId}/captions/fr`, undefined, ana);
  expect(await found('potoroo')).toEqual([]);
});

test('it follows the content: unpublished, a hidden channel, a suspended Creator, taken away by an operator, the file deleted', async () => {
  const published = await publish(['bandicoot']);
  const { id, channelId, contentId } = published;
  const isFound = async () => (await found('bandicoot', '', await desk.server.addPerson())).includes(id);
  const set = async (table: 'channels' | 'users', row: string, fields: Record<string, unknown>) =>
    desk.db.updateTable(table).set(fields).where('id', '=', row).execute();
  expect(await isFound()).toBe(true);
  await set('channels', channelId, { active: false });
  expect(await isFound()).toBe(false);
  await set('channels', channelId, { active: true });
  expect(await isFound()).toBe(true);
  await set('users', ana.userId, { is_suspended: true });
  expect(await isFound()).toBe(false);
  await set('users', ana.userId, { is_suspended: false });
  expect(await isFound()).toBe(true);
  await desk.call(`POST /published-contents/${id}/reports`, { reason: 'violence', text: '' }, mia);
  const decide = { decision: 'removed', reason: 'It shows a fight.' };
  expect((await desk.call(`PUT /admin/content-reports/${id}`, decide, desk.operator)).status).toBeLessThan(300);
  expect(await isFound()).toBe(false);
  const restored = { reason: 'It is training.' };
  expect((await desk.call(`PUT /admin/contents/${id}/restored`, restored, desk.operator)).status).toBeLessThan(300);
  expect(await isFound()).toBe(true);
  expect((await desk.call(`DELETE /published-contents/${id}`, undefined, ana)).status).toBeLessThan(300);
  expect(await isFound()).toBe(false);
  const again = await desk.publish(ana, { contentId, channelId, pricing: 'free' });
  expect(await found('bandicoot')).toEqual([again.id]);
  expect((await desk.call(`DELETE /library/contents/video/${contentId}`, undefined, ana)).status).toBeLessThan(300);
  expect(await found('bandicoot')).toEqual([]);
  expect(
    await desk.db.selectFrom('search_passages').select('place').where('publication_id', 'in', [id, again.id]).execute(),
  ).toEqual([]);
});

test('a block takes no content away, so its words are found as its title is (decision 0123)', async () => {
  const { id } = await publish(['pademelon'], { title: 'Wallaroo' });
  await desk.call(`PUT /blocks/${ana.userId}`, { name: 'Ana' }, mia);
  expect([await found('pademelon'), await found('wallaroo')]).toEqual([[id], [id]]);
});

test('a video that is cut before it goes live is found by what is left of it, at the new times', async () => {
  const contentId = await desk.addContent(ana);
  const lines = ['tawny frogmouth', ...Array.from({ length: 9 }, () => 'and on'), 'kookaburra'];
  await save(
    contentId,
    lines.map((text, at) => cue(at * 1_000, text)),
  );
  const cut = { mode: 'replace', startMs: 5_000, endMs: 60_000, copyId: newId() };
  expect((await desk.call(`POST /library/contents/${contentId}/trim`, cut, ana)).status).toBe(200);
  const { id } = await desk.publish(ana, { contentId, pricing: 'free' });
  expect(await found('frogmouth')).toEqual([]);
  const content = (await findPreparing(desk.db, contentId))!;
  const made = { mediaKey: `media/${content.workId}`, thumbnail: null, waveform: null, pagesCount: null };
  const sizes = { servedBytes: 1, progressiveBytes: 1, durationSeconds: 55, hasLarger: false };
  const original = { objectKey: `originals/${content.workId}`, sizeBytes: 1, sha256: null };
  expect(await finishPreparing(desk.services, content, { ...made, ...sizes, original })).toBe(true);
  expect(await found('frogmouth')).toEqual([]);
  expect(await lineOf('kookaburra')).toEqual({ text: 'kookaburra', atSeconds: 5, language: 'en' });
  expect(await found('kookaburra')).toEqual([id]);
});

test('the captions of a copy are found once it is published', async () => {
  const { channelId, contentId } = await publish(['bilby']);
  const copyId = newId();
  await desk.call(`POST /library/contents/${contentId}/duplicate`, { copyId }, ana);
  expect(await found('bilby')).toHaveLength(1);
  await desk.db
    .updateTable('contents')
    .set({ approved: true, active: true, encoding_status: 4, media_key: `media/${copyId}` })
    .where('id', '=', copyId)
    .execute();
  const copy = await desk.publish(ana, { contentId: copyId, channelId, pricing: 'free' });
  expect(copy.answer.status).toBeLessThan(300);
  expect(await found('bilby')).toContain(copy.id);
});

test('other languages, accents and beginnings of words; one or two letters only as a whole word', async () => {
  const fr = await publish(['Gardez les épaules détendues']);
  const ru = await publish(['Держите локоть высоко']);
  const zh = await publish(['把肘抬高再击球']);
  const long = await publish(['ox zebrafinch']);
  expect(await found('epaules detend')).toEqual([fr.id]);
  expect(await found('ЛОКОТЬ')).toEqual([ru.id]);
  expect(await found('лок')).toEqual([ru.id]);
  expect(await found('把肘')).toEqual([zh.id]);
  expect(await found('zebraf')).toEqual([long.id]);
  expect(await found('zebrafinch ox')).toEqual([long.id]);
  expect(await found('zebrafinch o')).toEqual([]);
});

test('hostile words are words: in captions, and in what is searched', async () => {
  const { id } = await publish([
    `Don't 'quote' \\ & | ! <-> s:soccer:* yy"); drop table users`,
    '—',
    '<script>echidna</script>',
  ]);
  expect(await found(`'quote' & (don | !)`)).toEqual([id]);
  expect(await lineOf('echidna')).toMatchObject({ text: '<script>echidna</script>', atSeconds: 2 });
  // The mark of a sport is no word.
  const plain = await publish(['ningaui']);
  expect(await found('ningaui')).toEqual([plain.id]);
  expect(await found('ningaui s:soccer')).toEqual([]);
  expect(await found('&|!:*')).toEqual([]);
});

test('a search within a sport, also after the content went to another one', async () => {
  const { id } = await publish(['dunnart']);
  expect(await found('dunnart', '&sport_id=soccer')).toEqual([id]);
  expect(await found('dunnart', '&sport_id=tennis')).toEqual([]);
  await desk.db.updateTable('publications').set({ sport_id: 'tennis' }).where('id', '=', id).execute();
  expect(await found('dunnart', '&sport_id=tennis')).toEqual([id]);
  expect(await found('dunnart', '&sport_id=soccer')).toEqual([]);
});

test('the longest captions are found in every part, and saved within a request', async () => {
  const lines = Array.from({ length: CUES_MAX }, (_, at) => `part${at} of it`);
  const { id } = await publish(lines);
  expect(await lineOf('part2999')).toEqual({ text: 'part2999 of it', atSeconds: 2_999, language: 'en' });
  expect(await found('part0')).toEqual([id]);
});

test('what was there before the update, or was missed, comes with the next run of the job; a second run writes nothing', async () => {
  const { id } = await publish(['quoll']);
  await desk.db.deleteFrom('search_passages').execute();
  expect(await found('quoll')).toEqual([]);
  await refreshSearch(desk.db);
  expect(await found('quoll')).toEqual([id]);
  const rows = () =>
    desk.server.services.database.pool.query(
      'select publication_id, language, place, xmin from search_passages order by 1, 2, 3',
    );
  const before = (await rows()).rows;
  await refreshSearch(desk.db);
  expect((await rows()).rows).toEqual(before);
});

test('where captions take too long, contents are found by their titles', async () => {
  const { id } = await publish(['thylacine'], { title: 'Bettong' });
  const client = await desk.server.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table search_passages in access exclusive mode');
    expect(await found('bettong')).toEqual([id]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await found('thylacine')).toEqual([id]);
});
