import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { copyFile, type BlobStore } from './local-copy.ts';

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
    expect(await copyFile(db, 'a', file, store({ get: async () => file.slice(0, 5) }))).toBe('page');
    expect(await copyFile(db, 'a', file, store({ get: async () => undefined }))).toBe('page');
  });

  it('P15 on a full device evicts media that can be fetched again, never unsent work, and tries once more', async () => {
    await db.savedMedia.put({ id: 'm', contentType: 'video/mp4', blob: file, bytes: 10, savedAtMs: 1 });
    await db.uploadFiles.put({ id: 'other', file });
    let tries = 0;
    const result = await copyFile(
      db,
      'a',
      file,
      store({
        put: async () => {
          tries += 1;
          if (tries === 1) throw full();
        },
      }),
    );
    expect([result, tries, await db.savedMedia.count(), await db.uploadFiles.count()]).toEqual(['idb', 2, 0, 1]);
  });

  it('returns `page` if there is no room at all', async () => {
    let dropped = 0;
    const result = await copyFile(
      db,
      'a',
      file,
      store({
        put: async () => {
          throw full();
        },
        delete: async () => void (dropped += 1),
      }),
    );
    expect([result, dropped]).toEqual(['page', 1]);
  });
});
