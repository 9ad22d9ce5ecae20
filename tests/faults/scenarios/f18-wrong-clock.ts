import { randomBytes } from 'node:crypto';
import { newId } from '#contract/ids.ts';
import { videoFile } from '#tests/support/media.ts';
import {
  BEFORE_NOW,
  checkRows,
  checkUpload,
  countTraffic,
  expectFresh,
  expectPlayer,
  expectWords,
  JUST_NOW,
} from '../oracle/clock-checks.ts';
import {
  expectClock,
  expireSession,
  openWith,
  queue,
  SEEN_WITHIN_MS,
  setClock,
  untilSent,
  type ClockRun,
} from './clock-run.ts';
import { addContents } from '../world/library-work.ts';
import { addChannel, addMembers, addNotifications, addPublications, type Member } from '../world/members.ts';
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
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
/** Shifts of the device's clock; during use it is corrected and shifted again. */
const CLOCKS = [
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
  ['ten years ahead', 10 * YEAR_MS],
  ['ten years behind', -10 * YEAR_MS],
] as const;

/**
 * F18: a device's clock is off by a day and by ten years, both ways, in its pages, workers and service worker; during
 * use it is corrected and shifted again. `size`: rounds of all four; left out, one of them, drawn by seed. Only the clock that our code reads is shifted: the expiry of cookies follows the browser's own clock.
 */
export const runF18 = ({ seed, size }: ScenarioOptions): Promise<ScenarioReport> => {
  const secret = randomBytes(24).toString('hex');
  return inWorld(
    { seed },
    async (world) => {
      const found: Findings = { lost: [], doubled: [], reordered: [] };
      const drain: Drain = { seconds: 0, stuck: [] };
      const notes: string[] = [];
      const [owner] = (await addMembers(world.sql, secret, 1)) as [Member];
      const clocks = size === undefined ? [world.random.fork('clocks').pick(CLOCKS)] : CLOCKS;
      for (let round = 0; round < (size ?? 1); round += 1) {
        for (const [name, shiftMs] of clocks)
          notes.push(await runDevice(world, { owner, secret, name, shiftMs }, found, drain));
      }
      return judge('F18', seed, drain, found, [], notes.join('; '));
    },
    { SIDELINE_SECRET: secret },
  );
};

interface Clock {
  owner: Member;
  secret: string;
  name: string;
  shiftMs: number;
}

/**
 * Runs one device.
 *
 * @returns A summary of its figures.
 */
const runDevice = async (
  world: World,
  { owner, secret, name, shiftMs }: Clock,
  found: Findings,
  drain: Drain,
): Promise<string> => {
  const person = await world.addPerson();
  const { channelId } = await addChannel(world.sql, owner);
  const publications = await addPublications(world.sql, { channelId, owner }, 3);
  const notifications = await addNotifications(
    world.sql,
    Array.from({ length: 6 }, () => person),
  );
  // The Creator's screen only shows notifications for Creators.
  await world.sql.query(`update notifications set recipient_type = 'educator' where user_id = $1`, [person.userId]);
  const contents = await addContents(world.sql, person, 3);
  const device = await openWith(world, person, shiftMs);
  const run: ClockRun = {
    world,
    device,
    contents,
    publications,
    notifications,
    channelId,
    secret,
    intents: [],
    wrong: [],
    expiries: 0,
  };
  device.context.setDefaultTimeout(SEEN_WITHIN_MS);
  await checkView(world, device);
  await expectClock(run, shiftMs);
  await expectPlayer(run);

  await device.goto('/library');
  const file = await videoFile();
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  await act(run, 0, shiftMs, 0);
  await act(run, 1, 0, shiftMs);
  await act(run, 2, shiftMs, shiftMs);
  await workClosed(run, shiftMs);

  const settled = await settle(world, [device]);
  drain.seconds = Math.max(drain.seconds, settled.seconds);
  drain.stuck.push(...settled.stuck.map((line) => `${name}: ${line}`));
  await expectFresh(run);
  const findings = await checkIntents(world, device, run.intents);
  findings.lost.push(
    ...run.wrong,
    ...(await checkView(world, device)),
    ...(await checkUpload(run, file)),
    ...(await checkRows(run)),
  );
  const { refreshes, pulls } = countTraffic(run, findings);
  for (const kind of ['lost', 'doubled', 'reordered'] as const)
    found[kind].push(...findings[kind].map((line) => `${name}: ${line}`));
  await device.close();
  return `${name}: ${run.intents.length} changes and an upload, ${run.expiries} sessions ran out, ${refreshes} refreshes, ${pulls} pulls`;
};

