import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

/** Deletes the files of archives whose rows no longer name them. */
export const deleteArchives = async (
  { jobs }: Services,
  db: Db,
  rows: readonly { key: string | null }[],
): Promise<void> => {
  for (const { key } of rows) if (key) await jobs.send(db, 'objects.delete', { prefix: key });
};

/** Removes all archives of a person who deletes the account; one that is being made is deleted when it is done. */
export const removeExports = async (services: Services, db: Db, userId: string): Promise<void> => {
  const { rows } = await sql<{ key: string | null }>`delete from data_exports where user_id = ${userId}
    returning object_key as key`.execute(db);
  await deleteArchives(services, db, rows);
};
