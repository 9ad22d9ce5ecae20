import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { accountEraseWork } from '#server/jobs/account-erase.ts';
import { createLog } from '#server/log.ts';
import { addRows } from '#tests/api/rows.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { PASSWORD, join, startAccounts } from '../domains/auth/people.fixtures.ts';
import { readErased } from './erased.ts';
import { makeBackup } from './make-backup.ts';
import { openBackup, restoreBackup } from './restore-backup.ts';

test('D-90 an older backup is restored without access to accounts that were erased later, and the first start erases them', async () => {
  const server = await startAccounts();
  const root = await mkdtemp(path.join(os.tmpdir(), 'sideline-erased-'));
  const target = await testDatabase(false);
  onTestFinished(async () => {
    await server.close();
    await target.drop();
    await rm(root, { recursive: true, force: true });
  });
  const { services, dataDir } = server;
  const { config, database } = services;
  const { rows: places } = await database.pool.query('select current_database() as name');
  const poolConfig = { ...target.poolConfig, database: String(places[0].name) };
  const quiet = { say: () => {}, version: '0.0.0' };
  const backup = (folder: string) =>
    makeBackup({ folder, poolConfig, dataDir, objects: config.objects, secret: config.secret, ...quiet });
  const [gone, stays] = [await join(server), await join(server)];
  const rows = await addRows(server, gone.as);
  const [older, newer] = [path.join(root, 'older'), path.join(root, 'newer')];
  await backup(older);
  await server.call('DELETE /account', { password: PASSWORD }, { as: gone.as });
  server.setNow(new Date(Date.now() + 400 * 86_400_000));
  await accountEraseWork(services).run({}, new AbortController().signal);
  await backup(newer);

  const erased = await readErased(newer);
  expect(erased).toEqual([gone.userId]);
  const { manifest, upTo } = await openBackup(older, quiet.say);
  await restoreBackup({
    folder: older,
    manifest,
    upTo,
    poolConfig: target.poolConfig,
    dataDir: path.join(root, 'data'),
    objects: { kind: 'folder', path: path.join(root, 'objects') },
    log: createLog({ logLevel: 'silent' }),
    erased,
    ...quiet,
  });
  const client = new pg.Client(target.poolConfig);
  await client.connect();
  const ask = async (text: string) => (await client.query(text)).rows;
  try {
    expect(await ask(`select deleted_at is not null as left from users where id = '${gone.userId}'`)).toEqual([
      { left: true },
    ]);
    expect(await ask(`select deleted_at from users where id = '${stays.userId}'`)).toEqual([{ deleted_at: null }]);
    expect(await ask(`select active from channels where id = '${rows.channel}'`)).toEqual([{ active: false }]);
    expect(await ask('select user_id from erased_accounts')).toEqual([{ user_id: gone.userId }]);
    expect(await ask(`select name from jobs.job where name = 'account.erase' and state = 'created'`)).toHaveLength(1);
  } finally {
    await client.end();
  }
});
