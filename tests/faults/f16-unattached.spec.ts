import { expect, test } from '@playwright/test';
import { runF16 } from './f16-unattached.ts';
import { readSeed } from './seeded.ts';

test.setTimeout(300_000);

test('F16 a browser without a debugger sends the queue and an upload of 40 s from a closed page', async () => {
  expect(await runF16({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
