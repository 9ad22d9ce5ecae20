import { expect, test } from '@playwright/test';
import { readSeed } from '../world/seeded.ts';
import { runWithoutSync } from './without-sync.ts';

test('without Background Sync, waiting changes are sent within 10 s after the network returns, the app is opened, or the person returns to it', async () => {
  expect(await runWithoutSync({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
