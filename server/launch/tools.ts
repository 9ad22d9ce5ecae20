import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { ConfigError } from '#server/config.ts';
import { readObjects, type ObjectsConfig } from '#server/config-objects.ts';
import { readSettings } from '#server/config-settings.ts';
import { BackupProblem } from '#server/backup/problem.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import { checkDatabase } from './check-start.ts';
import { explainStart } from './start-problem.ts';

/** What the commands for the person who runs a server share. */

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The folder named on the command line, absolute. */
export function folderArgument(command: string): string {
  const [folder, more] = process.argv.slice(2);
  if (!folder || more) throw new BackupProblem(`Usage: npm run ${command} -- FOLDER`);
  return path.resolve(folder);
}

type Place = { dataDir: string; objects: ObjectsConfig; databaseUrl: string | undefined };

/** The folders of `FOLDER`, or of `FOLDER --erased NEWER_FOLDER`, absolute. */
export function restoreArguments(): { folder: string; erased: string | undefined } {
  const [folder, option, newer, more] = process.argv.slice(2);
  if (!folder || more || (option !== undefined && (option !== '--erased' || !newer)))
    throw new BackupProblem('Usage: npm run restore -- FOLDER [--erased FOLDER_OF_A_NEWER_BACKUP]');
  return { folder: path.resolve(folder), erased: newer && path.resolve(newer) };
}

/** Where things are, without making anything there. */
export function settingsOrFail(): Place {
  const { settings, problems } = readSettings(process.env);
  if (!settings) throw new ConfigError(problems);
  const dataDir = path.resolve(settings.DATA_DIR);
  return { dataDir, objects: readObjects(settings), databaseUrl: settings.DATABASE_URL };
}

/** The database of a place: the one of DATABASE_URL, or the embedded one, joined where a server uses it already. */
export async function openPoolConfig(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & { objects: { path: string }; port: number },
): Promise<{ poolConfig: pg.PoolConfig; stop(): Promise<void> }> {
  try {
    if (!config.databaseUrl)
      return await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog({ logLevel: 'silent' }) });
    await checkDatabase(config.databaseUrl);
    return { poolConfig: { connectionString: config.databaseUrl }, stop: async () => {} };
  } catch (error) {
    const sentence = explainStart(error, config);
    throw sentence ? new BackupProblem(sentence, { cause: error }) : error;
  }
}

export async function readVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

export const bytesInWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Runs a command to its end; a failure is one plain line, and exit code 1. */
export async function runTool(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const { code, message, stack } = error as NodeJS.ErrnoException;
    if (error instanceof BackupProblem || error instanceof ConfigError) process.stderr.write(`${message}\n`);
    else if (code === 'ENOSPC' || code === 'EDQUOT' || (error instanceof Error && error.name === 'StorageFullError'))
      process.stderr.write(
        `A disk became full, so the ${name} is not done. Make room on it (an interrupted backup may be deleted) and start again.\n`,
      );
    else process.stderr.write(`${stack}\nThe ${name} failed and is not done: ${message}\n`);
  }
}
