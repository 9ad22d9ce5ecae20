import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { newId } from '#contract/ids.ts';
import { pdfFile } from '#tests/support/media.ts';
import type { Device } from '../world/device.ts';
import { addContents } from '../world/library-work.ts';
import {
  checkIntents,
  checkView,
  DRAIN_WITHIN_MS,
  eventually,
  judge,
  settle,
  type Drain,
  type Findings,
  type ScenarioReport,
} from '../oracle/oracle.ts';
import type { Person } from '../world/people.ts';
import { askToLogOut, findInTab, signInByForm } from '../world/screens.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 5;
const APPEARS_WITHIN_MS = 20_000;

/** Two tabs of one person on one device. */
interface Tabs {
  device: Device;
  tab: Page;
}

/**
 * F6: a person makes `size` changes (5) offline, then a second person takes over the device: once after a sign-out,
 * once after the session was ended on the server. No change is sent in the wrong name, and the second person can read
 * nothing of the first.
 */
export const runF6 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    const found: Findings = { lost: [], doubled: [], reordered: [] };
    const drains = [await leaveBySigningOut(world, size, found), await leaveByExpiry(world, size, found)];
    const drain: Drain = {
      seconds: Math.max(...drains.map(({ seconds }) => seconds)),
      stuck: drains.flatMap(({ stuck }) => stuck),
    };
    return judge(
      'F6',
      seed,
      drain,
      found,
      [],
      `${size} changes left behind by a sign-out, and ${size} by a session that ended; 2 tabs`,
    );
  });

const openTabs = async (world: World, person: Person): Promise<Tabs> => {
  const device = await world.open(person);
  device.context.setDefaultTimeout(APPEARS_WITHIN_MS);
  const tab = await device.context.newPage();
  await tab.goto(`${world.url}/library`);
  await checkView(world, device);
  return { device, tab };
};

/** A random word, unique in the run. */
const word = (world: World): string => `Word${world.random.integer(1e8, 1e9)}x`;

const queueFolders = async (
  { device }: Tabs,
  titles: readonly string[],
): Promise<{ key: string; entity: string }[]> => {
  const changes = titles.map((title) => ({ call: 'library.createFolder' as const, input: { id: newId(), title } }));
  const keys = await device.ask('enqueue', changes);
  return keys.map((key, index) => ({ key, entity: changes[index]!.input.id }));
};

const isSoon = async (look: () => Promise<boolean>): Promise<boolean> =>
  (await eventually(async () => ((await look()) ? true : undefined), performance.now() + APPEARS_WITHIN_MS)) === true;

/** Deliveries of one person's change under another person's session, or into a scope that is not theirs. */
const misattributedRequests = ({ proxy }: World, keys: ReadonlySet<string>, owner: Person, other: Person): string[] =>
  proxy.log
    .filter(
      ({ key, subject, scope }) =>
        (key && keys.has(key) && subject !== owner.userId) || (subject === other.userId && scope === owner.scope),
    )
    .map(({ method, path, key }) => `${method} ${path} of ${owner.username} (${key}) was sent as another person`);

/**
 * The sign-out dialog with unsent work: "Send them now" does not sign out while offline; "Discard and log out" leaves
 * no data behind.
 */