/** Makes changes online and offline, across a reload, a clock change and an expired session. */
const act = async (run: ClockRun, stage: number, shiftMs: number, nextMs: number): Promise<void> => {
  const { device, contents, publications, notifications, channelId } = run;
  const [folder, other, item] = [newId(), newId(), contents[stage % contents.length]!];
  const title = (name: string) => ({
    entity: folder,
    call: 'library.editFolder' as const,
    input: { folderId: folder, title: `Plan ${stage} ${name}` },
  });
  const move = (to: string | null) => ({
    entity: item,
    call: 'library.moveContents' as const,
    input: { folderId: to, contentIds: [item] },
  });
  const rename = (filename: string) => ({
    entity: item,
    call: 'library.renameContent' as const,
    input: { id: item, filename: `${filename} ${stage}` },
  });
  const rate = (stars: number) => ({
    entity: `rating ${stage}`,
    call: 'ratings.update' as const,
    input: {
      publishedContentId: publications[stage]!,
      contentItemRatings: { Relevance: stars, Helpful: stars, Engaging: stars },
    },
  });
  const read = (index: number) => ({
    entity: notifications[index]!,
    call: 'notifications.markRead' as const,
    input: { notificationId: notifications[index]! },
  });
  const follow = { entity: channelId, call: 'channels.follow' as const, input: { channelId } };

  await queue(run, [
    { entity: folder, call: 'library.createFolder', input: { id: folder, title: `Plan ${stage}` } },
    move(folder),
    title('one'),
    rename('Take one'),
    rate(2),
    follow,
    read(2 * stage),
  ]);
  await untilSent(run, `stage ${stage} with a network`);
  await device.context.setOffline(true);
  await queue(run, [
    title('two'),
    move(null),
    rename('Take two'),
    rate(3),
    { ...follow, call: 'channels.unfollow' },
    read(2 * stage + 1),
  ]);
  await device.goto('/library');
  await expectWords(run, `Plan ${stage} two`, JUST_NOW);
  if (nextMs !== shiftMs) await setClock(run, nextMs);
  await queue(run, [
    title('three'),
    { entity: other, call: 'library.createFolder', input: { id: other, title: `Other ${stage}` } },
    move(other),
    rename('Take three'),
    rate(5),
    follow,
  ]);
  await expectWords(run, `Plan ${stage} three`, nextMs > Math.max(shiftMs, 0) ? BEFORE_NOW : JUST_NOW);
  await expireSession(run);
  await device.context.setOffline(false);
  await untilSent(run, `stage ${stage} after it was without one`);
};

/** The app is closed: the service worker sends with its own clock and an expired session. */
const workClosed = async (run: ClockRun, shiftMs: number): Promise<void> => {
  const { device, world, wrong, contents } = run;
  await device.goto('/library');
  await expectClock(run, shiftMs);
  await device.context.setOffline(true);
  const folder = newId();
  await queue(run, [
    { entity: folder, call: 'library.createFolder', input: { id: folder, title: 'Closed' } },
    { entity: folder, call: 'library.editFolder', input: { folderId: folder, title: 'Closed twice' } },
    { entity: contents[0]!, call: 'library.moveContents', input: { folderId: folder, contentIds: [contents[0]!] } },
  ]);
  await expireSession(run);
  const keys = new Set(run.intents.slice(-3).map(({ key }) => key));
  await device.leave();
  await device.context.setOffline(false);
  await device.dispatchSync();
  // An answer that a closed page did not receive is requested again.
  const sent = () =>
    new Set(
      world.proxy.log.flatMap(({ key, status }) =>
        key && keys.has(key) && status !== null && status < 400 ? [key] : [],
      ),
    ).size;
  if (!(await eventually(async () => (sent() === keys.size ? true : undefined), performance.now() + DRAIN_WITHIN_MS)))
    wrong.push(`with the app closed ${sent()} of ${keys.size} changes were sent`);
  await device.goto('/library');
};
