import { expect, test } from '@playwright/test';
import { runF4 } from './f04-room.ts';
import { readSeed } from '../world/seeded.ts';

test('F4 of five concurrent uploads no more are accepted than fit into the quota; refused ones show the reason, and cancelling one frees its room', async () => {
  expect(await runF4({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
