import './heap.ts';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { Media } from './adapters/media/index.ts';
import { createServices } from './create-services.ts';
import { migrate } from './db/migrate.ts';
import { handlers } from './handlers.ts';
import { createApp } from './http/create-app.ts';
import { datedByClock, mountDevClock } from './http/dev-clock.ts';
import { mountDevOutbox } from './http/dev-outbox.ts';
import { serveMedia } from './http/media.ts';
import { startProcessMetrics } from './calls/metrics.ts';
import { boundConnections } from './http/connections.ts';
import { serveClient } from './http/static.ts';
import { jobWorks } from './jobs/works.ts';
import { setDemoSuspended } from './seeds/demo/suspend.ts';
import { seedReference } from './seeds/reference.ts';

const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const CLIENT = path.resolve(import.meta.dirname, '../dist');
/** The longest request is a chunk on a slow connection: five minutes (limits.ts, CHUNK_TIMEOUT_MS). JSON has 30 s. */
const REQUEST_TIMEOUT_MS = 310_000;
const HEADERS_TIMEOUT_MS = 30_000;
const DRAIN_MS = 10_000;

export interface ServerOptions {
  config: Config;
  pool: pg.PoolConfig;
  log: Log;
  /** Begun earlier by who closes it; left out: it is begun here. */
  media?: Promise<Media>;
}
export interface RunningServer {
  url: string;
  demoAccounts: { role: string; username: string; password: string }[];
  /** Finishes open requests, finishes or returns its jobs, and closes the database connections. */
  close(): Promise<void>;
}

/** Migrates, inserts reference data and serves. The demo's media are encoded by jobs meanwhile. */
export const startServer = async ({ config, pool, log, media }: ServerOptions): Promise<RunningServer> => {
  await migrate(pool, { version: VERSION });
  const { services, work, beginClose, close } = await createServices(config, pool, log, { media });
  log.info(services.media.describe());
  for (const line of services.media.warnings()) log.warn(line);
  if (config.publicUrl.startsWith('https:') && !config.namesProxies)
    log.warn(
      'PUBLIC_URL is https, and TRUSTED_PROXIES does not name what speaks TLS in front of this server. Only a proxy on this machine is believed; behind another one all people share the limits of one address. Set it to loopback, or to the addresses of the proxies.',
    );
  await services.objects.sweepWork(24 * 3_600_000);
  await seedReference(services.database.db);
  const app = createApp(services, {
    handlers,
    routes: [serveMedia, mountDevOutbox, mountDevClock, (each) => existsSync(CLIENT) && serveClient(each, CLIENT)],
  });
  // Before listening, so that demo accounts can sign in from the first request.
  const demo = config.demo ? await import('./seeds/demo/index.ts') : undefined;
  if (demo) await demo.fillRows(services);
  if (config.demo || config.nodeEnv === 'production') await setDemoSuspended(services, !config.demo);
  startProcessMetrics();
  await work(jobWorks(services));

  const server = createHttpServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: 65_000 },
    datedByClock(services, app),
  );
  boundConnections(server, config);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // Accepting fails while no descriptor is free; those that are waiting are accepted when one is.
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
  // Now, because a killed server writes no cache at its end (see launch/node24.mjs).
  flushCompileCache();
  if (demo)
    void demo.seedDemo(services).catch((error: unknown) => log.error({ err: error }, 'inserting demo data failed'));

  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return {
    url: config.publicUrl.replace(/:0$/, `:${port}`),
    demoAccounts: demo ? [...demo.DEMO_ACCOUNTS] : [],
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
