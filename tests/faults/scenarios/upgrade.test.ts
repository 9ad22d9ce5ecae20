import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { startApp, type App } from '#tests/support/app-process.ts';

/*
 * The data of every earlier version is restored into this build, which then starts on it. The fixtures are backups
 * that each version made of itself (tests/fixtures/make-data.ts).
 */

const root = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(root, 'tests/fixtures');
const versions = (await readdir(FIXTURES)).flatMap((name) => /^data-(.*)\.tar\.gz$/.exec(name)?.[1] ?? []);
/** Rows that migrations add: the Owner of an organization that was approved before gets a code (decision 0132). */
const ADDED: Readonly<Record<string, number>> = { shareable_codes: 1 };
const QUIET = { info: () => {}, warn: () => {}, error: console.error };
test('there is a fixture of the version in package.json (npm run fixture makes it)', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  expect(versions).toContain(version);
});

test.for(versions)('data of version %s: restored into this build, started, signed in, rows kept', async (version) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-upgrade-'));
  const backup = path.join(folder, 'backup');
  const dataDir = path.join(folder, 'data');
  await mkdir(backup);
  execFileSync('tar', ['-C', backup, '-xzf', path.join(FIXTURES, `data-${version}.tar.gz`)]);
  execFileSync(process.execPath, [path.join(root, 'server/launch/restore.ts'), backup], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  // Looked at before the start: housekeeping forgets what has become old.
  const database = await startEmbeddedPostgres({ dataDir, log: QUIET });
  const sql = new pg.Pool({ ...database.poolConfig, max: 2 });
  sql.on('error', () => {});
  let app: App | undefined;
  try {
    const manifest = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as {
      tables: { name: string; rows: number }[];
    };
    for (const { name, rows } of manifest.tables) {
      const { rowCount } = await sql.query(`select 1 from "${name}"`);
      // A migration may begin the counter of a scope that had no row: the organization now has its profile.
      if (name === 'scope_versions') expect(rowCount).toBeGreaterThanOrEqual(rows);
      else expect([name, rowCount]).toEqual([name, Math.max(rows, 1) + (ADDED[name] ?? 0)]);
    }
    app = await startApp({ DEMO: 'false', DATA_DIR: dataDir }, ['--no-build']);
    const answer = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'fixture', password: 'Corner-Flag-27!' }),
    });
    expect(answer.status).toBe(200);
    const { access } = (await answer.json()) as { access: string };
    const synced = await fetch(`${app.url}/api/sync`, { headers: { Authorization: `Bearer ${access}` } });
    expect(synced.status).toBe(200);
    expect(await synced.text()).toContain('Drills');
  } finally {
    await sql.end();
    await database.stop();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
