import { expect, test } from 'vitest';
import { runYear } from './creator-year.ts';
import { readSeed } from '../world/seeded.ts';

test('D-351 EARN six weeks of Creators and members: shares, platform, fees and taxes are what was paid, and nothing is paid out twice', async () => {
  expect(await runYear({ seed: readSeed(), size: 2, days: 42 })).toMatchObject({ lost: 0 });
}, 180_000);
