import type { Locator, Page } from 'playwright';
import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import {
  checkIntents,
  checkView,
  eventually,
  judge,
  type Findings,
  type Intent,
  type ScenarioReport,
} from '../oracle/oracle.ts';
import { MUTATIONS } from '../proxy/proxy-modes.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 20;
const DELIVERED_WITHIN_MS = 60_000;
const APPEARS_WITHIN_MS = 20_000;

/** `refused`: the server refuses the change. `failing`: the server answers 500 each time. */
type Poison = 'refused' | 'failing';

/**
 * F8: `size` changes (20) are made offline, and one in the middle can never succeed: once the server refuses it, once
 * it answers 500 each time. All others are delivered, and the Outbox shows that one with its reason and actions.
 */
export const runF8 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    const device = await world.open(await world.addPerson());
    const found: Findings = { lost: [], doubled: [], reordered: [] };
    device.context.setDefaultTimeout(APPEARS_WITHIN_MS);
    const seconds = [];
    /** Keys of earlier rounds. */
    const known: string[] = [];
    for (const poison of ['refused', 'failing'] as const)
      seconds.push(await play(world, device, poison, { size, found, known }));
    return judge(
      'F8',
      seed,
      { seconds: Math.max(...seconds), stuck: [] },
      found,
      await checkView(world, device),
      `2 × ${size - 1} of ${size} delivered beside one that cannot be, 1 shown`,
    );
  });

type Change =
  | { call: 'library.createFolder'; input: { id: string; title: string } }
  | { call: 'library.editFolder'; input: { folderId: string; title: string } };

/** @returns Seconds until all others were delivered. */
const play = async (
  world: World,
  device: Device,
  poison: Poison,
  { size, found, known }: { size: number; found: Findings; known: string[] },
): Promise<number> => {
  const { scope } = device.person;
  const bad: Bad = { folder: newId(), taken: newId(), title: `Set pieces ${poison}`, key: '' };
  const isTaken = poison === 'refused';
  if (!isTaken)
    await world.sql.query('insert into folders (id, scope, title) values ($1, $2, $3)', [
      bad.folder,
      scope,
      'Throw-ins',
    ]);
  await device.nudge();
  await checkView(world, device);
  await device.context.setOffline(true);
  const change: Change = isTaken
    ? { call: 'library.createFolder', input: { id: bad.folder, title: bad.title } }
    : { call: 'library.editFolder', input: { folderId: bad.folder, title: bad.title } };
  const changes: Change[] = Array.from({ length: size - 1 }, (_, index) => ({
    call: 'library.createFolder',
    input: { id: newId(), title: `${poison} ${index}` },
  }));
  changes.splice(world.random.integer(1, size - 2), 0, change);
  const keys = await device.ask('enqueue', changes);
  const intents: Intent[] = keys.map((key, index) => ({
    key,
    entity: 'id' in changes[index]!.input ? changes[index]!.input.id : bad.folder,
  }));
  bad.key = keys[changes.indexOf(change)]!;
  if (isTaken)
    await world.sql.query('insert into folders (id, scope, title) values ($1, $2, $3)', [bad.taken, scope, bad.title]);
  else world.proxy.setRules({ method: MUTATIONS, path: new RegExp(bad.folder), mode: { kind: 'status', status: 500 } });
  const startedAtMs = performance.now();
  await device.context.setOffline(false);
  await device.goto('/outbox');
  const left = async () => (await device.ask('outbox')).filter(({ state }) => state !== 'sent').map(({ id }) => id);
  const isAlone = await eventually(
    async () => ((await left()).join() === bad.key ? true : undefined),
    startedAtMs + DELIVERED_WITHIN_MS,
  );
  if (!isAlone)
    found.lost.push(`${poison}: waiting are ${(await left()).length}, not only the one that cannot succeed`);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const reached = world.proxy.log.length;
  found.lost.push(...(await (isTaken ? retryRefused : discardFailing)(world, device, bad)));
  // Retrying a refused change gives it a new key.
  const retriedKeys = world.proxy.log.slice(reached).flatMap(({ key }) => (key && key !== bad.key ? [key] : []));
  const findings = await checkIntents(world, device, intents, {
    discarded: [bad.key],
    elsewhere: [...known, ...retriedKeys],
  });
  known.push(...keys, ...retriedKeys);
  for (const kind of ['lost', 'doubled', 'reordered'] as const) found[kind].push(...findings[kind]);
  return seconds;
};

interface Bad {
  title: string;
  folder: string;
  /** A folder of the person's other device that already has the title. */
  taken: string;
  key: string;
}

const rowOf = (page: Page, { title }: Bad): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

const isThere = (locator: Locator): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout: APPEARS_WITHIN_MS })
    .then(
      () => true,
      () => false,
    );

const choose = async (page: Page, row: Locator, what: 'Retry' | 'Discard'): Promise<void> => {
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: what }).click();
};

/** Checks that exactly one row is shown under this heading, with its age and reason. */
const wrongRow = async (page: Page, row: Locator, list: string, why: RegExp): Promise<string[]> => {
  const wrong = [];
  if (!(await isThere(page.getByRole('list', { name: list })))) wrong.push(`the Outbox has no list “${list}”`);
  if (!(await isThere(row.filter({ hasText: why }))))
    wrong.push(`the Outbox does not show ${why}, but: ${await page.getByRole('main').innerText()}`);
  if (!(await isThere(row.filter({ hasText: /Made/ }).locator('time[datetime]'))))
    wrong.push('the Outbox does not show the age of the change');
  if ((await page.getByRole('main').getByRole('listitem').count()) !== 1)
    wrong.push('the Outbox shows more than the one that cannot succeed');
  return wrong;
};

/** Retry is refused again while the reason persists, and succeeds once it is gone. */
const retryRefused = async (world: World, device: Device, bad: Bad): Promise<string[]> => {
  const { page } = device;
  const [row, why] = [rowOf(page, bad), new RegExp(`${bad.title} already exists`)];
  const wrong = await wrongRow(page, row, 'Needs you', why);
  const tries = () =>
    world.proxy.log.filter(({ path, status }) => path === '/api/library/folders' && status === 409).length;
  const before = tries();
  await choose(page, row, 'Retry');
  if (!(await eventually(async () => (tries() > before ? true : undefined), performance.now() + APPEARS_WITHIN_MS)))
    wrong.push('Retry sends nothing');
  wrong.push(...(await wrongRow(page, row, 'Needs you', why)));
  await world.sql.query('delete from folders where id = $1', [bad.taken]);
  await choose(page, row, 'Retry');
  if (!(await isThere(page.getByText('Everything is sent.'))))
    wrong.push(`Retry does not send a change that can succeed now: ${await page.getByRole('main').innerText()}`);
  return wrong;
};

/** Retry fails each time; Discard removes the entry and the folder shows its old name. */
const discardFailing = async (world: World, device: Device, bad: Bad): Promise<string[]> => {
  const { page } = device;
  const row = rowOf(page, bad);
  const wrong = await wrongRow(page, row, 'Waiting', /The server cannot take it at the moment\. Tried/);
  const tries = () => world.proxy.faults.get('status') ?? 0;
  const before = tries();
  await choose(page, row, 'Retry');
  if (!(await eventually(async () => (tries() > before ? true : undefined), performance.now() + APPEARS_WITHIN_MS)))
    wrong.push('Retry sends nothing');
  await choose(page, row, 'Discard');
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Discard' }).click();
  if (!(await isThere(page.getByText('Everything is sent.')))) wrong.push('a discarded change is still shown');
  world.proxy.heal();
  return wrong;
};