const leaveBySigningOut = async (world: World, size: number, found: Findings): Promise<Drain> => {
  const [ana, bea] = [await world.addPerson(), await world.addPerson()];
  const [content] = (await addContents(world.sql, ana, 1)) as [string];
  const tabs = await openTabs(world, ana);
  const { device, tab } = tabs;
  const words = Array.from({ length: size + 3 }, () => word(world));
  const [renamed, filename, inside] = words as [string, string, string];
  await device.context.setOffline(true);
  const intents = await queueFolders(tabs, words.slice(3));
  await device.ask('enqueue', [{ call: 'library.renameContent', input: { id: content, filename: renamed } }]);
  await tab.getByText(renamed).first().waitFor();
  const bytes = Buffer.concat([await readFile(await pdfFile(1)), Buffer.from(`\n% ${inside}\n`)]);
  await device.page
    .getByLabel('Upload', { exact: true })
    .setInputFiles([{ name: `${filename}.pdf`, mimeType: 'application/pdf', buffer: bytes }]);
  if (!(await isSoon(async () => (await device.ask('findInStorage', words)).length >= words.length)))
    found.lost.push('the search does not find data that is on the device: the test is wrong');

  await askToLogOut(device.page);
  await device.page.getByText(`${size + 1} changes have not been sent yet. 1 upload is not finished.`).waitFor();
  await device.page.getByRole('button', { name: 'Send them now' }).click();
  await device.page.getByText('Some changes could not be sent yet.').waitFor();
  const kept = (await device.ask('outbox')).length;
  if (kept !== size + 1) found.lost.push(`“Send them now” without a network left ${kept} of ${size + 1} changes`);

  await device.goto('/library');
  await askToLogOut(device.page);
  await device.page.getByRole('button', { name: 'Discard and log out' }).click();
  await device.page.waitForURL('**/welcome');
  const secrets = [...words, ana.username];
  if (!(await isSoon(async () => (await findInTab(tab, secrets)).length === 0)))
    found.lost.push(...(await findInTab(tab, secrets)).map((line) => `after the sign-out in another tab: ${line}`));
  if (!(await isSoon(async () => new URL(tab.url()).pathname === '/welcome')))
    found.lost.push(`the other tab stays at ${tab.url()}`);
  if (!(await isSoon(async () => (await device.ask('findInStorage', secrets)).length === 0)))
    found.lost.push(...(await device.ask('findInStorage', secrets)).map((line) => `after the sign-out: ${line}`));
  found.lost.push(...(await findInTab(device.page, secrets)));

  // Bea signs in on Ana's second tab.
  await device.context.setOffline(false);
  await tab.goto(`${world.url}/sign-in`);
  await signInByForm(tab, bea);
  const theirs = await queueFolders(tabs, [word(world)]);
  await device.goto('/library');
  const drain = await settle(world, [device]);
  const isRevoked = await isSoon(
    async () =>
      (await world.sql.query('select 1 from sessions where user_id = $1 and revoked_at is not null', [ana.userId]))
        .rowCount! > 0,
  );
  if (!isRevoked) found.lost.push('the sign-out did not reach the server');
  if (
    (await world.sql.query('select 1 from sessions where user_id = $1 and revoked_at is not null', [bea.userId]))
      .rowCount! > 0
  )
    found.lost.push('the late sign-out ended the next person’s session');
  if (!(await isSoon(async () => (await device.ask('findInStorage', [...secrets, ana.userId])).length === 0)))
    found.lost.push(...(await device.ask('findInStorage', [...secrets, ana.userId])));
  found.doubled.push(...misattributedRequests(world, new Set(intents.map(({ key }) => key)), ana, bea));
  const beas = await checkIntents(world, { ...device, person: bea }, theirs);
  found.lost.push(...beas.lost);
  await device.context.close();
  return drain;
};

/** The session ends on the server: unsent changes are kept for their owner while another person uses the device. */
const leaveByExpiry = async (world: World, size: number, found: Findings): Promise<Drain> => {
  const [carl, dora] = [await world.addPerson(), await world.addPerson()];
  const tabs = await openTabs(world, carl);
  const { device, tab } = tabs;
  const words = Array.from({ length: size }, () => word(world));
  await device.context.setOffline(true);
  const intents = await queueFolders(tabs, words);
  const end = world.random.pick(['revoked_at = now()', "expires_at = now() - interval '1 minute'"]);
  await world.sql.query(`update sessions set ${end} where user_id = $1`, [carl.userId]);
  await device.context.setOffline(false);
  await device.goto('/outbox');
  await device.page.getByText('Sign in to send what waits.').waitFor();
  await tab.goto(`${world.url}/outbox`);
  await tab.getByText('Sign in to send what waits.').waitFor();
  await tab.getByText(words[0]!).first().waitFor();

  // Dora signs in on one of the two tabs, and both switch to her account.
  const [hers, other] = world.random.chance(0.5) ? [device.page, tab] : [tab, device.page];
  await hers.getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(hers, dora);
  for (const page of [hers, other]) {
    if (!(await isSoon(async () => (await findInTab(page, words)).length === 0)))
      found.lost.push(...(await findInTab(page, words)).map((line) => `after another person signed in: ${line}`));
  }
  const secret = word(world);
  const theirs = await queueFolders(tabs, [secret]);
  await device.nudge();
  const done = await isSoon(async () => (await device.ask('outbox')).length === 0);
  if (!done) found.lost.push('the next person’s change was not sent');
  found.lost.push(...(await checkIntents(world, { ...device, person: dora }, theirs)).lost);
  const early = world.proxy.log.filter(
    ({ key, status }) => intents.some((intent) => intent.key === key) && status !== null && status < 400,
  );
  found.doubled.push(
    ...early.map(
      ({ method, path }) => `${method} ${path} of ${carl.username} was sent while ${dora.username} was signed in`,
    ),
  );

  await hers.goto(`${world.url}/library`);
  await askToLogOut(hers);
  await hers.getByRole('button', { name: 'Log Out', exact: true }).click();
  await hers.waitForURL('**/welcome');
  if (!(await isSoon(async () => (await device.ask('findInStorage', [secret, dora.username])).length === 0)))
    found.lost.push(...(await device.ask('findInStorage', [secret, dora.username])));
  await hers.goto(`${world.url}/sign-in`);
  await signInByForm(hers, carl);
  const drain = await settle(world, [device], DRAIN_WITHIN_MS);
  const findings = await checkIntents(world, device, intents);
  for (const kind of ['lost', 'doubled', 'reordered'] as const) found[kind].push(...findings[kind]);
  found.lost.push(...(await checkView(world, device)));
  found.doubled.push(...misattributedRequests(world, new Set(intents.map(({ key }) => key)), carl, dora));
  await device.context.close();
  return drain;
};
