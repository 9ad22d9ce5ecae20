import path from 'node:path';
import { checkStart } from '#server/launch/check-start.ts';
import { buildIfNeeded } from '#server/launch/build.ts';
import { isLostConnection } from '#server/launch/lost-connection.ts';
import { readConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import { startServer } from '#server/main.ts';

// The process of app-host.ts: runs one server after the other, each with its own data folder, database and services.

const root = path.resolve(import.meta.dirname, '../..');

/** Ends what runs; set while a server does. */
let close: (() => Promise<void>) | undefined;

const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const config = readConfig(env);
  const log = createLog(config);
  await checkStart(config);
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  close = database.stop;
  const server = await startServer({ config, pool: database.poolConfig, log });
  close = async () => {
    await server.close();
    await database.stop();
  };
};

const stop = async (): Promise<void> => {
  await close?.();
  close = undefined;
};

/** What this process can not go on after: it ends, and the next server runs in a new one. */
const fail = (error: unknown): void => {
  console.error(error);
  void stop().finally(() => process.exit(1));
};

process.on('message', (asked: { env: NodeJS.ProcessEnv } | 'stop') => {
  const work = asked === 'stop' ? stop() : start(asked.env);
  work.then(() => process.send?.('done'), fail);
});
// The test worker has ended.
process.once('disconnect', () => void stop().finally(() => process.exit()));
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => (isLostConnection(error) ? console.error(error) : fail(error)));

await buildIfNeeded({ root, onBuild: () => {} });
process.send?.('done');
