import { expect, test } from '@playwright/test';
import { runF4 } from './f04-room.ts';
import { readSeed } from './seeded.ts';

test.setTimeout(180_000);

test('F4 of five uploads at once no more are taken than fit; the refused ones say so, and a cancelled one makes room', async () => {
  expect(await runF4({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
