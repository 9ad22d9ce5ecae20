import { expect, test } from '@playwright/test';
import { readSeed } from './seeded.ts';
import { runWithoutSync } from './without-sync.ts';

test.setTimeout(300_000);

test('without Background Sync what waits is sent within 10 s of the return of the network, of the app or of the person', async () => {
  expect(await runWithoutSync({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
