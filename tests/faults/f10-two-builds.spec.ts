import { expect, test } from '@playwright/test';
import { runF10 } from './f10-two-builds.ts';
import { readSeed } from './seeded.ts';

test.setTimeout(180_000);

test('F10 a deploy while the app is open: no blank screen, at most one reload, clear words beside a frozen tab, and what waited is sent by the new build', async () => {
  expect(await runF10({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
