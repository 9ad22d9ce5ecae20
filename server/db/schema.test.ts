import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { makeSchema } from './make-schema.ts';

test('schema.ts matches a freshly migrated database; `npm run schema` writes it', async () => {
  const database = await testDatabase();
  const client = new pg.Client(database.poolConfig);
  await client.connect();
  try {
    expect(await readFile(new URL('./schema.ts', import.meta.url), 'utf8')).toBe(await makeSchema(client));
  } finally {
    await client.end();
    await database.drop();
  }
});
