import { readConfig } from '#server/config.ts';
import { readSettings } from '#server/config-settings.ts';
import { createLog } from '#server/log.ts';
import { markOfSecret, type Manifest } from '#server/backup/format.ts';
import { readErased } from '#server/backup/erased.ts';
import { BackupProblem } from '#server/backup/problem.ts';
import { openBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { bytesInWords, openPoolConfig, readVersion, restoreArguments, runTool, say, settingsOrFail } from './tools.ts';

// `npm run restore -- FOLDER [--erased NEWER_FOLDER]`: puts a backup into an empty place, without the accounts that were
// erased until the newer backup was made.

/** Sessions and addresses of media are signed with the secret: with another one they would all be void. */
function checkSecret(manifest: Manifest): void {
  const secret = readSettings(process.env).settings?.SIDELINE_SECRET;
  const isKept = manifest.keys.some(({ name }) => name === 'secret');
  if (secret === undefined && !isKept)
    throw new BackupProblem(
      'The backup comes from a server with SIDELINE_SECRET as a setting. Set SIDELINE_SECRET to the same value, then restore.',
    );
  if (secret !== undefined && markOfSecret(secret) !== manifest.secretMark)
    throw new BackupProblem(
      'SIDELINE_SECRET is another one than that of the backup: everybody would be signed out. ' +
        (isKept
          ? 'Leave it out (the backup holds its own), or set it to the same value.'
          : 'Set it to the same value.'),
    );
}

await runTool('restore', async () => {
  const { folder, erased: newer } = restoreArguments();
  const { dataDir, objects, databaseUrl } = settingsOrFail();
  const { manifest, upTo } = await openBackup(folder, say);
  checkSecret(manifest);
  const erased = newer === undefined ? [] : await readErased(newer);
  const { poolConfig, stop } = await openPoolConfig({ dataDir, databaseUrl, objects, port: 0 });
  try {
    const log = createLog({ logLevel: 'silent' });
    const { jobs } = await restoreBackup({
      folder,
      manifest,
      upTo,
      version: await readVersion(),
      poolConfig,
      dataDir,
      objects,
      log,
      erased,
      say,
    });
    if (newer === undefined)
      say(
        'Accounts that were erased after this backup are in it. With a newer backup, restore with --erased NEWER_FOLDER.',
      );
    else say(`${erased.length} accounts that were erased until the newer backup are erased again at the first start.`);
    // Says now, not at the first start, when a setting is missing.
    readConfig(process.env);
    const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
    say(
      `Restored and compared: ${manifest.tables.length} tables, ${rows} rows, ${manifest.objects.rows} objects, ` +
        `${bytesInWords(manifest.objects.totalBytes)}; ${jobs} waiting jobs go on. Start the server now.`,
    );
  } finally {
    await stop();
  }
});
