import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlagState } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { createServices } from '#server/create-services.ts';
import { handlers } from '#server/handlers.ts';
import { createApp } from '#server/http/create-app.ts';
import { FLAGS, TEXTS, VARIABLES } from '#server/seeds/settings.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const reason = 'As agreed with the team.';
let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());

const read = async (as = desk.operator) => desk.call('GET /admin/settings', undefined, as);
const settingOf = async (name: string) => {
  const { variables, flags, texts } = (await read()).body;
  return [...variables, ...flags, ...texts].find((row) => row.name === name);
};
const setVariable = (name: string, value: unknown, was: number, as = desk.operator, key?: string) =>
  desk.call(`PUT /admin/variables/${name}`, { value, was, reason }, as, key);
const setFlag = (name: string, state: FlagState, was: FlagState, as = desk.operator) =>
  desk.call(`PUT /admin/feature-flags/${name}`, { state, was, reason }, as);
const setText = (name: string, text: string, was: string, as = desk.operator) =>
  desk.call(`PUT /admin/pages/${name}`, { text, was, reason }, as);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof read>>) => `${status} ${body?.errors?.[0]?.code}`;
const MEGABYTES = 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE';
const welcome = TEXTS.find(({ name }) => name === 'welcome')!.text;

test('decision 0127: an operator sees every variable, every flag and the texts that pages show; nobody else does', async () => {
  const all = await read();
  expect(hasShape('desk.settings', all)).toBe(true);
  expect(all.body.variables.map(({ name, value, unit, last }: never) => ({ name, value, unit, last }))).toEqual(
    VARIABLES.map((row) => ({ ...row, last: null })),
  );
  expect(all.body.flags).toEqual(FLAGS.map(({ name }) => ({ name, state: 'on', last: null })));
  expect(all.body.texts.map(({ name }: never) => name)).toEqual(['welcome', 'university.headline', 'university.lead']);
  for (const as of [desk.mia, desk.ana, desk.former]) {
    expect((await read(as)).status).toBe(404);
    expect((await setVariable(MEGABYTES, 400, 500, as)).status).toBe(404);
    expect((await setFlag('StoragePlans', 'hidden', 'on', as)).status).toBe(404);
    expect((await setText('welcome', 'Hello.', welcome, as)).status).toBe(404);
  }
  expect(await settingOf('welcome')).toEqual({ name: 'welcome', text: welcome, last: null });
});

test('D-16: the size of uploads is raised up to the ceiling of the server, and no further', async () => {
  expect(await settingOf(MEGABYTES)).toMatchObject({ least: 1, most: 1_000 });
  const over = await setVariable(MEGABYTES, 1_001, 500);
  expect(over).toMatchObject({
    status: 422,
    body: {
      errors: [
        { code: 'setting.out_of_bounds', field: 'value', message: 'Please enter a whole number from 1 to 1000.' },
      ],
    },
  });
  expect(codeOf(await setVariable(MEGABYTES, 0, 500))).toBe('422 setting.out_of_bounds');
  for (const value of [1.5, -1, 'many', null]) expect((await setVariable(MEGABYTES, value, 500)).status).toBe(400);
  expect((await setVariable('UPLOAD_CEILING_BYTES', 5, 5)).status).toBe(400);
  expect(await settingOf(MEGABYTES)).toMatchObject({ value: 500, last: null });

  const raised = await setVariable(MEGABYTES, 1_000, 500);
  expect(hasShape('desk.setVariable', raised)).toBe(true);
  expect((await desk.call(`GET /variables/${MEGABYTES}`, undefined, desk.mia)).body).toEqual({
    value: 1_000,
    unit: 'MB',
  });
  // A value that a command on the database stored in another unit is the same value.
  await desk.db.updateTable('variables').set({ value: 1, unit: 'GB' }).where('name', '=', MEGABYTES).execute();
  expect(await settingOf(MEGABYTES)).toMatchObject({ value: 1_000, unit: 'MB' });
  expect((await setVariable(MEGABYTES, 500, 1_000)).status).toBe(200);
});

test('D-204: the figures of the view rule stay in order, each within its bounds', async () => {
  const [fixed, maximum] = ['views_calculation.fixed_seconds', 'views_calculation.maximum_seconds'];
  expect(codeOf(await setVariable(fixed, 181, 30))).toBe('422 setting.out_of_bounds');
  expect(codeOf(await setVariable(maximum, 29, 180))).toBe('422 setting.out_of_bounds');
  expect(codeOf(await setVariable(maximum, 3_601, 180))).toBe('422 setting.out_of_bounds');
  expect(codeOf(await setVariable('views_calculation.percentage', 101, 20))).toBe('422 setting.out_of_bounds');
  expect(codeOf(await setVariable('MAX_VIDEO_AND_AUDIO_LENGTH', 6, 3))).toBe('422 setting.out_of_bounds');
  // Another operator's change, a moment before its end: each alone is in order, both together are not.
  const { pool } = desk.server.services.database;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('update variables set value = 100 where name = $1', [maximum]);
    const answer = setVariable(fixed, 150, 30);
    await expect.poll(() => lockWaiters(pool)).toBe(1);
    await other.query('commit');
    expect(codeOf(await answer)).toBe('422 setting.out_of_bounds');
  } finally {
    // Without its connection, an open transaction ends.
    other.release(true);
  }
  expect((await setVariable(fixed, 60, 30)).status).toBe(200);
  expect((await desk.call('GET /views/config', undefined, desk.mia)).body).toEqual({
    fixedSeconds: 60,
    percentage: 20,
    maximumSeconds: 100,
  });
});

