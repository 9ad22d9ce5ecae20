import { expect, test } from '@playwright/test';
import { readSeed } from '../world/seeded.ts';
import { runShareKills } from './share-kills.ts';

test('a file that another app shares without a network is kept before the browser is killed, and arrives once', async () => {
  expect(await runShareKills({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
