import { expect, test } from 'vitest';
import { runF20 } from './f20-database-away.ts';
import { readSeed } from '../world/seeded.ts';

test('F20 a database that is killed under load: 503 with Retry-After while it is away, automatic recovery within five seconds, no acknowledged change lost', async () => {
  expect(await runF20({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
