import { expect, test } from '@playwright/test';
import { runEarlyKills } from './early-kills.ts';
import { readSeed } from '../world/seeded.ts';

test('a browser that is killed in the first seconds of an upload asks for the file in words, or goes on by itself', async () => {
  expect(await runEarlyKills({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
