import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/support/chromium.ts';

/**
 * People's paths through the real app in a real Chromium, on a phone's screen. The app is started by
 * the fixture in tests/support/app.ts, not by Playwright: tests restart and kill it.
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.{test,spec}.ts', 'faults/**/*.spec.ts'],
  outputDir: '.tmp/e2e',
  // Two cores: the browser and the server need both.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  forbidOnly: Boolean(process.env.CI),
  // The demo's media are encoded behind the first tests: what appears by itself may take a while on two cores.
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'Europe/Zagreb',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
