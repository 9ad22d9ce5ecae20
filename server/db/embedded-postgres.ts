import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { findNativeFolder } from './embedded/binaries.ts';
import { USER, initOnce, lastLogLines, spawnPostgres } from './embedded/launch.ts';
import type { Settings } from './embedded/launch.ts';
import { preparePlace } from './embedded/place.ts';
import type { Place } from './embedded/place.ts';
import { readPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import type { RunAs } from './embedded/run-as.ts';
import { PORT, removeTemporary } from './embedded/socket.ts';

const DATABASE = 'sideline';
/** Long, because recovery after a crash may read much. */
const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;
const START_ATTEMPTS_MAX = 5;
const RETRY_MS = 5_000;
/** Advisory lock: shared by every process that uses the server, exclusive for the one that may stop it. */
const USERS_LOCK = 5_417_201;

export type EmbeddedPostgres = {
  poolConfig: { host: string; port: number; user: string; database: string };
  /** Disconnects, and stops the server unless another process uses it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Created if missing. */
  dataDir: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Added to the default settings; used only by the process that starts the server. */
  settings?: Settings;
  /** For tests: overrides how the server runs when started as root. */
  runAs?: RunAs['kind'];
};

/**
 * Connects to the PostgreSQL server of the data folder, or starts one. A server may already run there, started by
 * another app process or left by a killed one. It listens only on a private Unix socket, syncs to disk, and stops when
 * the last process disconnects.
 *
 * @throws Error with the last lines of the server's log, if it does not become ready.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options;
  const place = await preparePlace(path.resolve(dataDir), findNativeFolder(), options.runAs);
  for (const note of place.notes) log.info(note);
  await initOnce(place, settings);
  place.data = realpathSync(place.data);

  let holder = await join(place, settings, dataDir);
  await createDatabase(holder.client);
  const { host, port } = holder;
  let stopping = false;

  const watch = () => {
    holder.client.on('error', () => {});
    holder.client.once('end', () => void (stopping || rejoin()));
  };
  const rejoin = async () => {
    log.warn('The database ended unexpectedly; starting it again.');
    while (!stopping) {
      try {
        holder = await join(place, settings, dataDir);
        return watch();
      } catch (error) {
        log.error({ err: error }, 'The database does not start again; retrying.');
        await wait(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  watch();

  return {
    poolConfig: { host, port, user: USER, database: DATABASE },
    async stop() {
      if (stopping) return;
      stopping = true;
      await leave(place, holder.client, log);
    },
  };
}

type Holder = { client: pg.Client; host: string; port: number };

/** Connects to the running server, or starts one, and takes the shared lock. */
async function join(place: Place, settings: Settings, dataDir: string): Promise<Holder> {
  const logFile = path.join(dataDir, 'postgres.log');
  const giveUpAtMs = performance.now() + READY_WITHIN_MS;
  let child: { exitCode: number | null; pid?: number | undefined } | undefined;
  let starts = 0;
  for (;;) {
    const holder = await tryConnect(place);
    if (holder === 'no server' && (!child || child.exitCode !== null || !child.pid)) {
      if (starts === START_ATTEMPTS_MAX) throw new Error(`The database does not start:\n${lastLogLines(logFile)}`);
      // The start failed: another process may be starting it, or its shared memory is still in use. Wait before a retry.
      if (starts > 0) await wait(POLL_MS * 2 ** (starts + 2));
      starts += 1;
      child = await spawnPostgres(place, settings, logFile);
    }
    if (typeof holder === 'object') {
      if (await takeSharedLock(holder.client)) return holder;
      // Its last user is stopping this server.
      await holder.client.end().catch(() => {});
    }
    if (performance.now() > giveUpAtMs)
      throw new Error(`The database was not ready within ${READY_WITHIN_MS / 1000} s:\n${lastLogLines(logFile)}`);
    await wait(POLL_MS);
  }
}

async function tryConnect(place: Place): Promise<Holder | 'no server' | 'busy'> {
  const running = readPostmaster(place.data);
  // A running server may listen on another socket: a temporary folder that this process would not choose.
  const host = running && existsSync(running.socket) ? running.socket : place.socket;
  const port = running?.port ?? PORT;
  const client = new pg.Client({ host, port, user: USER, database: 'postgres', ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory === place.data) return { client, host, port };
    await client.end();
    return 'no server';
  } catch (error) {
    await client.end().catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ECONNREFUSED', 'EACCES', 'ENOTDIR'].includes(code ?? '') ? 'no server' : 'busy';
  }
}

async function takeSharedLock(client: pg.Client): Promise<boolean> {
  try {
    const sql = 'select pg_try_advisory_lock_shared($1) as ok';
    return (await client.query<{ ok: boolean }>(sql, [USERS_LOCK])).rows[0]?.ok === true;
  } catch {
    return false;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const existing = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (existing.rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // Another process created it in between.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Releases the shared lock. A process that then gets the exclusive lock is the last user and stops the server. */
async function leave(place: Place, client: pg.Client, log: EmbeddedOptions['log']): Promise<void> {
  const sql = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last';
  const last = await client.query<{ last: boolean }>(sql, [USERS_LOCK]).then(
    ({ rows }) => rows[0]?.last === true,
    () => true, // A server that does not answer has no users.
  );
  if (last) {
    await stopPostmaster(place.data);
    await removeTemporary(place.socket, path.dirname(place.data));
  } else {
    log.info('The database keeps running: another server uses it.');
  }
  await client.end().catch(() => {});
}
