import { expect, test } from 'vitest';
import { runF19 } from './f19-two-servers.ts';
import { readSeed } from './seeded.ts';

test('F19 of two servers on one database and one folder one is killed again and again: nothing is lost or done twice, and each hears of the other’s changes', async () => {
  expect(await runF19({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
