import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { BackupProblem } from '#server/backup/problem.ts';
import { bytesInWords, folderArgument, openPoolConfig, readVersion, runTool, say, settingsOrFail } from './tools.ts';

// `npm run backup -- FOLDER`: copies everything of this place into a new folder, while its servers run.

await runTool('backup', async () => {
  const folder = folderArgument('backup');
  const { dataDir, databaseUrl } = settingsOrFail();
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres/PG_VERSION')))
    throw new BackupProblem(
      `There is nothing to back up in ${dataDir}. Run this with the settings of the server (DATA_DIR or DATABASE_URL).`,
    );
  const config = readConfig(process.env);
  const { poolConfig, stop } = await openPoolConfig(config);
  try {
    const manifest = await makeBackup({
      folder,
      poolConfig,
      dataDir,
      objects: config.objects,
      secret: config.secret,
      version: await readVersion(),
      say,
    });
    const { objects, missing, tables } = manifest;
    const rows = tables.reduce((all, table) => all + table.rows, 0);
    for (const key of missing.slice(0, 10)) say(`Warning: a row names ${key}, which is not among the objects.`);
    if (missing.length > 10) say(`Warning: ${missing.length - 10} more objects are missing like that.`);
    if (!manifest.keys.some(({ name }) => name === 'secret'))
      say('SIDELINE_SECRET is a setting and not part of the backup: keep it as safe as the backup.');
    say(
      `The backup in ${folder} is whole: ${tables.length} tables, ${rows} rows, ${objects.rows} objects, ${bytesInWords(objects.totalBytes)}.`,
    );
  } finally {
    await stop();
  }
});
