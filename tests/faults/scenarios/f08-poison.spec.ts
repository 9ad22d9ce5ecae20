import { expect, test } from '@playwright/test';
import { runF8 } from './f08-poison.ts';
import { readSeed } from '../world/seeded.ts';

test('F8 one of twenty changes that can never succeed blocks no other; the Outbox shows it with its age and reason, and Retry and Discard work', async () => {
  expect(await runF8({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
