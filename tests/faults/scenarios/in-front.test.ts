import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { digestsOf, videoLike } from '#server/domains/upload/upload.fixtures.ts';
import { freePort, startApp, type App } from '#tests/support/app-process.ts';
import { addPerson, type Person } from '../world/people.ts';
import { until } from '../world/servers.ts';

/* The configurations of docs/operating in front of a real server, with the program of each where it is installed. */

const DOCS = path.resolve(import.meta.dirname, '../../../docs/operating');
const HOST = 'club.example.org';
const CHUNK_UNITS = 9;

let folder: string;
let app: App;
let database: EmbeddedPostgres;
let person: Person;
let front: ChildProcess | undefined;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sideline-front-'));
  app = await startApp(
    {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PUBLIC_URL: `https://${HOST}`,
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: 'loopback',
      SIDELINE_SECRET: 'q8Wm2xT0vZ4bN6yR1kP9sL3dF7hJ5gCa',
      DATABASE: 'embedded',
      OBJECTS: 'folder',
      PUSH: 'webpush',
      MAIL: 'outbox',
      SMS: 'outbox',
    },
    ['--no-build'],
  );
  database = await startEmbeddedPostgres({
    dataDir: app.dataDir,
    log: { info() {}, warn() {}, error: console.error },
  });
  const sql = new pg.Pool(database.poolConfig);
  person = await addPerson(sql);
  await sql.end();
  const subject = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`, '-subj', `/CN=${HOST}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(
    `${folder}/haproxy.pem`,
    readFileSync(`${folder}/fullchain.pem`, 'utf8') + readFileSync(`${folder}/privkey.pem`, 'utf8'),
  );
}, 120_000);
afterAll(async () => {
  await database.stop();
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** The documented text with ports, certificate and server of the test in their places. */
const adapted = (name: string, https: number, http: number): string => {
  const text = readFileSync(path.join(DOCS, name), 'utf8')
    .replaceAll('/etc/sideline', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${app.port}`);
  if (name === 'nginx.conf') {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const site = text.replace('listen 443', `listen ${https}`).replace('listen 80;', `listen ${http};`);
    return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {} http { access_log off; ${paths.join(' ')} ${site} }`;
  }
  if (name === 'haproxy.cfg') return text.replace('bind :443', `bind :${https}`).replace('bind :80', `bind :${http}`);
  return `{\n admin off\n http_port ${http}\n}\n${text.replace(`${HOST} {`, `https://${HOST}:${https} {\n tls ${folder}/fullchain.pem ${folder}/privkey.pem`)}`;
};

const COMMANDS: Record<string, (file: string) => [string, string[]]> = {
  'nginx.conf': (file) => ['nginx', ['-c', file]],
  'haproxy.cfg': (file) => ['haproxy', ['-f', file]],
  Caddyfile: (file) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
};

type Options = { method?: string; headers?: Record<string, string>; body?: Buffer; until?: RegExp };

/** @returns Status and body; of a stream, what came until the pattern. */
const ask = (port: number, url: string, { method = 'GET', headers = {}, body, until: pattern }: Options = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: url,
        method,
        servername: HOST,
        rejectUnauthorized: false,
        headers: { Host: HOST, ...headers },
      },
      (answer) => {
        let text = '';
        const done = () => resolve({ status: answer.statusCode!, text });
        answer.on('data', (part: Buffer) => {
          text += part.toString();
          if (!pattern?.test(text)) return;
          done();
          sent.destroy();
        });
        answer.on('end', done);
        answer.on('error', done);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** In order, so that its workers end too; Caddy waits for open streams and is killed. */
const endFront = async (running: ChildProcess): Promise<void> => {
  if (running.exitCode !== null) return;
  running.kill('SIGTERM');
  const late = setTimeout(() => running.kill('SIGKILL'), 3_000);
  await once(running, 'exit');
  clearTimeout(late);
};

for (const [name, command] of Object.entries(COMMANDS))
  test.skipIf(spawnSync(command('')[0], ['-v']).error)(
    `${name}: TLS, sign-in, a whole chunk, a stream that is not held back, and nothing private`,
    async () => {
      const [https, http] = [await freePort(), await freePort()];
      const file = path.join(folder, name);
      writeFileSync(file, adapted(name, https, http));
      const [program, args] = command(file);
      front = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
      let said = '';
      front.stderr!.on('data', (part) => (said += part));
      try {
        await until(
          'it answers',
          () =>
            ask(https, '/api/ready').then(
              (answer) => answer.status === 200,
              () => false,
            ),
          20_000,
        );
        const plain = await fetch(`http://127.0.0.1:${http}/library`, { redirect: 'manual', headers: { Host: HOST } });
        expect(plain.status).toBe(308);

        const login = await ask(https, '/api/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: Buffer.from(JSON.stringify({ username: person.username, password: person.password })),
        });
        expect(login.status).toBe(200);
        const headers = { Authorization: `Bearer ${(JSON.parse(login.text) as { access: string }).access}` };

        const bytes = videoLike(CHUNK_UNITS * 2 * UNIT_BYTES);
        const chunk = await ask(https, `/api/mam/ondemand?profile=video&fileName=${program}.mp4`, {
          method: 'POST',
          headers: {
            ...headers,
            'Content-Type': 'application/octet-stream',
            'Upload-Id': newId(),
            'Upload-Offset': '0',
            'Upload-Length': String(bytes.length),
            'Upload-Sha256': digestsOf(bytes).slice(0, CHUNK_UNITS).join(','),
          },
          body: bytes.subarray(0, CHUNK_UNITS * UNIT_BYTES),
        });
        expect([chunk.status, chunk.text.slice(0, 200)]).toEqual([200, expect.any(String)]);

        const stream = await ask(https, '/api/sync/wake', { headers, until: /event: open/ });
        expect(stream).toMatchObject({ status: 200, text: expect.stringContaining('event: open') });
        const outbox = await ask(https, '/dev/outbox');
        if (name !== 'Caddyfile') expect(outbox.status).toBe(404);
        expect(outbox.text).not.toContain('<h1>Outbox');
      } catch (error) {
        throw new Error(`${name}: ${String(error)}\n${said.slice(-2_000)}`, { cause: error });
      } finally {
        await endFront(front);
      }
    },
  );
