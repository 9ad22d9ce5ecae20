import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { newId } from '#contract/ids.ts';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { createAccessTokens } from '#server/http/session.ts';
import { videoFile } from '#tests/support/media.ts';
import { THIS_BUILD } from './build-site.ts';
import type { Device } from './device.ts';
import { buildClock } from './driver/build.ts';
import type { WantedChange } from './driver/driver.ts';
import { addContents } from './library-work.ts';
import { addChannel, addMembers, addNotifications, addPublications, type Member } from './members.ts';
import {
  checkIntents,
  checkView,
  DRAIN_WITHIN_MS,
  eventually,
  judge,
  settle,
  type Drain,
  type Findings,
  type Intent,
  type ScenarioReport,
} from './oracle.ts';
import type { Person } from './people.ts';
import { inWorld, type ScenarioOptions, type World } from './world.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
/** How a device's clock is off, and that it is put right and wrong again in the middle of the work. */
const CLOCKS = [
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
  ['ten years ahead', 10 * YEAR_MS],
  ['ten years behind', -10 * YEAR_MS],
] as const;
/** Between two looks at one clock from two processes. */
const LOOK_MS = 30_000;
const SEEN_WITHIN_MS = 20_000;
/** A pull answers within milliseconds: a loop makes thousands of them while one device's story is told. */
const PULLS_MAX = 120;

const WORKERS = /^(?:sync|upload)\.worker-.*\.js$/;
/** What no clock makes true: what is here was done before now. */
const ODD_WORDS =
  /\bin (?:a |an )?\d* ?(?:second|minute|hour|day|week|month|year)s?\b|(?<!\w)-\d+ ?(?:s|m|h|d|w|second|minute|hour|day)\b|\btomorrow\b|\bnext (?:week|month|year)\b|NaN|Invalid Date/i;
/** Where the clock was set on meanwhile, it is longer ago by that. */
const BEFORE_NOW = /ago|this minute|yesterday|\d{4}/;
const JUST_NOW = /this minute|[1-9] minutes? ago/;

interface Story {
  world: World;
  device: Device;
  /** Ids of what the person works with. */
  contents: string[];
  publications: string[];
  notifications: string[];
  channelId: string;
  secret: string;
  intents: Intent[];
  wrong: string[];
  expiries: number;
}

