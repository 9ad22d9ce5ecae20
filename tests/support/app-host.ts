import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_FLAGS } from '#server/launch/server-flags.mjs';
import { endLeftDatabase, freePort, root, serverEnvironment, type App } from './app-process.ts';

/** A start, or a clean stop, takes a moment. */
const DONE_WITHIN_MS = 120_000;

/** An app that is only started and stopped. */
export type HostedApp = Pick<App, 'url' | 'port' | 'dataDir' | 'output' | 'stop'>;

/** A process that runs one app after the other, so that the server's modules are loaded and compiled once. */
export interface AppHost {
  /** Starts the app on a data folder of its own (DATA_DIR), which its `stop()` removes. One at a time. */
  start(env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<HostedApp>;
  /** The process id, once an app was started. */
  pid(): number | undefined;
  end(): Promise<void>;
}

/**
 * Apps that share nothing but the modules of their process: each has its own settings, data folder, database, services and
 * connections, as the server keeps no state anywhere else (README, Scale out). After one that did not stop cleanly, or
 * failed, the next runs in a new process.
 */
export const createAppHost = (): AppHost => {
  let host: Host | undefined;
  return {
    async start(env) {
      host = host?.isAlive() ? host : await openHost();
      return startIn(host, env);
    },
    pid: () => host?.pid,
    end: async () => host?.end(),
  };
};

const startIn = async (host: Host, env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<HostedApp> => {
  const dataDir = env.DATA_DIR;
  const port = await freePort();
  host.forget();
  await host.ask({ env: { ...serverEnvironment(), ...env, PORT: String(port) } });
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    output: host.output,
    async stop() {
      try {
        await host.ask('stop');
      } catch {
        // It has failed, which the test has seen, or does not stop.
        await host.end();
        await endLeftDatabase(dataDir);
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

interface Host {
  pid: number | undefined;
  isAlive(): boolean;
  /** Its output since `forget`. */
  output(): string;
  forget(): void;
  /** @throws Error with its output if it ends, or is not done in time. */
  ask(what: { env: NodeJS.ProcessEnv } | 'stop'): Promise<void>;
  end(): Promise<void>;
}

const openHost = async (): Promise<Host> => {
  const child = spawn(process.execPath, [...SERVER_FLAGS, path.join(import.meta.dirname, 'app-host.child.ts')], {
    cwd: root,
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text: Buffer) => {
      output += String(text);
    });
  const host: Host = {
    pid: child.pid,
    isAlive: () => child.connected && child.exitCode === null && child.signalCode === null,
    output: () => output,
    forget: () => {
      output = '';
    },
    async ask(what) {
      const answer = untilDone(child, host.output);
      if (child.connected) child.send(what, () => {});
      await answer;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), DONE_WITHIN_MS);
      await gone;
      clearTimeout(late);
    },
  };
  await untilDone(child, host.output);
  return host;
};

const untilDone = async (child: ChildProcess, output: () => string): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  const late = setTimeout(() => child.kill('SIGKILL'), DONE_WITHIN_MS);
  try {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server had ended:\n${output()}`);
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error(`The server ended:\n${output()}`);
    });
    await Promise.race([once(child, 'message', { signal }), ended]);
  } finally {
    clearTimeout(late);
    over.abort();
  }
};
