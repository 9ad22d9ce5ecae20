import { expect, test } from '@playwright/test';
import { runRecordKills } from './record-kills.ts';
import { readSeed } from '../world/seeded.ts';

test('a browser that is killed while it records has lost at most two seconds, and the clips arrive as one item', async () => {
  expect(await runRecordKills({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
