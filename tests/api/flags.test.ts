import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { allCalls, callById } from '#contract/calls.ts';
import { FLAG_NAMES, type FlagName } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { prepareCall } from './effects.ts';
import type { Example } from './examples.ts';
import { startWorld, type World } from './fixtures.ts';
import { send } from './request.ts';
import { changedTables, readSums, restore } from './snapshot.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => restore(world.server.services.database.pool));
afterAll(() => world.close());

const setFlag = (name: FlagName, is_visible: boolean, is_enabled: boolean) =>
  world.server.services.database.db
    .updateTable('feature_flags')
    .set({ is_visible, is_enabled })
    .where('name', '=', name)
    .execute();

/** What is behind the flag of a call of which only some inputs are. */
const SIZES = { height: 1.8, unitsForHeight: 'm', weight: 80, unitsForWeight: 'kg' };
const withFlagged = (call: Call, example: Example): Example =>
  call.flag?.inputs ? { ...example, input: { ...example.input, ...SIZES } } : example;

const flagged = allCalls.filter(({ flag }) => flag !== undefined);

test('D-298: every feature flag has its calls', () => {
  const behind = Object.fromEntries(
    FLAG_NAMES.map((name) => [name, flagged.filter(({ flag }) => flag!.name === name).map(({ id }) => id)]),
  );
  expect(behind).toEqual({
    JoinAsOrganization: ['organizations.become', 'organizations.create'],
    PhysicalSize: ['profiles.setBasicInfo'],
    DashboardWidgetSettings: ['dashboard.widgets', 'dashboard.changeWidgets'],
    StoragePlans: ['storage.purchase', 'storage.upgrade', 'storage.downgrade'],
  });
});

describe('D-298: a call behind a flag', () => {
  for (const call of flagged) {
    const { name, off = 'feature.off' } = call.flag!;
    test(`${call.id}: missing while hidden, forbidden while not enabled, without an effect; after that it works`, async () => {
      const { actor, example } = await prepareCall(world, call);
      const wanted = withFlagged(call, example);
      const refusedBy = async (isVisible: boolean, isEnabled: boolean) => {
        await setFlag(name, isVisible, isEnabled);
        const before = await readSums(world.server.services.database.pool);
        const { status, code } = await send(world, call, wanted, actor);
        expect(changedTables(before, await readSums(world.server.services.database.pool))).toEqual([]);
        return `${status} ${code}`;
      };
      expect(await refusedBy(true, false)).toBe(`403 ${off}`);
      expect(await refusedBy(false, false)).toBe('404 access.not_found');
      expect(await refusedBy(false, true)).toBe('404 access.not_found');
      await setFlag(name, true, true);
      const { status, code } = await send(world, call, wanted, actor);
      // Every scope of the fixtures has a plan, so that another one is not bought.
      expect(`${status} ${code}`).toBe(call.id === 'storage.purchase' ? '409 storage.not_larger' : '200 undefined');
    });
  }

  test('profiles.setBasicInfo: what is not about height and weight is saved while they are hidden', async () => {
    const call = callById.get('profiles.setBasicInfo')!;
    const { actor, example } = await prepareCall(world, call);
    await setFlag('PhysicalSize', false, false);
    const { userId, profileId } = example.input;
    for (const [field, value] of Object.entries({ ...SIZES, height: null }))
      expect(
        (await send(world, call, { input: { userId, profileId, aboutMe: 'I run.', [field]: value } }, actor)).code,
        field,
      ).toBe('access.not_found');
    const saved = await send(world, call, { input: { userId, profileId, aboutMe: 'I run.' } }, actor);
    expect(saved.status, saved.text).toBe(200);
    expect(JSON.parse(saved.text)).toMatchObject({ aboutMe: 'I run.' });
  });

  test('dashboard.changeWidgets: a repeat whose first answer was lost gets it, also when the feature is hidden by then', async () => {
    const call = callById.get('dashboard.changeWidgets')!;
    const { actor, example } = await prepareCall(world, call);
    const key = newId();
    const first = await send(world, call, example, actor, { key });
    expect(first.status).toBe(200);
    await setFlag('DashboardWidgetSettings', false, false);
    expect(await send(world, call, example, actor, { key })).toMatchObject({ status: 200, text: first.text });
    // A refusal is not kept for the key: the feature may be on again tomorrow.
    const later = newId();
    expect((await send(world, call, example, actor, { key: later })).status).toBe(404);
    await setFlag('DashboardWidgetSettings', true, true);
    expect((await send(world, call, example, actor, { key: later })).status).toBe(200);
  });
});

test('decision 0131: with storage plans hidden, who pays for one reads it, sees what ends with it, and cancels it', async () => {
  for (const id of ['storage.plans', 'storage.preview', 'storage.cancel']) {
    const call = callById.get(id)!;
    const { actor, example } = await prepareCall(world, call);
    for (const [isVisible, isEnabled] of [
      [false, false],
      [true, false],
    ] as const) {
      await setFlag('StoragePlans', isVisible, isEnabled);
      const input = id === 'storage.preview' ? { action: 'cancel', planIndex: 0 } : example.input;
      const { status, text } = await send(world, call, { ...example, input }, actor);
      expect(status, `${id} ${text}`).toBe(200);
      await restore(world.server.services.database.pool);
    }
  }
});

test('D-298: with storage plans hidden, files are uploaded and taken out of the archive as before', async () => {
  const ids = ['library.createContent', 'upload.chunk', 'upload.read', 'upload.cancel', 'storage.restore'];
  for (const id of ids) {
    const call = callById.get(id)!;
    const { actor, example } = await prepareCall(world, call);
    await setFlag('StoragePlans', false, false);
    const { status, text } = await send(world, call, example, actor);
    expect(status, `${id} ${text}`).toBeLessThan(400);
    await restore(world.server.services.database.pool);
  }
});
