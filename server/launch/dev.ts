import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer } from 'vite';
import { readConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import { SERVER_FLAGS } from './server-flags.mjs';
import { onStop } from './stopping.ts';

// Vite serves the app on PORT and reloads it; the API runs behind it on PORT + 1 and restarts when its code changes.

/** Paths that the API server answers; Vite serves the rest. */
const API_PATHS = ['/api', '/media', '/dev/outbox'];
const API_CODE = /^(server|contract)\/(?!.*\.test\.ts$).*\.ts$/;
/** Files saved within this time cause one restart, ms. */
const SETTLE_MS = 100;

const root = path.resolve(import.meta.dirname, '../..');
const config = readConfig(process.env);
const log = createLog(config);
const apiPort = config.port + 1;

// Started in this process, so that the database keeps running while the API restarts.
const database = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });

const startApi = () =>
  spawn(process.execPath, [...SERVER_FLAGS, 'server/launch/serve.ts', '--no-build'], {
    cwd: root,
    stdio: 'inherit',
    // Its own process group: Ctrl-C reaches only this process, which then stops the API.
    detached: true,
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: config.publicUrl, LAUNCHER_PID: String(process.pid) },
  });

async function endApi(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGTERM');
  await once(process, 'exit');
}

let api = startApi();
let settling: NodeJS.Timeout | undefined;
let turn = Promise.resolve();

function restartApi(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    turn = turn.then(async () => {
      log.info('Server code changed: restarting the API.');
      await endApi(api);
      api = startApi();
    });
  }, SETTLE_MS);
}

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root,
  server: {
    port: config.port,
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((prefix) => [prefix, { target, xfwd: true }])),
    watch: { ignored: [`${config.dataDir}/**`, '**/.data/**', '**/.tmp/**', '**/dist/**'] },
  },
});
await vite.listen();
vite.watcher.on('all', (_event, file) => {
  if (API_CODE.test(path.relative(root, file).replaceAll(path.sep, '/'))) restartApi();
});
process.stdout.write(`\n  Sideline reloads while you work:  http://localhost:${config.port}\n\n`);

async function end(): Promise<void> {
  clearTimeout(settling);
  await turn;
  await vite.close();
  await endApi(api);
  await database?.stop();
  process.exit(0);
}

// Replaces Vite's handler, which exits at once: the API and the database must stop first.
process.removeAllListeners('SIGTERM');
onStop(
  () => void end(),
  () => process.exit(130),
);
