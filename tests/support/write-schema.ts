import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { makeSchema } from '#server/db/make-schema.ts';
import { migrate } from '#server/db/migrate.ts';
import { startTestPostgres } from './postgres-setup.ts';

/** `npm run schema`: rewrites server/db/schema.ts from a newly migrated database. */
const { postgres, stop } = await startTestPostgres();
try {
  const database = { ...postgres.server, database: postgres.template };
  await migrate(database, { version: '0.0.0' });
  const client = new pg.Client(database);
  await client.connect();
  await writeFile(new URL('../../server/db/schema.ts', import.meta.url), await makeSchema(client));
  await client.end();
} finally {
  await stop();
}
