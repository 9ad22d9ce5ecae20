import { expect, test } from '@playwright/test';
import { runF9 } from './f09-eviction.ts';
import { readSeed } from '../world/seeded.ts';

test('F9 evicted storage or a full quota breaks nothing: lost unsent changes are reported, and stored changes are sent', async () => {
  expect(await runF9({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
