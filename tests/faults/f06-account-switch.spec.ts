import { expect, test } from '@playwright/test';
import { runF6 } from './f06-account-switch.ts';
import { readSeed } from './seeded.ts';

test.setTimeout(300_000);

test('F6 whoever leaves a device to somebody else, by signing out or because the session ended: nothing is sent in the other’s name, nothing can be read there, and what waited goes out when its owner is back', async () => {
  expect(await runF6({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
