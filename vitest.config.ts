import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './tests/support/chromium.ts';
import { keepFilesInMemory } from './tests/support/test-files.ts';

keepFilesInMemory();

const code = '{contract,store,workers,sw,src}';

/** What a machine three times slower keeps, beside other tests. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/**
 * Three kinds of tests: `unit` needs nothing but Node, `server` a real PostgreSQL (one server for
 * the run, a database for each file), `browser` a real Chromium.
 */
export default defineConfig({
  test: {
    // Server tests mostly wait: for processes, for PostgreSQL, for time-outs.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: [`${code}/**/*.test.{ts,tsx}`, '{build,tests/repository}/**/*.test.ts'],
          exclude: ['**/*.browser.test.*'],
          environment: 'node',
        },
      },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{support,faults,api}/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/postgres-setup.ts'],
          pool: 'forks',
          testTimeout: 240_000,
        },
      },
      {
        plugins: [react()],
        define: { __APP_VERSION__: JSON.stringify('1.0.0') },
        // All packages of the app: one that is found later makes Vite reload the test that runs.
        optimizeDeps: { entries: ['src/main.tsx', 'workers/*.worker.ts', `${code}/**/*.browser.test.{ts,tsx}`] },
        test: {
          ...limits,
          name: 'browser',
          include: [`${code}/**/*.browser.test.{ts,tsx}`],
          // One window: of several, all but one are in the background, where the browser slows timers down.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 390, height: 844 },
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
