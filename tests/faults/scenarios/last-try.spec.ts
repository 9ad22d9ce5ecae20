import { expect, test } from '@playwright/test';
import { runLastTry } from './last-try.ts';
import { readSeed } from '../world/seeded.ts';

test('an upload that a closed browser will not retry is reported by a notification, and sent with the next push', async () => {
  expect(await runLastTry({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
