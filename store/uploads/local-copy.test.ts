import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { copyFile, idbStore, type BlobStore } from './local-copy.ts';

let db: AccountDatabase;
beforeEach(() => {
  db = openAccountDatabase(newId());
});

const file = new Blob(['0123456789']);
const store = (more: Partial<BlobStore>): BlobStore => ({
  kind: 'idb',
  put: async () => {},
  get: async () => file,
  delete: async () => {},
  ...more,
});
const full = () => new DOMException('full', 'QuotaExceededError');

describe('copying a picked file', () => {
  it('stores it in the database and reads it back', async () => {
    expect(await copyFile(db, 'a', file)).toBe('idb');
    expect((await db.uploadFiles.get('a'))?.file?.size).toBe(10);
  });

  it('does not accept a copy with missing bytes', async () => {
    expect(await copyFile(db, 'a', file, [store({ get: async () => file.slice(0, 5) })])).toBe('page');
    expect(await copyFile(db, 'a', file, [store({ get: async () => undefined })])).toBe('page');
  });

  it('P15 on a full device evicts media that can be fetched again, never unsent work, and tries once more', async () => {
    await db.savedMedia.put({ id: 'm', contentType: 'video/mp4', blob: file, bytes: 10, savedAtMs: 1 });
    await db.uploadFiles.put({ id: 'other', file });
    let tries = 0;
    const result = await copyFile(db, 'a', file, [
      store({
        put: async () => {
          tries += 1;
          if (tries === 1) throw full();
        },
      }),
    ]);
    expect([result, tries, await db.savedMedia.count(), await db.uploadFiles.count()]).toEqual(['idb', 2, 0, 1]);
  });

  it('returns `page` if there is no room at all, and tries no other store', async () => {
    let dropped = 0;
    const result = await copyFile(db, 'a', file, [
      store({
        put: async () => {
          throw full();
        },
        delete: async () => void (dropped += 1),
      }),
      idbStore(db),
    ]);
    expect([result, dropped, await db.uploadFiles.count()]).toEqual(['page', 1, 0]);
  });

  it('that a store refuses goes to the next one, and what the first has of it is deleted', async () => {
    let dropped = 0;
    const refusing = store({
      kind: 'opfs',
      put: () => Promise.reject(new DOMException('Backend does not support this operation', 'NotSupportedError')),
      delete: async () => void (dropped += 1),
    });
    expect(await copyFile(db, 'a', file, [refusing, idbStore(db)])).toBe('idb');
    expect([dropped, (await db.uploadFiles.get('a'))?.file?.size]).toEqual([1, 10]);
  });

  it('that is cancelled meanwhile goes to no other store', async () => {
    const refusing = store({ kind: 'opfs', put: () => Promise.reject(new Error('refused')) });
    const isWanted = () => Promise.resolve(false);
    expect(await copyFile(db, 'a', file, [refusing, idbStore(db)], { isWanted })).toBe('page');
    expect(await db.uploadFiles.count()).toBe(0);
  });

  it('keeps the handle of the file beside its copy', async () => {
    await db.uploadFiles.put({ id: 'a', handle: { name: 'match.mp4' } as never });
    const broken = { ...idbStore(db), get: async () => undefined };
    expect(await copyFile(db, 'a', file, [broken])).toBe('page');
    expect(await db.uploadFiles.get('a')).toEqual({ id: 'a', handle: { name: 'match.mp4' } });
  });
});
