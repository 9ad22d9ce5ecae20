import { test as base } from '@playwright/test';
import { startApp } from './app-process.ts';
import type { App } from './app-process.ts';

export { expect } from '@playwright/test';
export type { App } from './app-process.ts';

const START_WITHIN_MS = 180_000;

/**
 * Playwright's `test` with the real app: `app` is started once per worker with its own data, and `page.goto('/')` opens
 * it. The server's output is attached to failed tests.
 */
export const test = base.extend<{ serverOutput: void }, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const app = await startApp();
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  serverOutput: [
    async ({ app }, provide, info) => {
      const before = app.output().length;
      await provide();
      const said = app.output().slice(before);
      if (info.status !== info.expectedStatus && said)
        await info.attach('server output', { body: said, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});
