import path from 'node:path';
import * as v from 'valibot';
import { isObjectKey } from '../adapters/objects/index.ts';
import { readMigrations } from '../db/migrate.ts';
import { hashFile, readLines } from './files.ts';
import { ObjectLine, type Manifest, type StoredFile } from './format.ts';
import { backupPathOf } from './objects.ts';
import { BackupProblem, isMissing } from './problem.ts';

/** Damaged files that a message names; the rest are counted. */
const NAMED_MAX = 5;

/**
 * Reads every file of a backup and compares it with its recorded size and SHA-256.
 *
 * @throws BackupProblem naming the files that are damaged or missing.
 */
export const verifyBackup = async (folder: string, manifest: Manifest): Promise<void> => {
  const wrong: string[] = [];
  const check = async (name: string, file: string, { bytes, sha256 }: Pick<StoredFile, 'bytes' | 'sha256'>) => {
    const found = await hashFile(file).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return undefined;
    });
    if (!found) wrong.push(`${name} is missing`);
    else if (found.bytes !== bytes) wrong.push(`${name} has ${found.bytes} bytes instead of ${bytes}`);
    else if (found.sha256 !== sha256) wrong.push(`${name} has other bytes than were written`);
  };
  const { tables, jobs, objects, keys } = manifest;
  for (const stored of [...tables, jobs, objects, ...keys]) {
    if (path.normalize(stored.file).startsWith('..') || path.isAbsolute(stored.file))
      throw new BackupProblem(`The backup names a file outside of its folder: ${stored.file}. Use another backup.`);
    await check(stored.file, path.join(folder, stored.file), stored);
  }
  if (wrong.length === 0)
    for await (const line of objectLines(folder, manifest)) await check(line.key, backupPathOf(folder, line), line);
  if (wrong.length === 0) return;
  const more = wrong.length > NAMED_MAX ? ` and ${wrong.length - NAMED_MAX} more` : '';
  throw new BackupProblem(
    `The backup in ${folder} is damaged: ${wrong.slice(0, NAMED_MAX).join('; ')}${more}. Nothing was restored; use another backup.`,
  );
};

/** The objects of a backup. @throws BackupProblem for a line that is none. */
export async function* objectLines(folder: string, { objects }: Manifest): AsyncGenerator<ObjectLine> {
  for await (const read of readLines(path.join(folder, objects.file))) {
    const line = v.safeParse(ObjectLine, read);
    if (!line.success || !isObjectKey(line.output.key))
      throw new BackupProblem(`The list of objects in ${folder} is damaged. Nothing was restored; use another backup.`);
    yield line.output;
  }
}

/**
 * The last migration that the backup's database had.
 *
 * @throws BackupProblem when this version does not know its migrations, or knows one in between that it did not have.
 */
export const lastMigrationOf = async ({ migrations, version }: Manifest): Promise<string> => {
  const known = await readMigrations();
  const unknown = migrations.find(
    ({ name, sha256 }, index) => known[index]?.name !== name || known[index].sha256 !== sha256,
  );
  const last = migrations.at(-1);
  if (unknown || !last)
    throw new BackupProblem(
      `The backup was made by version ${version}, whose database this version does not know` +
        `${unknown ? ` (${unknown.name})` : ''}. Install version ${version} or newer, then restore.`,
    );
  return last.name;
};
