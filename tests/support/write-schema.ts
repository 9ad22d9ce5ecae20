import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { makeSchema } from '#server/db/make-schema.ts';
import { startTestPostgres } from './postgres-setup.ts';
import { testDatabase, usePostgres } from './postgres.ts';

/** `npm run schema`: writes server/db/schema.ts anew from a freshly migrated database. */
const { postgres, stop } = await startTestPostgres();
try {
  usePostgres(postgres);
  const database = await testDatabase();
  const client = new pg.Client(database.poolConfig);
  await client.connect();
  await writeFile(new URL('../../server/db/schema.ts', import.meta.url), await makeSchema(client));
  await client.end();
  await database.drop();
} finally {
  await stop();
}
