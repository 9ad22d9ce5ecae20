import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { openAccountDatabase } from '../database.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { idbStore, copyFile, type BlobStore } from './local-copy.ts';

afterEach(() => void vi.unstubAllGlobals());

const QUOTA = 1_000;

type Step = { act: 'keep' | 'save'; bytes: number } | { act: 'change' | 'lie' };
const bytes = fc.integer({ min: 1, max: 700 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom('keep' as const, 'save' as const), bytes }),
  fc.record({ act: fc.constantFrom('change' as const, 'lie' as const) }),
);

it(
  'P15 copies never exceed the quota of the device, and no unsent change or file is evicted for them',
  async () => {
    await fc.assert(
      fc.asyncProperty(plays(step), async (steps) => {
        const userId = newId();
        const db = openAccountDatabase(userId);
        // Browsers' estimates can be wrong: sometimes this one reports more quota than there is.
        let isLying = false;
        const sizes = new Map<string, number>();
        const bytesUsed = async () =>
          (await Promise.all([db.uploadFiles.toCollection().primaryKeys(), db.savedMedia.toCollection().primaryKeys()]))
            .flat()
            .reduce((sum, id) => sum + sizes.get(id)!, 0);
        vi.stubGlobal('navigator', {
          userAgent: 'Chromium/156',
          storage: { estimate: async () => ({ quota: isLying ? QUOTA * 9 : QUOTA, usage: await bytesUsed() }) },
        });
        const store: BlobStore = {
          ...idbStore(db),
          async put(id, file) {
            if ((await bytesUsed()) + file.size > QUOTA) throw new DOMException('full', 'QuotaExceededError');
            await idbStore(db).put(id, file);
          },
        };
        const copied: string[] = [];
        let changes = 0;
        for (const each of steps) {
          const id = newId();
          if ('bytes' in each) sizes.set(id, each.bytes);
          if (each.act === 'lie') isLying = !isLying;
          if (each.act === 'change') {
            await enqueue(db, createFolder, { id, title: `t${changes}` }, { owner: userId, scope: userScope(userId) });
            changes += 1;
          }
          const used = await bytesUsed();
          if (each.act === 'save' && used + each.bytes <= QUOTA)
            await db.savedMedia.put({
              id,
              contentType: 'video/mp4',
              blob: new Blob(['x']),
              bytes: each.bytes,
              savedAtMs: used,
            });
          if (
            each.act === 'keep' &&
            (await copyFile(db, id, new Blob([new Uint8Array(each.bytes)]), [store])) === 'idb'
          )
            copied.push(id);
          expect(await bytesUsed()).toBeLessThanOrEqual(QUOTA);
          expect((await db.uploadFiles.toCollection().primaryKeys()).toSorted()).toEqual(copied.toSorted());
          expect(await db.outbox.count()).toBe(changes);
        }
      }),
      runs,
    );
  },
  PROPERTY_TIMEOUT_MS,
);
