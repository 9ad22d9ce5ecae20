import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { createAccessTokens } from '#server/calls/access-tokens.ts';
import { THIS_BUILD } from '../world/build-site.ts';
import type { Device } from '../world/device.ts';
import { buildClock } from '../world/driver/build.ts';
import type { WantedChange } from '../world/driver/driver.ts';
import { DRAIN_WITHIN_MS, eventually, type Intent } from '../oracle/oracle.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world.ts';

// One device of F18 (f18-wrong-clock.ts): its clock, its session and its changes.

/** Tolerance when two processes read one clock, ms. */
const LOOK_MS = 30_000;
export const SEEN_WITHIN_MS = 20_000;
const WORKERS = /^(?:sync|upload)\.worker-.*\.js$/;
/** Holds the workers as they were built, with the true clock. */
const PACK = /\.pack$/;

export interface ClockRun {
  world: World;
  device: Device;
  /** Ids of the rows that the person works with. */
  contents: string[];
  publications: string[];
  notifications: string[];
  channelId: string;
  secret: string;
  intents: Intent[];
  wrong: string[];
  expiries: number;
}

/** Opens a device whose page, workers and service worker all run with a shifted clock. */
export const openWith = async ({ proxy, open }: World, person: Person, shiftMs: number): Promise<Device> => {
  const initScript = await buildClock(shiftMs);
  const assets = readdirSync(path.join(THIS_BUILD, 'assets'));
  const workers = assets.filter((name) => WORKERS.test(name)).map((name) => `assets/${name}`);
  // Without it the service worker fetches file by file, and gets the workers from below.
  for (const name of assets.filter((each) => PACK.test(each)))
    proxy.files.set(`/assets/${name}`, { type: 'text/plain', text: '' });
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

/**
 * Checks that the clock is shifted in the page, its workers and the service worker, and that `performance.now()` is
 * not.
 */
export const expectClock = async ({ device, wrong }: ClockRun, shiftMs: number): Promise<void> => {
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

export const setClock = async (run: ClockRun, shiftMs: number): Promise<void> => {
  await run.device.page.evaluate(
    (ms) => (globalThis as unknown as { faultsSetClock(ms: number): void }).faultsSetClock(ms),
    shiftMs,
  );
  await expectClock(run, shiftMs);
};

/** Replaces the access token with one that has expired by the server's clock; the device is not informed. */
export const expireSession = async (run: ClockRun): Promise<void> => {
  const { accessToken = '' } = await run.device.ask('session');
  const { sid, sub } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as {
    sid: string;
    sub: string;
  };
  const old = await createAccessTokens(run.secret).sign(
    { sessionId: sid, userId: sub },
    new Date(Date.now() - ACCESS_TOKEN_LIFE_MS - 60_000),
  );
  await run.device.ask('setAccessToken', old);
  run.expiries += 1;
};

export const queue = async (
  { device, intents }: ClockRun,
  changes: readonly (WantedChange & { entity: string })[],
): Promise<void> => {
  const keys = await device.ask(
    'enqueue',
    changes.map(({ call, input }) => ({ call, input })),
  );
  intents.push(...keys.map((key, index) => ({ key, entity: changes[index]!.entity })));
};

export const untilSent = async ({ device, wrong }: ClockRun, when: string): Promise<void> => {
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