test('D-298: a flag is on, switched off or hidden; registering an organization follows at once', async () => {
  const become = () => desk.call('PUT /users/me/as-organization', {}, desk.leo);
  const flag = async () => (await desk.call('GET /feature-flags/JoinAsOrganization', undefined, desk.leo)).body;
  const off = await setFlag('JoinAsOrganization', 'shown', 'on');
  expect(hasShape('desk.setFlag', off)).toBe(true);
  expect(await flag()).toEqual({ name: 'JoinAsOrganization', isVisible: true, isEnabled: false });
  expect(codeOf(await become())).toBe('403 organization.closed');
  expect((await setFlag('JoinAsOrganization', 'hidden', 'shown')).status).toBe(200);
  expect(await flag()).toEqual({ name: 'JoinAsOrganization', isVisible: false, isEnabled: false });
  expect(codeOf(await become())).toBe('404 access.not_found');
  expect((await setFlag('JoinAsOrganization', 'on', 'hidden')).status).toBe(200);
  expect((await become()).status).toBe(200);
  expect((await setFlag('Another', 'on', 'hidden')).status).toBe(400);
});

test('decision 0127: a page text is plain text on one line, no longer than its page shows', async () => {
  const markup = 'Play <b>hard</b> & fair. <script>alert(1)</script>';
  const set = await setText('welcome', `  ${markup} `, welcome);
  expect(hasShape('desk.setPageText', set)).toBe(true);
  // Pages show it character by character.
  expect((await desk.call('GET /pages/text/welcome', undefined, desk.mia)).body.text).toBe(markup);
  expect((await setText('welcome', 'One\nTwo', markup)).status).toBe(400);
  expect((await setText('welcome', '   ', markup)).status).toBe(400);
  expect(await setText('university.headline', 'x'.repeat(41), 'Sideline University')).toMatchObject({
    status: 422,
    body: {
      errors: [{ code: 'setting.text_too_long', field: 'text', message: 'This text has at most 40 characters.' }],
    },
  });
  expect((await setText('university.headline', 'x'.repeat(40), 'Sideline University')).status).toBe(200);
  // Texts that no page shows are not changed here.
  expect((await setText('app-videos.lead', 'Hello.', 'Hello.')).status).toBe(400);
});

test('decision 0127: who saves over a change that they did not see is told, and nothing is changed', async () => {
  const [name, before] = ['university.lead', TEXTS.find((row) => row.name === 'university.lead')!.text];
  const both = await Promise.all([setText(name, 'Mine.', before), setText(name, 'Theirs.', before)]);
  expect(both.map(codeOf).toSorted()).toEqual(['200 undefined', '409 setting.changed_meanwhile']);
  const { text } = await settingOf(name);
  expect(text).toBe(both[0]!.status === 200 ? 'Mine.' : 'Theirs.');
  expect(codeOf(await setVariable('MAX_TEXT_CONTENT_SIZE', 300, 400))).toBe('409 setting.changed_meanwhile');
  expect(codeOf(await setFlag('PhysicalSize', 'hidden', 'shown'))).toBe('409 setting.changed_meanwhile');
  // What is as asked for already is a repeat.
  expect((await setText(name, text, before)).status).toBe(200);
  expect(await desk.acts(name)).toHaveLength(1);
});

test('D-297: each change is kept with who, why, and what it was before and after, and is put back like any other', async () => {
  const name = 'MAX_TEXT_CONTENT_SIZE';
  const key = newId();
  for (let times = 0; times < 2; times += 1)
    expect((await setVariable(name, 250, 500, desk.operator, key)).status).toBe(200);
  expect(await desk.acts(name)).toEqual([{ actor_id: desk.operator.userId, act: 'setting.changed', reason }]);
  const { last, value } = await settingOf(name);
  expect(value).toBe(250);
  expect(last).toEqual({ by: 'Ana Test', reason, at: expect.any(String), before: '500' });
  const log = await desk.call('GET /admin/acts?about=setting&limit=1', undefined, desk.operator);
  expect(hasShape('desk.acts', log)).toBe(true);
  expect(log.body.results).toEqual([
    {
      id: expect.any(String),
      act: 'setting.changed',
      by: 'Ana Test',
      subject: { kind: 'setting', id: name, name },
      change: { before: '500', after: '250' },
      reason,
      at: last.at,
    },
  ]);
  expect((await setVariable(name, Number(last.before), 250)).body).toMatchObject({
    value: 500,
    last: { before: '250' },
  });
  expect(
    (await desk.call(`PUT /admin/variables/${name}`, { value: 9, was: 500, reason: 'a' }, desk.operator)).status,
  ).toBe(400);
});

test('D-326: every process of the server answers with a change at once', async () => {
  const { config, log, media, database } = desk.server.services;
  const other = await createServices(config, { ...database.pool.options }, log, { media });
  const server = createServer(createApp(other.services, { handlers, routes: [], isPartial: true }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${desk.mia.token}` };
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api${path}`, { headers })).json();
  };
  try {
    const paths = [`/variables/${MEGABYTES}`, '/feature-flags/StoragePlans', '/pages/text/welcome'];
    for (const path of paths) await get(path);
    const { text } = await settingOf('welcome');
    expect((await setVariable(MEGABYTES, 700, 500)).status).toBe(200);
    expect((await setFlag('StoragePlans', 'hidden', 'on')).status).toBe(200);
    expect((await setText('welcome', 'Play together.', text)).status).toBe(200);
    expect(await Promise.all(paths.map(get))).toEqual([
      { value: 700, unit: 'MB' },
      { name: 'StoragePlans', isVisible: false, isEnabled: false },
      { name: 'welcome', text: 'Play together.' },
    ]);
  } finally {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await other.close();
  }
});
