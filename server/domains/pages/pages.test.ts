import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { hasShape, startAccounts } from '../auth/people.fixtures.ts';
import { readMaxSize, readViewRule } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

test('ACC-005 the welcome page reads its text without a session', async () => {
  const answer = await server.call('GET /pages/text/welcome');
  expect(hasShape('pages.text', answer)).toBe(true);
  expect(answer.body.text).toContain('world-class Creators');
  expect((await server.call('GET /pages/text/nothing')).status).toBe(404);
});

test('D-172: the address of support is the configured one', async () => {
  const answer = await server.call('GET /pages/text/support-address');
  expect(answer.body).toEqual({ name: 'support-address', text: server.services.config.supportEmail });
});

test('NAV-125 D-172: About leads to the configured public site', async () => {
  const answer = await server.call('GET /pages/text/public-site');
  expect(answer.body).toEqual({ name: 'public-site', text: server.services.config.publicSiteUrl });
});

test('D-171: the five legal pages can be read without an account, as plain markup', async () => {
  for (const name of ['Terms of Use', 'Privacy Policy', 'Cookie Policy', 'Community Guidelines', 'Creator Agreement']) {
    const answer = await server.call(`GET /pages/page/${encodeURIComponent(name)}`);
    expect(hasShape('pages.page', answer)).toBe(true);
    expect(answer.body.html).toMatch(/^<p>/);
    expect(answer.body.html).not.toMatch(/<(?!\/?(p|h2|ul|li|strong)>)/);
  }
});

test('HLP-002, HLP-003, HLP-009, HLP-010, D-174: the install help has a video and steps for iOS and for Android, and its search returns the matches', async () => {
  const answer = await server.call('GET /pages/page/app-videos/blocks');
  expect(hasShape('pages.blocks', answer)).toBe(true);
  expect(answer.body.items.map((item: { name: string }) => item.name)).toEqual(['iPhone and iPad', 'Android']);
  for (const { media } of answer.body.items as { media: { type: string; videoUrl: string; thumbnail: string }[] }[]) {
    const files = media.map(({ type, videoUrl, thumbnail }) => (type === 'video' ? videoUrl : thumbnail));
    expect(files).toHaveLength(2);
    for (const file of files) expect(existsSync(`public${file}`)).toBe(true);
  }
  const found = await server.call('GET /pages/page/app-videos/blocks?search=SAFARI');
  expect(found.body).toEqual({
    headline: answer.body.headline,
    leadText: answer.body.leadText,
    items: [answer.body.items[0]],
  });
  expect(answer.body.items[0].media[0]).toEqual({
    id: expect.any(String),
    title: expect.any(String),
    type: 'video',
    videoUrl: expect.any(String),
    thumbnail: null,
  });
  expect((await server.call('GET /pages/page/nothing/blocks')).status).toBe(404);
});

test('HLP-008, HLP-009, D-340: the University has nine categories with at least three answers each', async () => {
  const { body } = await server.call('GET /pages/page/university/blocks');
  expect(body).toMatchObject({ headline: expect.any(String), leadText: expect.any(String) });
  expect(body.items[0]).toEqual({
    id: expect.any(String),
    itemType: 'category',
    name: expect.any(String),
    answer: null,
    parent: null,
    media: [],
  });
  const categories = body.items.filter((item: { itemType: string }) => item.itemType === 'category');
  expect(body.items.find((item: { itemType: string }) => item.itemType === 'faq')).toEqual({
    id: expect.any(String),
    itemType: 'faq',
    name: expect.stringMatching(/\?$/),
    answer: expect.stringMatching(/\.$/),
    parent: { id: categories[0].id },
    media: [],
  });
  expect(categories).toHaveLength(9);
  for (const { id } of categories)
    expect(
      body.items.filter((item: { parent: { id: string } | null }) => item.parent?.id === id).length,
    ).toBeGreaterThanOrEqual(3);
});

test('D-340: what the University calls by its name is in the app', async () => {
  const { body } = await server.call('GET /pages/page/university/blocks');
  const texts = new URL('../../../contract/text/', import.meta.url);
  const sources = await Promise.all((await readdir(texts)).map((name) => readFile(new URL(name, texts), 'utf8')));
  const words = sources.join('\n');
  const named = body.items.flatMap(({ answer }: { answer: string | null }) => [
    ...(answer ?? '').matchAll(/“([^”]+)”/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, name]: string[]) => name).filter((name: string) => !words.includes(`'${name}'`))).toEqual([]);
});

test('ACC-133, D-69: feature flags are read by name', async () => {
  const answer = await server.call('GET /feature-flags/JoinAsOrganization');
  expect(answer.body).toEqual({ name: 'JoinAsOrganization', isVisible: true, isEnabled: true });
});

test('UPL-035, UPL-047, D-319, D-320: the variables have a value and a unit, for people who are signed in', async () => {
  const ana = await server.addPerson();
  for (const name of ['MAX_VIDEO_AND_AUDIO_CONTENT_SIZE', 'MAX_TEXT_CONTENT_SIZE'])
    expect((await server.call(`GET /variables/${name}`, undefined, { as: ana })).body).toEqual({
      value: 500,
      unit: 'MB',
    });
  expect((await server.call('GET /variables/views_calculation/percentage', undefined, { as: ana })).body).toEqual({
    value: 20,
    unit: 'percent',
  });
  expect((await server.call('GET /variables/nothing', undefined, { as: ana })).status).toBe(404);
  expect((await server.call('GET /variables/MAX_TEXT_CONTENT_SIZE')).status).toBe(401);
  const { db } = server.services.database;
  expect(await readViewRule(db)).toEqual({ fixedSeconds: 30, percentage: 20, maximumSeconds: 180 });
  expect((await readMaxSize(db, 'MAX_TEXT_CONTENT_SIZE')).bytes).toBe(500_000_000);
});

test('NAV-116 NAV-117 the server reports its version, liveness and readiness', async () => {
  expect((await server.call('GET /logs/versions/current/')).body).toEqual({ versionNumber: '1.1.12' });
  expect((await server.call('GET /health')).body).toEqual({ status: 'ok' });
  const ready = await server.call('GET /ready');
  expect(hasShape('server.ready', ready)).toBe(true);
  const encoder = server.services.media.jailMode;
  expect(ready.body).toEqual({ status: 'ok', database: true, objects: true, jobs: true, encoder });
});

test('an error report of a client is accepted without a session, and a client that fails in a loop is limited', async () => {
  const report = () =>
    server.call(
      'POST /logs/client-errors',
      { message: 'boom', version: '1.0.0', path: '/home' },
      { headers: { 'X-Forwarded-For': '10.6.0.1' } },
    );
  for (let i = 0; i < 30; i += 1) expect((await report()).status).toBe(204);
  expect((await report()).status).toBe(429);
});

test('filling in the reference data again changes nothing that was edited', async () => {
  const { db } = server.services.database;
  await db.updateTable('pages').set({ html: '<p>Ours</p>', version: 2 }).where('name', '=', 'Cookie Policy').execute();
  await db.updateTable('sports').set({ sport_type: 'Launched' }).where('id', '=', 'rowing').execute();
  await Promise.all([seedReference(db), seedReference(db)]);
  expect((await server.call('GET /pages/page/Cookie%20Policy')).body).toMatchObject({
    html: '<p>Ours</p>',
    version: 2,
  });
  expect(
    (await db.selectFrom('sports').select('sport_type').where('id', '=', 'rowing').executeTakeFirstOrThrow())
      .sport_type,
  ).toBe('Launched');
});
