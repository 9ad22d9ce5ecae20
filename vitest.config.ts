import { defineConfig } from 'vitest/config';

const browserTests = '**/*.browser.test.{ts,tsx}';

/**
 * Three kinds of tests: `unit` needs nothing but Node, `server` a real PostgreSQL (one server for
 * the run, a database for each file), `browser` a real Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,store,workers,sw,src}/**/*.test.{ts,tsx}'],
          exclude: [browserTests],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{support,faults,api}/**/*.test.ts'],
          exclude: [browserTests],
          environment: 'node',
          globalSetup: ['tests/support/postgres-setup.ts'],
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
