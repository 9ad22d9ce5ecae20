import { expect, test } from '@playwright/test';
import { runF5 } from './f05-two-devices.ts';
import { readSeed } from '../world/seeded.ts';

test('F5 folders made, filled, renamed and deleted and channels put in another order offline on two devices, through reordered, doubled and dropped requests: both end with the state of the server', async () => {
  expect(await runF5({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
