import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type App } from '#tests/support/app-process.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { addMembers, type Member } from './members.ts';
import { seeded, type Seeded } from './seeded.ts';

/**
 * Server processes on one database and one object folder, as behind a balancer, without a browser. Scenarios may kill
 * each server and the database.
 */
export interface Servers {
  random: Seeded;
  database: OwnPostgres;
  sql: pg.Pool;
  servers: App[];
  objectsDir: string;
  /** Inserts signed-in people into the database. */
  addMembers(count: number): Promise<Member[]>;
  /** Kills a server with SIGKILL and starts it again; `whileDown` runs in between. */
  crash(server: App, whileDown?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface ServersOptions {
  random: Seeded;
  count?: number;
  /** Folder of the objects, if not a plain folder of the data directory. */
  objectsDir?: string;
  env?: NodeJS.ProcessEnv;
}

const openServers = async ({ random, count = 1, objectsDir, env = {} }: ServersOptions): Promise<Servers> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-servers-'));
  const database = await startOwnPostgres(path.join(folder, 'database'));
  const objects = objectsDir ?? path.join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  const secret = randomBytes(24).toString('hex');
  const servers: App[] = [];
  for (let index = 0; index < count; index += 1) {
    servers.push(
      await startApp(
        {
          DATABASE_URL: database.url,
          OBJECTS_DIR: objects,
          SIDELINE_SECRET: secret,
          DEMO: 'false',
          DATA_DIR: path.join(folder, `server-${index}`),
          ...env,
        },
        ['--no-build'],
      ),
    );
  }
  const sql = new pg.Pool({ ...database.poolConfig, max: 4 });
  sql.on('error', () => {});
  return {
    random,
    database,
    sql,
    servers,
    objectsDir: objects,
    addMembers: (wanted) => addMembers(sql, secret, wanted),
    async crash(server, whileDown) {
      await server.kill();
      await whileDown?.();
      await server.restart();
    },
    async close() {
      await sql.end();
      for (const server of servers) await server.stop();
      await database.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** Runs a scenario on new servers; prints the seed first, so that a failure can be repeated. */
export const onServers = async <T>(
  { seed, ...options }: { seed: number } & Omit<ServersOptions, 'random'>,
  play: (servers: Servers) => Promise<T>,
): Promise<T> => {
  console.log(`seed ${seed}`);
  const servers = await openServers({ random: seeded(seed), ...options });
  try {
    return await play(servers);
  } catch (error) {
    const outputs = servers.servers
      .map(
        (server, index) =>
          `server ${index} wrote:\n${server
            .output()
            .replaceAll(/\n +(Sideline is|Mails|Everything|It is for|Ctrl-C).*|\n(?=\n)/g, '')
            .slice(-4_000)}`,
      )
      .join('\n');
    throw error instanceof Error ? Object.assign(error, { message: `${error.message}\n${outputs}` }) : error;
  } finally {
    await servers.close();
  }
};

/** Jobs that are not done: waiting, active or failed. Jobs that start later than `withinSeconds` do not count. */
export const openJobs = async (
  sql: pg.Pool,
  withinSeconds = 3600,
): Promise<{ name: string; state: string; retries: number; data: unknown }[]> => {
  const { rows } = await sql.query<{ name: string; state: string; retries: number; data: unknown }>(
    `select name, state::text, retry_count as retries, data from jobs.job where name not like '\\_\\_%' and state not in ('completed', 'cancelled')
       and start_after < now() + make_interval(secs => $1)`,
    [withinSeconds],
  );
  return rows;
};

const LOOK_EVERY_MS = 50;

/**
 * Waits for a condition.
 *
 * @throws Error naming it, after the deadline.
 */
export const until = async (
  what: string,
  look: () => Promise<boolean> | boolean,
  withinMs = 60_000,
): Promise<number> => {
  const startedAtMs = performance.now();
  for (;;) {
    if (await look()) return (performance.now() - startedAtMs) / 1000;
    if (performance.now() - startedAtMs > withinMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await wait(LOOK_EVERY_MS);
  }
};

/** Command line of a running process; empty if it has ended. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
