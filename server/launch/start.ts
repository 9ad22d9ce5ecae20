import path from 'node:path';
import type pg from 'pg';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import type { Log } from '#server/log.ts';
import { buildIfNeeded } from './build.ts';
import { isLostConnection } from './lost-connection.ts';
import { onStop } from './stopping.ts';
import { welcome } from './welcome.ts';

/** Longest wait for requests and jobs to finish at the end, ms. */
const CLOSE_WITHIN_MS = 20_000;
const root = path.resolve(import.meta.dirname, '../..');

/** Stop functions of everything that was started; called in reverse order. */
const closers: (() => Promise<void>)[] = [];
const stopped = new AbortController();

// Keep serving when the reader of the output is gone (a closed terminal, `| head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const config = readConfigOrExit();
const log = createLog(config);

async function start(): Promise<void> {
  if (!process.argv.includes('--no-build'))
    await buildIfNeeded({ root, signal: stopped.signal, onBuild: () => log.info('Building the app …') });
  stopped.signal.throwIfAborted();
  const pool = await connectDatabase(config, log);
  stopped.signal.throwIfAborted();
  const { startServer } = await import('../main.ts');
  const server = await startServer({ config, pool, log });
  closers.push(server.close);
  stopped.signal.throwIfAborted();
  if (config.nodeEnv === 'production') log.info({ url: server.url }, 'The server is ready.');
  else process.stdout.write(welcome(server, config));
}

async function connectDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<pg.PoolConfig> {
  if (databaseUrl) return { connectionString: databaseUrl };
  const { poolConfig, stop } = await startEmbeddedPostgres({ dataDir, log });
  closers.push(stop);
  return poolConfig;
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

let exitCode = 0;
let ending: Promise<void> | undefined;

/** Stops everything that was started, then exits. */
function end(): Promise<void> {
  ending ??= (async () => {
    stopped.abort();
    await started;
    for (const close of closers.reverse()) await closeInTime(close());
    process.exit(exitCode);
  })();
  return ending;
}

async function closeInTime(work: Promise<void>): Promise<void> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`not closed within ${CLOSE_WITHIN_MS / 1000} s`)), CLOSE_WITHIN_MS).unref(),
  );
  await Promise.race([work, timeout]).catch((error) => {
    exitCode = 1;
    log.error({ err: error }, 'A part of the server did not stop cleanly.');
  });
}

function fail(error: unknown): void {
  exitCode = 1;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    log.error(
      `Port ${config.port} is taken by another program. Set PORT to another one, for example: PORT=3100 npm start`,
    );
  else if (code === 'EACCES' && message.includes('listen'))
    log.error(`Port ${config.port} may not be opened by this user. Set PORT to one above 1023.`);
  else log.fatal({ err: error }, 'The server failed.');
  void end();
}

/** Handles an unhandled error: logs a lost connection, ends the process for every other one. */
function failUnlessLost(error: unknown): void {
  if (!isLostConnection(error)) return fail(error);
  log.error({ err: error }, 'A lost connection was not handled. The server continues.');
}

onStop(
  (reason) => {
    log.info(`Ending (${reason}) …`);
    void end();
  },
  () => process.exit(130),
);
process.on('uncaughtException', failUnlessLost);
process.on('unhandledRejection', failUnlessLost);

const started = start().catch((error: unknown) => {
  if (!stopped.signal.aborted) fail(error);
});
