import { Dexie, type EntityTable } from 'dexie';
import { endWithPage } from '../end-with-page.ts';
import { newId } from '#contract/ids.ts';

/**
 * A file that another app has shared to this one. It is kept here before anything is answered, also without a network and
 * without an account, until an upload has its own copy. Its `id` becomes the id of the upload, so that taking it twice
 * makes one upload. Source: decision 0043.
 */
export interface SharedFile {
  id: string;
  name: string;
  file: Blob;
  lastModifiedMs: number;
  sharedAtMs: number;
}

export type SharedDatabase = Dexie & { files: EntityTable<SharedFile, 'id'> };

/** A database of its own: it belongs to nobody until somebody takes the files into a Library. */
export const sharedDatabase = endWithPage(new Dexie('sideline-shared') as SharedDatabase);
sharedDatabase.version(1).stores({ files: 'id, sharedAtMs' });

/** Keeps shared files, all or none. @throws the error of the device's storage. */
export const keepShared = async (files: readonly File[], nowMs = Date.now()): Promise<void> => {
  await sharedDatabase.transaction('rw!', sharedDatabase.files, () =>
    sharedDatabase.files.bulkAdd(
      files.map((file) => ({
        id: newId(nowMs),
        name: file.name,
        file,
        lastModifiedMs: file.lastModified,
        sharedAtMs: nowMs,
      })),
    ),
  );
};

/** The kept files, in the order in which they came. */
export const readShared = async (): Promise<SharedFile[]> => sharedDatabase.files.orderBy('sharedAtMs').toArray();

export const forgetShared = async (ids: readonly string[]): Promise<void> => sharedDatabase.files.bulkDelete([...ids]);
