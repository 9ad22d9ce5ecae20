import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Delivery } from '#tests/faults/proxy/proxy-exchange.ts';
import { openProxy, type FaultProxy } from '#tests/faults/proxy/proxy.ts';
import { seeded } from '#tests/faults/world/seeded.ts';
import { startApp, type App } from '#tests/support/app-process.ts';
import { copyOfDemo } from '#tests/support/prepared-demo.ts';
import { TEST_SEED } from '#tests/support/seeds.ts';
import { AppPage } from './app-page.ts';
import type { Engine, OpenEngine } from './engine.ts';

/** Every demo account's. */
export const PASSWORD = 'Sideline-2026!';

/** The app on the demo, a line to it that can be cut, and browsers of one engine. */
export interface Stage {
  proxy: FaultProxy;
  /** The server without the line, for other devices. */
  serverUrl: string;
  /** Requests of a method and path that the server has received. */
  received(method: string, path: RegExp): Delivery[];
  /** A folder for a new profile. */
  newProfile(): Promise<string>;
  /** A browser on a profile, on a new one if none is given. It is killed when the test ends. */
  open(profile?: string): Promise<AppPage>;
  cutLine(): void;
}

/** The stage of the tests of a `describe`. The app stays; each test has profiles of its own. */
export const useStage = (openEngine: OpenEngine): Stage => {
  let app: App;
  let proxy: FaultProxy;
  let folder: string;
  let open: Engine[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-engines-'));
    proxy = await openProxy({ targetPort: 1, random: seeded(TEST_SEED) });
    app = await startApp({ DATA_DIR: await copyOfDemo(), PUBLIC_URL: proxy.url }, ['--no-build']);
    proxy.target.port = app.port;
  });
  afterEach(async () => {
    for (const engine of open) await engine.kill();
    open = [];
    proxy.heal();
    proxy.log.length = 0;
  });
  afterAll(async () => {
    await proxy?.close();
    await app?.stop();
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const newProfile = () => mkdtemp(path.join(folder, 'profile-'));
  return {
    get proxy() {
      return proxy;
    },
    get serverUrl() {
      return app.url;
    },
    received: (method, wanted) => proxy.log.filter((each) => each.method === method && wanted.test(each.path)),
    newProfile,
    async open(profile) {
      const engine = await openEngine(profile ?? (await newProfile()));
      open.push(engine);
      return new AppPage(engine, proxy.url);
    },
    cutLine() {
      proxy.setRules({ mode: { kind: 'dropBefore' } });
      proxy.cut();
    },
  };
};
