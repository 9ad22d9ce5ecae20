import { test as base } from '@playwright/test';
import { createAppHost, type AppHost, type HostedApp } from './app-host.ts';
import { copyOfDemo } from './prepared-demo.ts';

export { expect } from '@playwright/test';
export type { HostedApp as App } from './app-host.ts';

/**
 * Details of a test of screens that are opened with a network: `test(title, ONLINE, async …)`; a whole file has
 * `test.use(WITHOUT_WORKER)`. Its pages run without the service worker, which would first cache the whole build: 3 s of
 * processor time, a third of a short test. Tests about offline, uploads, pushes, updates and typed addresses have it.
 */
export const ONLINE = { tag: '@online' } as const;
export const WITHOUT_WORKER = { serviceWorkers: 'block' } as const;

const START_WITHIN_MS = 180_000;

/**
 * Playwright's `test` with the real app: each test has one of its own on the demo as it was made, and `page.goto('/')` opens
 * it. Those of a test worker run in one process (app-host.ts). The server's output is attached to failed tests.
 */
export const test = base.extend<{ app: HostedApp; serverOutput: void }, { appHost: AppHost }>({
  appHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const host = createAppHost();
      await provide(host);
      await host.end();
    },
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
  app: [
    async ({ appHost }, provide) => {
      const app = await appHost.start({ DATA_DIR: await copyOfDemo() });
      await provide(app);
      await app.stop();
    },
    { scope: 'test', timeout: START_WITHIN_MS },
  ],
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
