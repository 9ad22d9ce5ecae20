import { expect, test } from '@playwright/test';
import { runF6 } from './f06-account-switch.ts';
import { readSeed } from '../world/seeded.ts';

test('F6 a second person takes over a device after a sign-out or an ended session: no change is sent in the wrong name, no data of the first person can be read, and unsent changes are sent when their owner signs in again', async () => {
  expect(await runF6({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
