import { sql } from 'kysely';
import { mayDeleteObjects } from '../db/hold-objects.ts';
import { lockObject } from '../db/lock-object.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** How long a deletion waits before it looks again whether the backup that holds it up has ended. */
const AFTER_BACKUP_SECONDS = 60;

/**
 * Deletes an object, or a folder of them, unless a row still names it: copies share bytes, publications show
 * thumbnails. While a backup runs it is put off: the backup may still have to copy it.
 */
export const objectsDeleteWork = ({ database, objects, jobs }: Services): JobWork<'objects.delete'> => ({
  concurrency: 2,
  run: ({ prefix }) =>
    database.db.transaction().execute(async (tx) => {
      if (!(await mayDeleteObjects(tx))) {
        await jobs.send(tx, 'objects.delete', { prefix }, { afterSeconds: AFTER_BACKUP_SECONDS });
        return;
      }
      await lockObject(tx, prefix);
      const { rows } = await sql<{ named: boolean }>`select object_is_named(${prefix}) as named`.execute(tx);
      if (!rows[0]?.named) await objects.deletePrefix(prefix);
    }),
});
