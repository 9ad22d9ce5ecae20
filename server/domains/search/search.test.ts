import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, startAccounts } from '../auth/people.fixtures.ts';
import { addChannel, addPublication } from '../sports/sports.fixtures.ts';
import { refreshSearch } from './index.ts';

let server: TestServer;
let creator: TestPerson;
let member: TestPerson;
let channel: string;
beforeAll(async () => {
  server = await startAccounts();
  creator = await server.addPerson({ isEducator: true });
  member = await server.addPerson();
  channel = await addChannel(server, creator, 'tennis');
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const ask = (path: string, as: TestPerson = member) => server.call(`GET /search${path}`, undefined, { as });
const titles = (answer: { body: { results: { title: string }[] } }) => answer.body.results.map(({ title }) => title);
const contents = async (q: string, rest = '') => titles(await ask(`/content?q=${encodeURIComponent(q)}${rest}`));
const publish = (title: string, more: Parameters<typeof addPublication>[3] = {}) =>
  addPublication(server, creator, channel, { title, ...more });

test('EXP-033: one search finds channels, content, playlists, Creators and sports by the words of their names', async () => {
  await db().updateTable('channels').set({ name: 'Volley Workshop' }).where('id', '=', channel).execute();
  const playlist = newId();
  await db()
    .insertInto('playlists')
    .values({ id: playlist, scope: creator.scope, channel_id: channel, title: 'Volley in ten lessons', position: 0 })
    .execute();
  await publish('The backhand volley');
  const { body, ...answer } = await ask('?q=volley');
  expect(hasShape('search.all', { ...answer, body })).toBe(true);
  expect(body.channels.results.map(({ name }: { name: string }) => name)).toEqual(['Volley Workshop']);
  expect(body.playlists.results).toMatchObject([{ id: playlist, channelId: channel, sportName: 'Tennis' }]);
  expect(titles({ body: body.content })).toEqual(['The backhand volley']);
  expect(body.sports.results.map(({ name }: { name: string }) => name)).toEqual(['Volleyball']);
  expect(body.corrected).toBeNull();
  for (const kind of ['channels', 'playlists', 'content', 'educators', 'sports'])
    expect(hasShape(`search.${kind}` as 'search.channels', await ask(`/${kind}?q=volley`)), kind).toBe(true);
});

test('D-201: accents, case and unfinished words do not matter; all words must be there, in any order', async () => {
  await publish('Échauffement des épaules');
  expect(await contents('epaules echauf')).toEqual(['Échauffement des épaules']);
  expect(await contents('ÉCHAUFFEMENT')).toEqual(['Échauffement des épaules']);
  expect(await contents('epaules jambes')).toEqual([]);
});

test('D-201: the very title comes first, then titles that begin so, then what is watched more', async () => {
  await publish('Drop shot for beginners', { views: 5 });
  await publish('Why a drop shot works', { views: 50 });
  await publish('Where the drop shot fails');
  await publish('Drop shot');
  await refreshSearch(db());
  expect(await contents('drop shot')).toEqual([
    'Drop shot',
    'Drop shot for beginners',
    'Why a drop shot works',
    'Where the drop shot fails',
  ]);
});

test('D-201: a mistyped word is corrected, and the answer says so; a word that exists is left as it is', async () => {
  await publish('Topspin serve technique');
  await refreshSearch(db());
  const { body } = await ask('/content?q=topsipn%20sreve');
  expect(titles({ body })).toEqual(['Topspin serve technique']);
  expect(body.corrected).toBe('topspin serve');
  expect((await ask('/content?q=topspin')).body.corrected).toBeNull();
  expect((await ask('/content?q=qqqqzzzz')).body).toEqual({ count: 0, results: [], corrected: null });
});

test('D-201: tags are found; unpublished, planned and deleted content is not, nor what is on a hidden channel', async () => {
  const id = await publish('Footwork ladder');
  await db()
    .updateTable('publications')
    .set({ custom_tags: ['agility'] })
    .where('id', '=', id)
    .execute();
  expect(await contents('agility')).toEqual(['Footwork ladder']);
  await publish('Footwork in secret', { isLive: false });
  expect(await contents('footwork')).toEqual(['Footwork ladder']);
  await db().updateTable('channels').set({ active: false }).where('id', '=', channel).execute();
  expect(await contents('footwork')).toEqual([]);
  expect((await ask('/channels?q=volley')).body.count).toBe(0);
  expect((await ask('/playlists?q=volley')).body.count).toBe(0);
  // Not even for who may see it elsewhere.
  expect(titles(await ask('/content?q=footwork', creator))).toEqual([]);
  await db().updateTable('channels').set({ active: true }).where('id', '=', channel).execute();
  expect(await contents('footwork')).toEqual(['Footwork ladder']);
  await db().updateTable('publications').set({ is_deleted: true }).where('id', '=', id).execute();
  expect(await contents('footwork')).toEqual([]);
});

test('D-201: a document that is out of date shows nothing that is hidden', async () => {
  const id = await publish('Lob over the net');
  await db()
    .insertInto('search_documents')
    .columns(['kind', 'id', 'title', 'folded', 'words'])
    .expression((eb) =>
      eb
        .selectFrom('search_documents')
        .select((one) => ['kind', one.val(newId()).as('id'), 'title', 'folded', 'words'])
        .where('id', '=', id),
    )
    .execute();
  expect(await contents('lob net')).toEqual(['Lob over the net']);
});

test('EXP-028, PRO-043: Creators by name and username; not Members, suspended or deleted people, nor sports that a Creator hides', async () => {
  const [ines] = [await server.addPerson({ isEducator: true })];
  const change = (fields: Record<string, unknown>) =>
    db().updateTable('users').set(fields).where('id', '=', ines.userId).execute();
  await change({ first_name: 'Inês', last_name: 'Carvalho' });
  await db()
    .insertInto('sport_interests')
    .values({ id: newId(), scope: ines.scope, user_id: ines.userId, sport_id: 'tennis', involvement: '[]' })
    .execute();
  const answer = await ask('/educators?q=ines');
  expect(hasShape('search.educators', answer)).toBe(true);
  expect(answer.body.results).toMatchObject([{ educatorName: 'Inês Carvalho', sportInterests: ['Tennis'] }]);
  await db()
    .updateTable('profiles')
    .set({ visibility: JSON.stringify({ sportsInterest: false }) })
    .where('user_id', '=', ines.userId)
    .execute();
  expect((await ask('/educators?q=carvalho')).body.results[0].sportInterests).toEqual([]);
  for (const hidden of [{ is_suspended: true }, { is_educator: false }]) {
    await change(hidden);
    expect((await ask('/educators?q=carvalho')).body.count, JSON.stringify(hidden)).toBe(0);
    await change({ is_suspended: false, is_educator: true });
  }
  expect((await ask('/educators?q=carvalho')).body.count).toBe(1);
});

test('EXP-033: characters that are operators of a query are separators; a text without words finds nothing', async () => {
  await publish('Serve & volley drill');
  for (const q of [
    'serve & ! | volley:*',
    "'serve' <-> \\volley",
    'serve%_volley(',
    "volley'); drop table users; --",
  ]) {
    const answer = await ask(`/content?q=${encodeURIComponent(q)}`);
    expect(answer.status, q).toBe(200);
  }
  expect(await contents("'serve' & (volley | !)")).toContain('Serve & volley drill');
  expect((await ask(`/content?q=${encodeURIComponent('&|!:*')}`)).body.count).toBe(0);
  // Marks of documents are no words that a person can search for.
  expect((await ask('/content?q=k%3Acontent')).body.count).toBe(0);
});

test('EXP-020, EXP-021, EXP-022, EXP-024, EXP-033: pages of 25 and of 15 Creators, the next one by offset; a sport; at most 255 characters', async () => {
  for (let n = 1; n <= 27; n += 1) await publish(`Slice ${String(n).padStart(2, '0')}`);
  const first = await contents('slice');
  const second = await contents('slice', '&offset=25');
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([25, 2, 27]);
  expect((await ask('?q=slice')).body.content.results).toHaveLength(4);
  expect((await ask('?q=slice&limit=5')).status).toBe(400);
  expect(await contents('slice', '&sport_id=soccer')).toEqual([]);
  expect(await contents('slice', '&sport_id=tennis')).toHaveLength(25);
  expect((await ask('/educators?q=a&limit=16')).status).toBe(400);
  expect((await ask('/content?q=slice&limit=26')).status).toBe(400);
  const long = await ask(`/content?q=${'a'.repeat(256)}`);
  expect([long.status, JSON.stringify(long.body)]).toEqual([400, expect.stringContaining('must be less than 255')]);
});

test('what a text that is being typed may become: titles that begin so first, each once', async () => {
  await publish('Kick serve');
  await publish('Kick serve');
  await publish('A better kick');
  const answer = await ask('/suggestions?q=kick');
  expect(hasShape('search.suggest', answer)).toBe(true);
  expect(answer.body.texts.filter((text: string) => text !== 'Kickboxing')).toEqual(['Kick serve', 'A better kick']);
});

test('a person who asks without end has to wait', async () => {
  const hasty = await server.addPerson();
  // The clock stands still: nobody is given another try meanwhile, however slow the machine is.
  server.setNow(new Date());
  const statuses = await Promise.all(Array.from({ length: 70 }, () => ask('/suggestions?q=a', hasty)));
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await ask('/suggestions?q=a')).status).toBe(200);
});

