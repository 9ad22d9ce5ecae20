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

/** Starts the app on the demo as it was made. */
const startOnDemo = async (...args: string[]): Promise<App> => startApp({ DATA_DIR: await copyOfDemo() }, args);

/** Apps on the demo, one for each test: while a test uses one, the next starts, so that no test waits for it. */
class Apps {
  #current: App | undefined;
  // The build is looked at once, which takes longer than all the rest of a start.
  #next = startOnDemo();
  #stopping: Promise<void> | undefined;

  /** The next app; the one before is stopped. */
  async take(): Promise<App> {
    await this.#stopping;
    this.#stopping = this.#current?.stop();
    this.#current = undefined;
    const app = await this.#next;
    this.#current = app;
    this.#next = startOnDemo('--no-build');
    // The test that waits for it reports the error.
    this.#next.catch(() => {});
    return app;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#stopping, this.#current?.stop(), this.#next.then((app) => app.stop())]);
  }
}

/**
 * Playwright's `test` with the real app: each test has one of its own on the prepared demo, and `page.goto('/')` opens it. The
 * server's output is attached to failed tests.
 */
export const test = base.extend<{ app: App; serverOutput: void }, { apps: Apps }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const apps = new Apps();
      await provide(apps);
      await apps.stop();
    },
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
  app: [async ({ apps }, provide) => provide(await apps.take()), { timeout: START_WITHIN_MS }],
  serviceWorkers: async ({ serviceWorkers }, provide, info) =>
    provide(info.tags.includes(ONLINE.tag) ? WITHOUT_WORKER.serviceWorkers : serviceWorkers),
  baseURL: async ({ app }, provide) => provide(app.url),
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
