import { sql } from 'kysely';
import { lockObject } from '../db/lock-object.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Deletes an object, or a folder of them, unless a row refers to it: copies share bytes, publications show thumbnails. */
export const objectsDeleteWork = ({ database, objects }: Services): JobWork<'objects.delete'> => ({
  concurrency: 2,
  run: ({ prefix }) =>
    database.db.transaction().execute(async (tx) => {
      await lockObject(tx, prefix);
      const { rows } = await sql<{ named: boolean }>`select object_is_named(${prefix}) as named`.execute(tx);
      if (!rows[0]?.named) await objects.deletePrefix(prefix);
    }),
});
