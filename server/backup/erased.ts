import path from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { hashFile, unpacked } from './files.ts';
import { readManifest } from './format.ts';
import { BackupProblem } from './problem.ts';

const TABLE = 'erased_accounts';
const Id = v.pipe(v.string(), v.uuid());

/**
 * The ids of the people who were erased until a backup was made. One from before there were any has none.
 *
 * @throws BackupProblem when the folder is no whole backup, or the list in it is damaged.
 */
export const readErased = async (folder: string): Promise<string[]> => {
  const { tables } = await readManifest(folder);
  const table = tables.find(({ name }) => name === TABLE);
  if (!table) return [];
  const file = path.join(folder, `database/${TABLE}.copy.gz`);
  const damaged = new BackupProblem(`The list of erased accounts in ${folder} is damaged. Use another backup.`);
  const found = await hashFile(file).catch(() => undefined);
  if (found?.sha256 !== table.sha256) throw damaged;
  const column = table.columns.indexOf('user_id');
  const ids: string[] = [];
  for await (const line of createInterface({ input: unpacked(file), crlfDelay: Infinity })) {
    const id = line.split('\t')[column];
    if (!v.is(Id, id)) throw damaged;
    ids.push(id);
  }
  return ids;
};
