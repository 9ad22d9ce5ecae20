import { expect, test } from '@playwright/test';
import { runF8 } from './f08-poison.ts';
import { readSeed } from './seeded.ts';

test.setTimeout(300_000);

test('F8 one change of twenty that can never be done holds up no other; the Outbox shows it, since when and why, and Retry and Discard do what they say', async () => {
  expect(await runF8({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
