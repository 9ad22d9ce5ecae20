import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClockRun } from '../scenarios/clock-run.ts';
import type { Findings } from './oracle.ts';

// What F18 (f18-wrong-clock.ts) expects of the screens, of the server's rows and of the traffic.

/** Most pulls expected in one device's run. A pull loop makes thousands: each is answered within milliseconds. */
const PULLS_MAX = 120;
/** Texts that are wrong under any clock: everything shown happened in the past. */
const ODD_WORDS =
  /\bin (?:a |an )?\d* ?(?:second|minute|hour|day|week|month|year)s?\b|(?<!\w)-\d+ ?(?:s|m|h|d|w|second|minute|hour|day)\b|\btomorrow\b|\bnext (?:week|month|year)\b|NaN|Invalid Date/i;
/** Text of an age in the past, where the clock was moved forward meanwhile. */
export const BEFORE_NOW = /ago|just now|yesterday|\d{4}/;
export const JUST_NOW = /just now|[1-9] minutes? ago/;

const wordsAt = async ({ device }: ClockRun, address: string, wanted: RegExp): Promise<string> => {
  await device.goto(address);
  const main = device.page.locator('main');
  await main
    .filter({ hasText: wanted })
    .first()
    .waitFor()
    .catch(() => {});
  return (await main.innerText().catch(() => '')).replaceAll(/\s+/g, ' ');
};

/** Checks the ages that the screens show while offline, and that they show the person's changes. */
export const expectWords = async (run: ClockRun, folderTitle: string, age: RegExp): Promise<void> => {
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
  for (const [address, wanted, pattern] of screens) {
    const words = await wordsAt(run, address, wanted);
    if (!pattern.test(words)) run.wrong.push(`${address} does not show ${String(pattern)} but: ${words.slice(0, 400)}`);
    const made = [...words.matchAll(/Made .{0,30}/g)].filter(([text]) => !age.test(text));
    if (made.length > 0) run.wrong.push(`${address} shows: ${made.map(([text]) => text).join(', ')}`);
    const odd = ODD_WORDS.exec(words);
    if (odd) run.wrong.push(`${address} shows “${odd[0]}”`);
  }
  await run.device.goto('/library');
};

/**
 * Checks the end state: signed in, synchronized within minutes, and ages of other people's work right under any device
 * clock.
 */
export const expectFresh = async (run: ClockRun): Promise<void> => {
  const { device, wrong, channelId } = run;
  const sync = await wordsAt(run, '/help-support/sync-storage', /Everything is sent/);
  if (!/Everything is sent.*Last sync: .*(?:just now|[1-9] minutes? ago)/.test(sync))
    wrong.push(`in the end the sync screen shows ${sync.slice(0, 300)}`);
  const channel = await wordsAt(run, `/channels/${channelId}`, /\d|now/);
  if (ODD_WORDS.test(`${sync} ${channel}`)) wrong.push(`in the end the screens show ${sync} ${channel}`);
  const { userId } = await device.ask('session');
  if (userId !== device.person.userId || /sign-in|welcome/.test(device.page.url()))
    wrong.push(`signed out, at ${device.page.url()}`);
};

/** Checks that a media address that has not expired is played under any device clock. */
export const expectPlayer = async (run: ClockRun): Promise<void> => {
  const { device, publications, channelId, wrong } = run;
  await device.goto(`/watch-channel?content=${publications[0]}&channelId=${channelId}`);
  const isThere = await device.page
    .locator('.player')
    .first()
    .waitFor({ state: 'attached' })
    .then(
      () => true,
      () => false,
    );
  if (!isThere) wrong.push(`the player does not open`);
};

/** Checks that the server has exactly one content, equal to the file byte for byte. */
export const checkUpload = async ({ world, device, contents }: ClockRun, file: string): Promise<string[]> => {
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

/** Checks that the server has the last value that each stage wrote. */
export const checkRows = async ({
  world,
  device,
  publications,
  notifications,
  channelId,
}: ClockRun): Promise<string[]> => {
  const { userId, scope } = device.person;
  const ask = async (text: string, values: unknown[]): Promise<string> =>
    String((await world.sql.query<{ value: string }>(text, values)).rows[0]?.value);
  const wrong: string[] = [];
  const expect = (what: string, is: string, wanted: string): void => {
    if (is !== wanted) wrong.push(`${what} is ${is} instead of ${wanted}`);
  };
  expect(
    'the names of the folders',
    await ask(`select string_agg(title, ', ' order by title) as value from folders where scope = $1`, [scope]),
    ['Closed twice', 'Other 0', 'Other 1', 'Other 2', 'Plan 0 three', 'Plan 1 three', 'Plan 2 three'].join(', '),
  );
  expect(
    'the rating',
    await ask(
      `select string_agg(relevance::text, ', ') as value from ratings where user_id = $1 and publication_id = any($2::uuid[])`,
      [userId, publications],
    ),
    '5, 5, 5',
  );
  expect(
    'the number of follows',
    await ask('select count(*)::text as value from follows where user_id = $1 and channel_id = $2', [
      userId,
      channelId,
    ]),
    '1',
  );
  expect(
    'the number of read notifications',
    await ask('select count(*)::text as value from notifications where id = any($1::uuid[]) and is_read', [
      notifications,
    ]),
    '6',
  );
  return wrong;
};

/**
 * Detects request loops. Each expired session is refreshed once, or twice where a page was closed during the refresh.
 */
export const countTraffic = (
  { world, expiries }: ClockRun,
  findings: Findings,
): { refreshes: number; pulls: number } => {
  const count = (wanted: string) => world.proxy.log.filter(({ path: each }) => each === wanted).length;
  const [refreshes, pulls] = [count('/api/auth/token/refresh'), count('/api/sync')];
  if (refreshes > 2 * expiries) findings.doubled.push(`${refreshes} refreshes for ${expiries} sessions that ran out`);
  if (refreshes < expiries)
    findings.lost.push(`the test is wrong: ${refreshes} refreshes for ${expiries} sessions that ran out`);
  if (pulls > PULLS_MAX) findings.doubled.push(`${pulls} pulls, at most ${PULLS_MAX} are expected`);
  if (count('/api/auth/logout') > 0) findings.lost.push('the person was signed out');
  return { refreshes, pulls };
};
