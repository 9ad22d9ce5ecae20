import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { startApp, type App } from '#tests/support/app-process.ts';
import { copyOfEmpty } from '#tests/support/empty-data.ts';
import { openDevice, type Device, type DeviceOptions } from './device.ts';
import { buildDriver, DESK_PATH, DRIVER_PATH } from './driver/build.ts';
import { addPerson, type Person } from './people.ts';
import { openProxy, type FaultProxy } from '../proxy/proxy.ts';
import { seeded, type Seeded } from './seeded.ts';

/**
 * The production build in its own process, a fault-injecting proxy in front of it, and real browsers that only reach
 * the proxy.
 *
 * A scenario is a file `f05-something.ts` with one function, listed in scenarios.ts (for `npm run soak`) and called
 * with a small size by `f05-something.spec.ts`:
 *
 *     export const runF5 = (options: ScenarioOptions): Promise<ScenarioReport> =>
 *       inWorld(options, async (world, seed) => {
 *         const device = await world.open(await world.addPerson());       // signed in, in the Library, worker ready
 *         world.proxy.setRules({ method: MUTATIONS, mode: { kind: 'schedule', of: [[9, { kind: 'pass' }], [1, { kind: 'dropAfter' }]] } });
 *         const keys = await device.ask('enqueue', [{ call: 'library.createFolder', input: { id, title } }]);
 *         await device.stopWorkers();                                      // or kill/reopen, leave/goto, world.app.kill() …
 *         const drain = await settle(world, [device]);                     // heals, waits for empty queues, at most 60 s
 *         const intents = keys.map((key) => ({ key, entity: id }));
 *         return judge('F5', seed, drain, await checkIntents(world, device, intents), await checkView(world, device));
 *       });
 *
 * `world.random` makes all random choices of a scenario, so that the seed repeats them. `judge` throws with seed and
 * details when anything was lost, doubled, reordered or stuck.
 */
export interface World {
  random: Seeded;
  app: App;
  proxy: FaultProxy;
  /** The proxy's origin, the only one that browsers know. */
  url: string;
  /** The server's database. */
  sql: pg.Pool;
  addPerson(options?: { storageBytes?: number }): Promise<Person>;
  /** Opens a device of a person, signed in on a page of the app. */
  open(person: Person, path?: string, options?: Pick<DeviceOptions, 'initScript'>): Promise<Device>;
  /** Kills the server with SIGKILL and starts a new one on the same data. */
  crashServer(): Promise<void>;
  /** Ends all faults, restarts the server if it is down, and closes every device: ready for the next scenario. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

const QUIET = { info: () => {}, warn: () => {}, error: console.error };

export const openWorld = async (random: Seeded, env: NodeJS.ProcessEnv = {}): Promise<World> => {
  const profiles = await mkdtemp(path.join(os.tmpdir(), 'sideline-faults-'));
  const proxy = await openProxy({ targetPort: 1, random: random.fork('proxy') });
  proxy.files.set(DRIVER_PATH, { type: 'text/javascript', text: await buildDriver() });
  proxy.files.set(DESK_PATH, { type: 'text/html', text: '<!doctype html><title>Desk</title>' });
  const app = await startApp({ PUBLIC_URL: proxy.url, DEMO: 'false', DATA_DIR: await copyOfEmpty(), ...env }).catch(
    async (error: unknown) => {
      await proxy.close();
      throw error;
    },
  );
  proxy.target.port = app.port;
  // A second user of the server's own database, which keeps it running while the server is killed.
  const database = await startEmbeddedPostgres({ dataDir: app.dataDir, log: QUIET });
  const sql = new pg.Pool({ ...database.poolConfig, max: 4 });
  sql.on('error', () => {});
  const devices: Device[] = [];
  let isDown = false;

  const world: World = {
    random,
    app,
    proxy,
    url: proxy.url,
    sql,
    addPerson: (options) => addPerson(sql, options),
    async open(person, where, options) {
      const device = await openDevice({
        ...options,
        person,
        url: proxy.url,
        profile: await mkdtemp(path.join(profiles, 'profile-')),
      });
      devices.push(device);
      await device.enter(where);
      return device;
    },
    async crashServer() {
      await app.kill();
      isDown = true;
      await app.restart();
      isDown = false;
    },
    async tidy() {
      for (const device of devices.splice(0)) await device.close().catch(() => {});
      proxy.heal();
      proxy.target.whenDown = 'reset';
      proxy.log.length = 0;
      proxy.faults.clear();
      if (isDown) await app.restart();
    },
    async close() {
      for (const device of devices.splice(0)) await device.close().catch(() => {});
      await sql.end();
      await database.stop();
      await app.stop();
      await proxy.close();
      await rm(profiles, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return world;
};

export interface ScenarioOptions {
  seed: number;
  /** Amount of work, each scenario documents of what; the short size of the test run if left out. */
  size?: number;
  /** A world that is already open; it is tidied afterwards, not closed. */
  world?: World;
}

/** Runs a scenario in the given world or in a new one; prints the seed first, so that a failure can be repeated. */
export const inWorld = async <T>(
  { seed, world }: ScenarioOptions,
  play: (world: World, seed: number) => Promise<T>,
  env?: NodeJS.ProcessEnv,
): Promise<T> => {
  console.log(`seed ${seed}`);
  const random = seeded(seed);
  const own = world ? undefined : await openWorld(random, env);
  const used = own ?? { ...world!, random };
  try {
    return await play(used, seed);
  } finally {
    await (own ? own.close() : used.tidy());
  }
};
