import { expect, test } from '@playwright/test';
import { runF10 } from './f10-two-builds.ts';
import { readSeed } from '../world/seeded.ts';

test('F10 a deploy while the app is open: no blank screen, at most one reload, a clear message beside a frozen tab, and the new build sends the waiting changes', async () => {
  expect(await runF10({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
