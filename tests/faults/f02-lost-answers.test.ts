import { expect, test } from 'vitest';
import { runF2 } from './f02-lost-answers.ts';
import { readSeed } from './seeded.ts';

test('F2 every call that changes something, its answer lost or itself delivered twice: no call has its effect twice, and the device learns of it', async () => {
  expect(await runF2({ seed: readSeed(), size: 2 })).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);