/**
 * F18: the clock of a device is off by a day and by ten years, both ways, in its pages, its workers and its service
 * worker; in the middle of the work it is put right, and wrong again. `size`: rounds of all four; left out, a day one way
 * and ten years the other, drawn by seed. What is shifted is the clock that our code reads; how long the browser keeps a cookie is the browser's own matter.
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
      const isDayAhead = world.random.fork('clocks').chance(0.5);
      const clocks =
        size === undefined
          ? CLOCKS.filter((_, index) => (isDayAhead ? index === 0 || index === 3 : index === 1 || index === 2))
          : CLOCKS;
      for (let round = 0; round < (size ?? 1); round += 1) {
        for (const [name, shiftMs] of clocks)
          notes.push(await tell(world, { owner, secret, name, shiftMs }, found, drain));
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

/** One device's story. @returns Its figures. */
const tell = async (
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
  // A Creator's screen shows what is meant for Creators.
  await world.sql.query(`update notifications set recipient_type = 'educator' where user_id = $1`, [person.userId]);
  const contents = await addContents(world.sql, person, 3);
  const device = await openWith(world, person, shiftMs);
  const story: Story = {
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
  await expectClock(story, shiftMs);
  await expectPlayer(story);

  await device.goto('/library');
  const file = await videoFile();
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  await act(story, 0, shiftMs, 0);
  await act(story, 1, 0, shiftMs);
  await act(story, 2, shiftMs, shiftMs);
  await workClosed(story, shiftMs);

  const settled = await settle(world, [device]);
  drain.seconds = Math.max(drain.seconds, settled.seconds);
  drain.stuck.push(...settled.stuck.map((line) => `${name}: ${line}`));
  await expectFresh(story);
  const findings = await checkIntents(world, device, story.intents);
  findings.lost.push(
    ...story.wrong,
    ...(await checkView(world, device)),
    ...(await checkUpload(story, file)),
    ...(await checkRows(story)),
  );
  const { refreshes, pulls } = countTraffic(story, findings);
  for (const kind of ['lost', 'doubled', 'reordered'] as const)
    found[kind].push(...findings[kind].map((line) => `${name}: ${line}`));
  await device.close();
  return `${name}: ${story.intents.length} changes and an upload, ${story.expiries} sessions ran out, ${refreshes} refreshes, ${pulls} pulls`;
};

/** Every script of the app that has a clock of its own gets the wrong one with it. */
const openWith = async ({ proxy, open }: World, person: Person, shiftMs: number): Promise<Device> => {
  const initScript = await buildClock(shiftMs);
  const workers = readdirSync(path.join(THIS_BUILD, 'assets'))
    .filter((name) => WORKERS.test(name))
    .map((name) => `assets/${name}`);
  for (const file of ['sw.js', ...workers]) {
    proxy.files.set(`/${file}`, {
      type: 'text/javascript',
      text: initScript + (await readFile(path.join(THIS_BUILD, file), 'utf8')),
    });
  }
  proxy.log.length = 0;
  return open(person, '/library', { initScript });
};

const look = (): [clockMs: number, countedMs: number] => [Date.now(), performance.timeOrigin + performance.now()];

/** In the page, in its workers and in the service worker the clock is off, and time goes on as it does. */
const expectClock = async ({ device, wrong }: Story, shiftMs: number): Promise<void> => {
  const contexts = () =>
    [
      ['page', device.page],
      ...device.page.workers().map((worker) => [worker.url(), worker] as const),
      ...device.context.serviceWorkers().map((worker) => [worker.url(), worker] as const),
    ] as const;
  const off = (ms: number) => Math.abs(ms) > LOOK_MS;
  let seen: string[] = [];
  const isSo = await eventually(async () => {
    seen = [];
    const looks = await Promise.all(
      contexts().map(async ([where, context]) => [where, await (context as Page).evaluate(look)] as const),
    );
    for (const [where, [clockMs, countedMs]] of looks) {
      if (off(clockMs - Date.now() - shiftMs)) seen.push(`${where} shows ${new Date(clockMs).toISOString()}`);
      if (off(countedMs - Date.now())) seen.push(`${where} counts another time`);
    }
    const names = looks.map(([where]) => where).join(' ');
    for (const wanted of ['page', 'sync.worker', 'sw.js'])
      if (!names.includes(wanted)) seen.push(`no ${wanted} is there`);
    return seen.length === 0 ? true : undefined;
  }, performance.now() + SEEN_WITHIN_MS);
  if (!isSo) wrong.push(`the test is wrong, the clock is not ${shiftMs} off: ${seen.join(', ')}`);
};

const setClock = async (story: Story, shiftMs: number): Promise<void> => {
  await story.device.page.evaluate(
    (ms) => (globalThis as unknown as { faultsSetClock(ms: number): void }).faultsSetClock(ms),
    shiftMs,
  );
  await expectClock(story, shiftMs);
};

/** The token that is here has really run out; the server says so, and nobody else. */
const expireSession = async (story: Story): Promise<void> => {
  const { accessToken = '' } = await story.device.ask('session');
  const { sid, sub } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as {
    sid: string;
    sub: string;
  };
  const old = await createAccessTokens(story.secret).sign(
    { sessionId: sid, userId: sub },
    new Date(Date.now() - ACCESS_TOKEN_LIFE_MS - 60_000),
  );
  await story.device.ask('setAccessToken', old);
  story.expiries += 1;
};

const queue = async (
  { device, intents }: Story,
  changes: readonly (WantedChange & { entity: string })[],
): Promise<void> => {
  const keys = await device.ask(
    'enqueue',
    changes.map(({ call, input }) => ({ call, input })),
  );
  intents.push(...keys.map((key, index) => ({ key, entity: changes[index]!.entity })));
};

const untilSent = async ({ device, wrong }: Story, when: string): Promise<void> => {
  await device.nudge();
  const left = async () => (await device.ask('outbox')).filter(({ state }) => state !== 'sent');
  const isEmpty = await eventually(
    async () => ((await left()).length === 0 ? true : undefined),
    performance.now() + DRAIN_WITHIN_MS,
  );
  if (!isEmpty)
    wrong.push(
      `${when}: the Outbox is not empty: ${(await left()).map(({ call, problem }) => `${call} ${problem?.code ?? ''}`).join(', ')}`,
    );
};

/** Changes with a network and without one, over a reload, over a set clock and over a session that has run out. */
const act = async (story: Story, stage: number, shiftMs: number, nextMs: number): Promise<void> => {
  const { device, contents, publications, notifications, channelId } = story;
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

  await queue(story, [
    { entity: folder, call: 'library.createFolder', input: { id: folder, title: `Plan ${stage}` } },
    move(folder),
    title('one'),
    rename('Take one'),
    rate(2),
    follow,
    read(2 * stage),
  ]);
  await untilSent(story, `stage ${stage} with a network`);
  await device.context.setOffline(true);
  await queue(story, [
    title('two'),
    move(null),
    rename('Take two'),
    rate(3),
    { ...follow, call: 'channels.unfollow' },
    read(2 * stage + 1),
  ]);
  await device.goto('/library');
  await expectWords(story, `Plan ${stage} two`, JUST_NOW);
  if (nextMs !== shiftMs) await setClock(story, nextMs);
  await queue(story, [
    title('three'),
    { entity: other, call: 'library.createFolder', input: { id: other, title: `Other ${stage}` } },
    move(other),
    rename('Take three'),
    rate(5),
    follow,
  ]);
  await expectWords(story, `Plan ${stage} three`, nextMs > Math.max(shiftMs, 0) ? BEFORE_NOW : JUST_NOW);
  await expireSession(story);
  await device.context.setOffline(false);
  await untilSent(story, `stage ${stage} after it was without one`);
};

/** Nothing of the app is open: the service worker sends, with its own clock and a session that has run out. */
const workClosed = async (story: Story, shiftMs: number): Promise<void> => {
  const { device, world, wrong, contents } = story;
  await device.goto('/library');
  await expectClock(story, shiftMs);
  await device.context.setOffline(true);
  const folder = newId();
  await queue(story, [
    { entity: folder, call: 'library.createFolder', input: { id: folder, title: 'Closed' } },
    { entity: folder, call: 'library.editFolder', input: { folderId: folder, title: 'Closed twice' } },
    { entity: contents[0]!, call: 'library.moveContents', input: { folderId: folder, contentIds: [contents[0]!] } },
  ]);
  await expireSession(story);
  const keys = new Set(story.intents.slice(-3).map(({ key }) => key));
  await device.leave();
  await device.context.setOffline(false);
  await device.dispatchSync();
  // An answer that a page left behind did not hear is asked for again.
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

const wordsAt = async ({ device }: Story, address: string, wanted: RegExp): Promise<string> => {
  await device.goto(address);
  const main = device.page.locator('main');
  await main
    .filter({ hasText: wanted })
    .first()
    .waitFor()
    .catch(() => {});
  return (await main.innerText().catch(() => '')).replaceAll(/\s+/g, ' ');
};

/** What the screens say of ages while there is no network, and that they show what was done. */
const expectWords = async (story: Story, folderTitle: string, age: RegExp): Promise<void> => {
  const screens = [
    ['/library?tab=folders', new RegExp(folderTitle), new RegExp(folderTitle)],
    ['/outbox', /Made/, age],
    [
      '/help-support/sync-storage',
      /Last sync/,
      new RegExp(`Last sync: .*(?:${age.source}).*oldest was made .*(?:${age.source})`),
    ],
    ['/notifications', /Hello/, BEFORE_NOW],
  ] as const;
  for (const [address, wanted, says] of screens) {
    const words = await wordsAt(story, address, wanted);
    if (!says.test(words)) story.wrong.push(`${address} does not say ${String(says)} but: ${words.slice(0, 400)}`);
    const made = [...words.matchAll(/Made .{0,30}/g)].filter(([text]) => !age.test(text));
    if (made.length > 0) story.wrong.push(`${address} says: ${made.map(([text]) => text).join(', ')}`);
    const odd = ODD_WORDS.exec(words);
    if (odd) story.wrong.push(`${address} says “${odd[0]}”`);
  }
  await story.device.goto('/library');
};

/** In the end: in, in sync since this minute, and what others did is as old as it is, whatever the device's clock says. */
const expectFresh = async (story: Story): Promise<void> => {
  const { device, wrong, channelId } = story;
  const sync = await wordsAt(story, '/help-support/sync-storage', /Everything is sent/);
  if (!/Everything is sent.*Last sync: .*(?:this minute|[1-9] minutes? ago)/.test(sync))
    wrong.push(`in the end the sync screen says ${sync.slice(0, 300)}`);
  const channel = await wordsAt(story, `/channels/${channelId}`, /\d|now/);
  if (ODD_WORDS.test(`${sync} ${channel}`)) wrong.push(`in the end it says ${sync} ${channel}`);
  const { userId } = await device.ask('session');
  if (userId !== device.person.userId || /sign-in|welcome/.test(device.page.url()))
    wrong.push(`signed out, at ${device.page.url()}`);
};

/** An address that has not run out is played, whatever the device's clock says. */
const expectPlayer = async (story: Story): Promise<void> => {
  const { device, publications, channelId, wrong } = story;
  await device.goto(`/watch-channel?content=${publications[0]}&channelId=${channelId}`);
  const isThere = await device.page
    .locator('.player')
    .first()
    .waitFor({ state: 'attached' })
    .then(
      () => true,
      () => false,
    );
  if (!isThere) wrong.push(`no player opens`);
};

/** One content, byte for byte. */
const checkUpload = async ({ world, device, contents }: Story, file: string): Promise<string[]> => {
  const { rows } = await world.sql.query<{ id: string }>(
    'select id::text from contents where scope = $1 and not (id = any($2::uuid[]))',
    [device.person.scope, contents],
  );
  if (rows.length !== 1) return [`there are ${rows.length} contents of one upload`];
  const [wanted, stored] = await Promise.all([
    readFile(file),
    readFile(path.join(world.app.dataDir, 'objects', 'originals', rows[0]!.id)),
  ]);
  return hashOf(wanted) === hashOf(stored) ? [] : [`the stored original is another file`];
};
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The last word of each stage is what the server has. */
const checkRows = async ({ world, device, publications, notifications, channelId }: Story): Promise<string[]> => {
  const { userId, scope } = device.person;
  const ask = async (text: string, values: unknown[]): Promise<string> =>
    String((await world.sql.query<{ said: string }>(text, values)).rows[0]?.said);
  const wrong: string[] = [];
  const expect = (what: string, is: string, wanted: string): void => {
    if (is !== wanted) wrong.push(`${what} is ${is} instead of ${wanted}`);
  };
  expect(
    'the names of the folders',
    await ask(`select string_agg(title, ', ' order by title) as said from folders where scope = $1`, [scope]),
    ['Closed twice', 'Other 0', 'Other 1', 'Other 2', 'Plan 0 three', 'Plan 1 three', 'Plan 2 three'].join(', '),
  );
  expect(
    'the rating',
    await ask(
      `select string_agg(relevance::text, ', ') as said from ratings where user_id = $1 and publication_id = any($2::uuid[])`,
      [userId, publications],
    ),
    '5, 5, 5',
  );
  expect(
    'the number of follows',
    await ask('select count(*)::text as said from follows where user_id = $1 and channel_id = $2', [userId, channelId]),
    '1',
  );
  expect(
    'the number of read notifications',
    await ask('select count(*)::text as said from notifications where id = any($1::uuid[]) and is_read', [
      notifications,
    ]),
    '6',
  );
  return wrong;
};

/** Who asks again and again in a circle shows here. Each session that ran out was renewed once, and once more where a page was left in the middle of it. */
const countTraffic = ({ world, expiries }: Story, findings: Findings): { refreshes: number; pulls: number } => {
  const count = (wanted: string) => world.proxy.log.filter(({ path: each }) => each === wanted).length;
  const [refreshes, pulls] = [count('/api/auth/token/refresh'), count('/api/sync')];
  if (refreshes > 2 * expiries) findings.doubled.push(`${refreshes} refreshes for ${expiries} sessions that ran out`);
  if (refreshes < expiries)
    findings.lost.push(`the test is wrong: ${refreshes} refreshes for ${expiries} sessions that ran out`);
  if (pulls > PULLS_MAX) findings.doubled.push(`${pulls} pulls, at most ${PULLS_MAX} are to be explained`);
  if (count('/api/auth/logout') > 0) findings.lost.push('the person was signed out');
  return { refreshes, pulls };
};
