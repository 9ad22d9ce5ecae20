import { expect, test } from '@playwright/test';
import { runF12 } from './f12-captive-portal.ts';
import { readSeed } from '../world/seeded.ts';

test('F12 behind a captive portal no change counts as sent or refused, the app opens, and once the portal is gone everything is sent within a minute', async () => {
  expect(await runF12({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
