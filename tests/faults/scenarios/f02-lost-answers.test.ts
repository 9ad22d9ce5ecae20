import { expect, test } from 'vitest';
import { runF2 } from './f02-lost-answers.ts';
import { readSeed } from '../world/seeded.ts';

test('F2 every mutating call, with its answer lost or delivered twice: no call takes effect twice, and the device gets the outcome', async () => {
  expect(await runF2({ seed: readSeed(), size: 2 })).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);
