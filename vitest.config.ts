import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './tests/support/chromium.ts';
import { keepCompiledSources, keepFilesInMemory } from './tests/support/test-files.ts';

keepFilesInMemory();
keepCompiledSources();

const code = '{contract,store,workers,sw,src}';

/** False for `vitest watch`, which runs changed files again. */
const isOnce = process.argv.includes('run');

/** What a machine three times slower keeps, beside other tests. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

const server = {
  ...limits,
  environment: 'node',
  globalSetup: ['tests/support/postgres-setup.ts'],
  pool: 'forks' as const,
  testTimeout: 240_000,
};

/** Server tests that replace a package (`vi.mock`), have the app's store, or measure the memory of their process. */
const APART = ['server/domains/auth/guessing.test.ts', 'tests/api/{builds,fuzz}.test.ts'];

/**
 * Four kinds of tests: `unit` needs nothing but Node, `server` a real PostgreSQL (one server for
 * the run, a database for each file), `browser` a real Chromium, `engines` Firefox and WebKit. The files of `unit` and `server` share processes,
 * and so what they import, which takes a second of processor time for each; those of `unit-apart` and `server-apart`, whose
 * modules keep what they were told (a database, the server's clock), have a process each.
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
          include: ['{contract,src/ui,build,tests/repository}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'unit-apart',
          include: ['{store,workers,sw,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*', 'src/ui/**'],
          environment: 'node',
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['{server,tests/api}/**/*.test.ts'],
          exclude: APART,
          isolate: false,
        },
      },
      {
        test: {
          ...server,
          name: 'server-apart',
          include: ['tests/{support,faults}/**/*.test.ts', ...APART],
        },
      },
      {
        test: {
          ...limits,
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/engines/setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // One browser at a time: what they do is timed by the app itself.
          fileParallelism: false,
        },
      },
      {
        define: { __APP_VERSION__: JSON.stringify('1.0.0') },
        // React as people get it: what it notes for developers takes a quarter of a test's processor time.
        oxc: { jsx: { development: false } },
        optimizeDeps: {
          // All packages of the app: one that is found later makes Vite reload the test that runs.
          entries: ['src/main.tsx', 'workers/*.worker.ts', `${code}/**/*.browser.test.{ts,tsx}`],
          include: ['react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        // Each file has a page of its own, and loads the modules anew: nothing changes them during a run.
        ...(isOnce && { server: { headers: { 'Cache-Control': 'max-age=3600' } } }),
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
