import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findNativeFolder } from '#server/db/embedded/binaries.ts';
import { initOnce, lastLogLines, spawnPostgres, USER, type Settings } from '#server/db/embedded/launch.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { readPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts';

/** A separate PostgreSQL with the embedded one's programs and settings, which no server restarts automatically. */
export interface OwnPostgres {
  poolConfig: pg.PoolConfig;
  /** Value for DATABASE_URL. */
  url: string;
  /** Process id of the postmaster. */
  pid(): number;
  /** Starts it; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Kills the postmaster with SIGKILL; its backends end when they notice, during whatever they do. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

const DATABASE = 'sideline';
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

export const startOwnPostgres = async (folder: string, settings: Settings = {}): Promise<OwnPostgres> => {
  const place = await preparePlace(folder, findNativeFolder());
  await initOnce(place, settings);
  place.data = realpathSync(place.data);
  const logFile = path.join(folder, 'postgres.log');
  const reach = { host: place.socket, port: 5432, user: USER };

  const ask = async (database: string, text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ ...reach, database });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end().catch(() => {});
    }
  };
  const start = async (): Promise<void> => {
    let child = await spawnPostgres(place, settings, logFile);
    const giveUpAtMs = performance.now() + READY_WITHIN_MS;
    while (!(await ask('postgres', 'select 1').catch(() => undefined))) {
      // PostgreSQL refuses to start while a backend of the killed server still holds its shared memory.
      if (child.exitCode !== null) child = await spawnPostgres(place, settings, logFile);
      if (performance.now() > giveUpAtMs) throw new Error(`The database does not answer:\n${lastLogLines(logFile)}`);
      await wait(LOOK_EVERY_MS);
    }
  };

  await start();
  await ask('postgres', `create database ${DATABASE}`);
  return {
    poolConfig: { ...reach, database: DATABASE },
    url: `postgres://localhost/${DATABASE}?${new URLSearchParams({ host: reach.host, port: String(reach.port), user: USER })}`,
    pid: () => readPostmaster(place.data)!.pid,
    start,
    async kill() {
      const { pid } = readPostmaster(place.data)!;
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid)) await wait(LOOK_EVERY_MS);
    },
    end: () => stopPostmaster(place.data),
  };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