test('EXP-029, EXP-036, D-202: the history keeps the last 20 different texts, and gives one up', async () => {
  const ana = await server.addPerson();
  const add = (searchHistory: string, id = newId()) =>
    server.call('POST /search-history', { id, searchHistory }, { as: ana });
  for (let n = 1; n <= 21; n += 1) await add(`text ${n}`);
  await add('TEXT 5');
  const list = async () => {
    const answer = await server.call('GET /search-history', undefined, { as: ana });
    expect(hasShape('search.history', answer)).toBe(true);
    return answer.body.results as { id: string; searchHistory: string }[];
  };
  const kept = await list();
  expect(kept).toHaveLength(20);
  expect(kept.map(({ searchHistory }) => searchHistory.toLowerCase())).not.toContain('text 1');
  expect(kept.filter(({ searchHistory }) => searchHistory.toLowerCase() === 'text 5')).toHaveLength(1);
  const gone = kept[3]!.id;
  expect(
    (await server.call(`DELETE /search-history/${gone}`, undefined, { as: member })).status,
  ).toBeGreaterThanOrEqual(204);
  expect(await list()).toHaveLength(20);
  expect((await server.call(`DELETE /search-history/${gone}`, undefined, { as: ana })).status).toBe(204);
  expect((await list()).map(({ id }) => id)).not.toContain(gone);
});
