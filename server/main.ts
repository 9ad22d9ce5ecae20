import './heap.ts';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { createServices } from './create-services.ts';
import { migrate } from './db/migrate.ts';
import { handlers } from './handlers.ts';
import { createApp } from './http/create-app.ts';
import { mountDevOutbox } from './http/dev-outbox.ts';
import { serveMedia } from './http/media.ts';
import { startProcessMetrics } from './calls/metrics.ts';
import { serveClient } from './http/static.ts';
import { jobWorks } from './jobs/works.ts';
import { DEMO_ACCOUNTS, fillRows, seedDemo } from './seeds/demo/index.ts';
import { seedReference } from './seeds/reference.ts';

const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const CLIENT = path.resolve(import.meta.dirname, '../dist');
/** The longest request is a chunk on a slow connection: five minutes (limits.ts, CHUNK_TIMEOUT_MS). */
const REQUEST_TIMEOUT_MS = 310_000;
const DRAIN_MS = 10_000;

export interface ServerOptions {
  config: Config;
  pool: pg.PoolConfig;
  log: Log;
}
export interface RunningServer {
  url: string;
  demoAccounts: { role: string; username: string; password: string }[];
  /** Finishes open requests, finishes or returns its jobs, and closes the database connections. */
  close(): Promise<void>;
}

/** Migrates, inserts reference data and serves. The demo's media are encoded by jobs meanwhile. */
export const startServer = async ({ config, pool, log }: ServerOptions): Promise<RunningServer> => {
  await migrate(pool, { version: VERSION });
  const { services, work, beginClose, close } = await createServices(config, pool, log);
  for (const line of services.media.describe()) log.info(line);
  await services.objects.sweepWork(24 * 3_600_000);
  await seedReference(services.database.db);
  const app = createApp(services, {
    handlers,
    routes: [serveMedia, mountDevOutbox, (each) => existsSync(CLIENT) && serveClient(each, CLIENT)],
  });
  // Before listening, so that demo accounts can sign in from the first request.
  if (config.demo) await fillRows(services);
  startProcessMetrics();
  await work(jobWorks(services));

  const server = createHttpServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 60_000, keepAliveTimeout: 65_000 },
    app,
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // Now, because a killed server writes no cache at its end (see launch/node24.mjs).
  flushCompileCache();
  if (config.demo)
    void seedDemo(services).catch((error: unknown) => log.error({ err: error }, 'inserting demo data failed'));

  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return {
    url: config.publicUrl.replace(/:0$/, `:${port}`),
    demoAccounts: config.demo ? [...DEMO_ACCOUNTS] : [],
    async close() {
      beginClose();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(timer);
      await close();
    },
  };
};
