import { expect, test } from '@playwright/test';
import { runF18 } from './f18-wrong-clock.ts';
import { readSeed } from '../world/seeded.ts';

test('F18 a device whose clock is off by a day or ten years, and is changed during use: every change arrives once and in order, and the person stays signed in', async () => {
  expect(await runF18({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
