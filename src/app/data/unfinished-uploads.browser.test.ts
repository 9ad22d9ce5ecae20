import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { uploadFolder } from '#store/uploads/upload-folder.ts';
import type { Account } from './account.ts';
import { clearPage, freshAccount, standInNetwork, USER_ID } from './signed-in.fixtures.tsx';
import { resumeUnfinished } from './unfinished-uploads.ts';

let account: Account;
const network = standInNetwork({ workers: ['upload'] });
beforeEach(async () => {
  account = await freshAccount();
});
afterEach(() => {
  clearPage();
  network.restore();
});

const folder = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(uploadFolder(account.db.name), { create: true });
const namesIn = async (opened: FileSystemDirectoryHandle): Promise<string[]> => {
  const names: string[] = [];
  for await (const name of opened.keys()) names.push(name);
  return names;
};

test.each(['in the private file system', 'in the database'])(
  'the copy of a cancelled upload that a killed browser has left %s is deleted at the next start, with no upload left',
  async (place) => {
    const opened = await folder();
    const id = newId();
    if (place === 'in the database') await account.db.uploadFiles.put({ id, file: new Blob(['left']) });
    else await opened.getFileHandle(id, { create: true });
    expect((await namesIn(opened)).length + (await account.db.uploadFiles.count())).toBe(1);
    await resumeUnfinished(USER_ID);
    expect([await namesIn(opened), await account.db.uploadFiles.count()]).toEqual([[], 0]);
  },
);
