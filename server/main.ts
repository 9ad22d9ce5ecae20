import './heap.ts';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { existsSync } from 'node:fs';
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

const CLIENT = path.resolve(import.meta.dirname, '../dist');
/** A chunk may take five minutes on a bad line (limits.ts, CHUNK_TIMEOUT_MS); nothing else takes so long. */
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
  /** Answers what was asked, finishes or hands back its jobs, lets go of the database. */
  close(): Promise<void>;
}

/** Migrates, fills in reference data, serves. The demo's media are encoded by jobs while it serves already. */
export const startServer = async ({ config, pool, log }: ServerOptions): Promise<RunningServer> => {
  await migrate(pool);
  const { services, work, beginClose, close } = await createServices(config, pool, log);
  for (const line of services.media.describe()) log.info(line);
  await services.objects.sweepWork(24 * 3_600_000);
  await seedReference(services.database.db);
  const app = createApp(services, {
    handlers,
    routes: [serveMedia, mountDevOutbox, (each) => existsSync(CLIENT) && serveClient(each, CLIENT)],
  });
  // The demo's people can sign in from the first answer; their media follow by jobs.
  if (config.demo) await fillRows(services);
  startProcessMetrics();
  await work(jobWorks(services));

  const server = createHttpServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 60_000, keepAliveTimeout: 65_000 },
    app,
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // Kept now (see launch/node24.mjs): a server that is killed keeps nothing at its end.
  flushCompileCache();
  if (config.demo)
    void seedDemo(services).catch((error: unknown) => log.error({ err: error }, 'demo data not filled in'));

  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return {
    url: config.publicUrl.replace(/:0$/, `:${port}`),
    demoAccounts: config.demo ? [...DEMO_ACCOUNTS] : [],
    async close() {
      beginClose();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(late);
      await close();
    },
  };
};
