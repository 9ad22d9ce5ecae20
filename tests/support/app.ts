import { test as base } from '@playwright/test';
import { startApp } from './app-process.ts';
import type { App } from './app-process.ts';
import { copyOfDemo } from './prepared-demo.ts';

export { expect } from '@playwright/test';
export type { App } from './app-process.ts';

/**
 * Details of a test of screens that are opened with a network: `test(title, ONLINE, async …)`; a whole file has
 * `test.use(WITHOUT_WORKER)`. Its pages run without the service worker, which would first cache the whole build: 3 s of
 * processor time, a third of a short test. Tests about offline, uploads, pushes, updates and typed addresses have it.
 */
export const ONLINE = { tag: '@online' } as const;
export const WITHOUT_WORKER = { serviceWorkers: 'block' } as const;

const START_WITHIN_MS = 180_000;

/** Brings an app of the fixture below back to the demo. */
const renewals = new WeakMap<App, () => Promise<void>>();

/** Starts the app on the demo as it was made. */
const startOnDemo = async (...args: string[]): Promise<App> => startApp({ DATA_DIR: await copyOfDemo() }, args);

/**
 * An app whose servers take turns: while a test uses one, the next starts on its own copy of the demo, so that no test
 * waits for it.
 */
const takeTurns = async () => {
  let current = await startOnDemo();
  let next: Promise<App> | undefined;
  let stopping: Promise<void> | undefined;
  const app = new Proxy({} as App, { get: (_, name) => Reflect.get(current, name) as unknown });
  return {
    app,
    renew: async () => {
      if (next) {
        await stopping;
        stopping = current.stop();
        current = await next;
      }
      // The first one has looked whether the build is of these sources, which takes longer than all the rest.
      next = startOnDemo('--no-build');
      // The test that waits for it reports the error.
      next.catch(() => {});
    },
    stop: async () => {
      await Promise.all([stopping, current.stop(), next?.then((one) => one.stop())]);
    },
  };
};

/**
 * Playwright's `test` with the real app: each test finds the prepared demo as it was made, whatever other tests did, and
 * `page.goto('/')` opens it. The server's output is attached to failed tests.
 */
export const test = base.extend<{ demoAsMade: void; serverOutput: void }, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const { app, renew, stop } = await takeTurns();
      renewals.set(app, renew);
      await provide(app);
      await stop();
    },
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
  demoAsMade: [
    async ({ app }, provide) => {
      await renewals.get(app)?.();
      await provide();
    },
    { auto: true, timeout: START_WITHIN_MS },
  ],
  serviceWorkers: async ({ serviceWorkers }, provide, info) =>
    provide(info.tags.includes(ONLINE.tag) ? WITHOUT_WORKER.serviceWorkers : serviceWorkers),
  // After the renewal, which gives the app another port.
  baseURL: async ({ app, demoAsMade: _renewed }, provide) => provide(app.url),
  serverOutput: [
    async ({ app }, provide, info) => {
      await provide();
      const said = app.output();
      if (info.status !== info.expectedStatus && said)
        await info.attach('server output', { body: said, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});
