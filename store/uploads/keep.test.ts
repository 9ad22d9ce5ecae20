import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { keepFile, type BlobStore } from './keep.ts';

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

describe('keeping a picked file', () => {
  it('keeps it in the database and reads it back', async () => {
    expect(await keepFile(db, 'a', file)).toBe('idb');
    expect((await db.uploadFiles.get('a'))?.file.size).toBe(10);
  });

  it('believes no store that lost bytes', async () => {
    expect(await keepFile(db, 'a', file, store({ get: async () => file.slice(0, 5) }))).toBe('page');
    expect(await keepFile(db, 'a', file, store({ get: async () => undefined }))).toBe('page');
  });

  it('P15 without room lets go of media that can be fetched again, never of unsent work, and tries once more', async () => {
    await db.savedMedia.put({ id: 'm', contentType: 'video/mp4', blob: file, bytes: 10, savedAtMs: 1 });
    await db.uploadFiles.put({ id: 'other', file });
    let tries = 0;
    const kept = await keepFile(
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
    expect([kept, tries, await db.savedMedia.count(), await db.uploadFiles.count()]).toEqual(['idb', 2, 0, 1]);
  });

  it('says that the page must stay open where there is no room at all', async () => {
    let dropped = 0;
    const kept = await keepFile(
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
    expect([kept, dropped]).toEqual(['page', 1]);
  });
});
