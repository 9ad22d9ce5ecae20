import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { findNativeFolder } from './embedded/binaries.ts';
import { USER, initOnce, lastWords, spawnPostgres } from './embedded/launch.ts';
import type { Settings } from './embedded/launch.ts';
import { preparePlace } from './embedded/place.ts';
import type { Place } from './embedded/place.ts';
import { readPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import type { RunAs } from './embedded/run-as.ts';
import { PORT, removeTemporary } from './embedded/socket.ts';

const DATABASE = 'sideline';
/** Recovery after a crash may have much to read. */
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 20;
const STARTS_MAX = 5;
const TRY_AGAIN_MS = 5_000;
/** Held shared by every process that uses the server, whole by the one that may stop it. */
const USERS_LOCK = 5_417_201;

export type EmbeddedPostgres = {
  poolConfig: { host: string; port: number; user: string; database: string };
  /** Lets go of the server, and ends it unless another process uses it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Absolute; made when missing. */
  dataDir: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Added to our own settings; only the process that starts the server decides. */
  settings?: Settings;
  /** For tests: a way of running as root other than the one we would choose. */
  runAs?: RunAs['kind'];
};

/**
 * A real PostgreSQL in the data folder, without any setup: the one that already runs there (another
 * process of ours started it, or one that was killed), else a new one. It listens on a private Unix
 * socket only, writes through to the disk, and ends with the last process that lets go of it.
 *
 * @throws Error in plain words, with the database's own last lines, when it does not become ready.
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
        log.error({ err: error }, 'The database does not start again; trying on.');
        await wait(TRY_AGAIN_MS, undefined, { ref: false });
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

/** Connects to the running server, or starts one, and takes a share of it. */
async function join(place: Place, settings: Settings, dataDir: string): Promise<Holder> {
  const logFile = path.join(dataDir, 'postgres.log');
  const giveUpAtMs = performance.now() + READY_WITHIN_MS;
  let child: { exitCode: number | null; pid?: number | undefined } | undefined;
  let starts = 0;
  for (;;) {
    const holder = await tryConnect(place);
    if (holder === 'nobody answers' && (!child || child.exitCode !== null || !child.pid)) {
      if (starts === STARTS_MAX) throw new Error(`The database does not start:\n${lastWords(logFile)}`);
      // A second start in a row: another process may be at it, or the last one's memory is still in use.
      if (starts > 0) await wait(ASK_EVERY_MS * 2 ** (starts + 2));
      starts += 1;
      child = await spawnPostgres(place, settings, logFile);
    }
    if (typeof holder === 'object') {
      if (await takeShare(holder.client)) return holder;
      // The last user is just ending this server.
      await holder.client.end().catch(() => {});
    }
    if (performance.now() > giveUpAtMs)
      throw new Error(`The database was not ready within ${READY_WITHIN_MS / 1000} s:\n${lastWords(logFile)}`);
    await wait(ASK_EVERY_MS);
  }
}

async function tryConnect(place: Place): Promise<Holder | 'nobody answers' | 'busy'> {
  const running = readPostmaster(place.data);
  // Whoever runs may listen elsewhere: a temporary folder that was taken by the time we looked.
  const host = running && existsSync(running.socket) ? running.socket : place.socket;
  const port = running?.port ?? PORT;
  const client = new pg.Client({ host, port, user: USER, database: 'postgres', ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory === place.data) return { client, host, port };
    await client.end();
    return 'nobody answers';
  } catch (error) {
    await client.end().catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ECONNREFUSED', 'EACCES', 'ENOTDIR'].includes(code ?? '') ? 'nobody answers' : 'busy';
  }
}

async function takeShare(client: pg.Client): Promise<boolean> {
  try {
    const sql = 'select pg_try_advisory_lock_shared($1) as ok';
    return (await client.query<{ ok: boolean }>(sql, [USERS_LOCK])).rows[0]?.ok === true;
  } catch {
    return false;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (known.rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // Another process made it between the question and the command.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Gives the share back; who can then lock out everybody is the last one and ends the server. */
async function leave(place: Place, client: pg.Client, log: EmbeddedOptions['log']): Promise<void> {
  const sql = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last';
  const last = await client.query<{ last: boolean }>(sql, [USERS_LOCK]).then(
    ({ rows }) => rows[0]?.last === true,
    () => true, // It no longer answers: nobody can be using it.
  );
  if (last) {
    await stopPostmaster(place.data);
    await removeTemporary(place.socket, path.dirname(place.data));
  } else {
    log.info('The database stays: another server uses it.');
  }
  await client.end().catch(() => {});
}
