import { expect, test } from '@playwright/test';
import { runF13 } from './f13-pushes.ts';
import { readSeed } from '../world/seeded.ts';

test('F13 every push shows exactly one notification, with any payload and any account signed in, and its text only to its recipient', async () => {
  expect(await runF13({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
