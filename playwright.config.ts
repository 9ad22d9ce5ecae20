import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/support/chromium.ts';
import { keepFilesInMemory } from './tests/support/test-files.ts';

keepFilesInMemory();

/**
 * People's paths through the real app in a real Chromium, on a phone's screen. The app is started by
 * the fixture in tests/support/app.ts, not by Playwright: tests restart and kill it.
 */
export default defineConfig({
  testDir: 'tests',
  projects: [
    { name: 'demo', testMatch: 'support/demo.setup.ts' },
    // First, because they take longest. Two at once: their time limits were tried so; the third worker runs the others.
    { name: 'faults', testMatch: 'faults/**/*.spec.ts', dependencies: ['demo'], workers: 2, timeout: 480_000 },
    // Each test by itself, so that no worker is left with the rest of a long file while the others have nothing to do.
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', dependencies: ['demo'], fullyParallel: true },
  ],
  outputDir: '.tmp/e2e',
  // A test waits for half of its time: three at once keep two cores busy.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // What a machine three times slower keeps.
  timeout: 240_000,
  forbidOnly: Boolean(process.env.CI),
  // What appears by itself may take a while on two cores.
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'Europe/Zagreb',
    // Without pictures of each step: with them a test takes a quarter more processor time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
