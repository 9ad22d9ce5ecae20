import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Settings } from '#server/config-settings.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { SERVER_FLAGS } from '#server/launch/server-flags.mjs';
import { COMPILE_CACHE } from './test-files.ts';

export const root = path.resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 120_000;
const READY_LINE = /Sideline is ready: {2}\S+|The server is ready\./;

export type App = {
  /** Without a slash at the end. */
  url: string;
  port: number;
  dataDir: string;
  /** The server's output so far, for failure messages. */
  output(): string;
  /** The process id of the running server. */
  pid(): number | undefined;
  /** Stops the server cleanly if it runs, and starts it again on the same port and data. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>;
  /** Kills it with SIGKILL. The database runs until the next start or stop. */
  kill(): Promise<void>;
  /**
   * Stops the server cleanly and keeps the data.
   *
   * @returns Its exit code.
   */
  end(): Promise<number | null>;
  /** Ends everything and removes the data. */
  stop(): Promise<void>;
};

/** The first port that is given out, and how many there are. All lie below those that systems take for outgoing connections. */
const PORTS = { first: 20_000, count: 12_000 };
/** Processes that run at once begin far apart. */
let portsTried = process.pid * 7919;

/** A port that is free, and that no outgoing connection takes before a server listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + (portsTried++ % PORTS.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Whether this process has made sure that the build is of these sources, which takes a quarter of the time of a start. */
let isBuildCurrent = false;

/**
 * Starts the app in its own process exactly as `npm start` does (own data, port and database, demo included) and waits
 * until it reports that it is ready.
 *
 * @param args `--no-build` if no test needs the client; `[]` if the build must be compared with its sources. Default: compared
 *   once in this process.
 * @throws Error with the server's output if it ends, or does not become ready in time.
 */
export async function startApp(env: NodeJS.ProcessEnv = {}, args?: readonly string[]): Promise<App> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'sideline-app-')));
  const port = Number(env.PORT ?? (await freePort()));
  let child: ChildProcess;
  let output = '';

  const launch = async (more: NodeJS.ProcessEnv = {}) => {
    const asked = args ?? (isBuildCurrent ? ['--no-build'] : []);
    child = spawn(process.execPath, [...SERVER_FLAGS, 'server/launch/start.ts', ...asked], {
      cwd: root,
      env: {
        ...serverEnvironment(),
        ...env,
        ...more,
        PORT: String(port),
        DATA_DIR: dataDir,
        LAUNCHER_PID: String(process.pid),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await untilReady(child, (text) => (output += text));
    isBuildCurrent ||= !asked.includes('--no-build');
  };
  const running = () => child.exitCode === null && child.signalCode === null;
  const finish = async (signal: NodeJS.Signals) => {
    if (!running()) return;
    child.kill(signal);
    await once(child, 'exit');
  };

  await launch();
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    output: () => output,
    pid: () => child.pid,
    async restart(more) {
      await finish('SIGTERM');
      await launch(more);
    },
    kill: () => finish('SIGKILL'),
    async end() {
      await finish('SIGTERM');
      return child.exitCode;
    },
    async stop() {
      const wasKilled = !running();
      await finish('SIGTERM');
      if (wasKilled && !env.DATABASE_URL) await endLeftDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The environment of a server, without settings of the developer, whose database tests must not use. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const ours = (name: string) => name in Settings.entries && name !== 'FFMPEG_PATH';
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours(name)));
  // At the priority of the rest: beside other work a test would wait for a small video for minutes.
  const nice = { MEDIA_NICE: '0' };
  return { ...others, ...nice, NODE_ENV: 'development', NODE_COMPILE_CACHE: COMPILE_CACHE, LOG_LEVEL: 'warn' };
}

function untilReady(child: ChildProcess, keep: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The server ${why}. Its output:\n${output}`));
    };
    const late = setTimeout(() => fail(`was not ready within ${READY_WITHIN_MS / 1000} s`), READY_WITHIN_MS);
    const ended = () => fail('ended before it was ready');
    const hear = (text: Buffer) => {
      keep(String(text));
      output += String(text);
      if (!READY_LINE.test(output)) return;
      clearTimeout(late);
      child.off('exit', ended);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', ended);
  });
}

/** Stops the database that a killed server left running, by using and releasing it. */
export async function endLeftDatabase(dataDir: string): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: console.error };
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
}
