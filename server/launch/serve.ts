import path from 'node:path';
import type pg from 'pg';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { unfinishedSentence } from '#server/backup/target.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import type { Log } from '#server/log.ts';
import { openMedia } from '#server/open-media.ts';
import { checkMail } from '#server/adapters/mail-check.ts';
import { checkPayments } from '#server/adapters/payments/index.ts';
import { buildIfNeeded } from './build.ts';
import { checkStart } from './check-start.ts';
import { isLostConnection } from './lost-connection.ts';
import { explainStart, StartProblem } from './start-problem.ts';
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
  await checkStart(config);
  // Programs are tried while the server is loaded and connects. Who waits for the result hears of a failure.
  const media = openMedia(config, log);
  media.catch(() => {});
  closers.push(() =>
    media.then(
      ({ close }) => close(),
      () => {},
    ),
  );
  if (!process.argv.includes('--no-build'))
    await buildIfNeeded({ root, signal: stopped.signal, onBuild: () => log.info('Building the app …') });
  stopped.signal.throwIfAborted();
  const pool = await connectDatabase(config, log);
  stopped.signal.throwIfAborted();
  const { startServer } = await import('../main.ts');
  const server = await startServer({ config, pool, log, media });
  closers.push(server.close);
  stopped.signal.throwIfAborted();
  isReady = true;
  if (config.nodeEnv === 'production') log.info({ url: server.url }, 'The server is ready.');
  else process.stdout.write(welcome(server, config));
  // Not awaited: the server works without mails, and a mail server may take its time to refuse.
  void checkMail(config).then((problem) => problem && log.warn(problem));
  void checkPayments(config).then((problem) => problem && log.warn(problem));
}

async function connectDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<pg.PoolConfig> {
  if (databaseUrl) return { connectionString: databaseUrl };
  const { poolConfig, stop } = await startEmbeddedPostgres({ dataDir, log });
  closers.push(stop);
  return poolConfig;
}

function readConfigOrExit(): Config {
  const dataDir = path.resolve(process.env.DATA_DIR || '.data');
  try {
    // Asked first: reading the settings makes keys, and a restore brings its own.
    const unfinished = unfinishedSentence(dataDir);
    if (unfinished) throw new StartProblem(unfinished);
    return readConfig(process.env);
  } catch (error) {
    const named = { port: 0, dataDir, databaseUrl: undefined, objects: { path: path.join(dataDir, 'objects') } };
    const say = error instanceof ConfigError ? error.message : explainStart(error, named);
    if (!say) throw error;
    process.stderr.write(`${say}\n`);
    return process.exit(1);
  }
}

let exitCode = 0;
/** Whether the start succeeded. */
let isReady = false;
/** Why the start failed; written last. */
let lastWords: string | undefined;
let ending: Promise<void> | undefined;

/** Stops everything that was started, then exits. */
function end(): Promise<void> {
  ending ??= (async () => {
    stopped.abort();
    await started;
    for (const close of closers.reverse()) await closeInTime(close());
    if (lastWords) process.stderr.write(`${lastWords}\n`);
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

/**
 * Ends the process because of an error. A start that fails for a known reason ends with one sentence as the last line;
 * the log is silent from here on, or the parts that are being stopped would push the sentence out of view.
 */
function fail(error: unknown): void {
  exitCode = 1;
  const sentence = isReady ? undefined : explainStart(error, config);
  if (!sentence) log.fatal({ err: error }, 'The server failed.');
  if (!isReady) {
    log.level = 'silent';
    const [message] = error instanceof Error ? error.message.split('\n') : [String(error)];
    lastWords ??= sentence ?? `The server could not start: ${message} (the lines above say where).`;
  }
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
