import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFfmpeg } from '#server/adapters/media/index.ts';
import { markArrived, originalKey, reserveRoom } from '#server/domains/library/index.ts';
import { identityOf } from '#server/domains/upload/index.ts';
import type { Services } from '#server/services.ts';
import { contentId } from './fill-channels.ts';
import { scopeOf } from './fill-people.ts';
import { DEMO_ITEMS, type DemoItem } from './items.ts';
import { makeOriginal } from './originals.ts';

const TYPES = { video: 'video/mp4', audio: 'audio/mpeg', text: 'application/pdf' } as const;

/**
 * Makes the missing files and treats them as uploaded: the usual job prepares them. Can
 * continue after a killed server.
 */
export const fillMedia = async (services: Services, signal: AbortSignal): Promise<void> => {
  const { db } = services.database;
  const waiting = await db
    .selectFrom('contents')
    .select('id')
    .where('object_key', 'is', null)
    .where(
      'id',
      'in',
      DEMO_ITEMS.map(({ key }) => contentId(key)),
    )
    .execute();
  const ids = new Set(waiting.map(({ id }) => id));
  if (ids.size === 0) return;
  const { path: ffmpegPath } = await findFfmpeg(services.config.media.ffmpegPath);
  const folder = await mkdtemp(path.join(await services.objects.workFolder(), 'demo-'));
  try {
    for (const item of DEMO_ITEMS) {
      if (signal.aborted) return;
      if (ids.has(contentId(item.key))) await fillFile(services, ffmpegPath, item, path.join(folder, item.filename));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const fillFile = async (services: Services, ffmpegPath: string, item: DemoItem, file: string): Promise<void> => {
  const id = contentId(item.key);
  await makeOriginal(ffmpegPath, item, file);
  const bytes = await readFile(file);
  await services.objects.put(originalKey(id), bytes, { contentType: TYPES[item.type] });
  await services.database.db.transaction().execute(async (db) => {
    // Locked, so that of two servers at once only one stores it.
    const row = await db
      .selectFrom('contents')
      .select('object_key')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.object_key !== null) return;
    await reserveRoom(db, scopeOf(item.owner), bytes.length);
    await db.updateTable('contents').set({ origin_file_size: bytes.length }).where('id', '=', id).execute();
    await markArrived(db, services, id, { sha256: identityOf(bytes), objectKey: originalKey(id) });
  });
};
