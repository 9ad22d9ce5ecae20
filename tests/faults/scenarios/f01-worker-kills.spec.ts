import { expect, test } from '@playwright/test';
import { runF1 } from './f01-worker-kills.ts';
import { readSeed } from '../world/seeded.ts';

test('F1 60 changes survive a worker that is killed every 150–650 ms, failing requests and lost answers: each takes effect once, in order, within a minute', async () => {
  expect(await runF1({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
