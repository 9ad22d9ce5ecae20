import { expect, test } from 'vitest';
import { runF22 } from './f22-power-loss.ts';
import { readSeed } from '../world/seeded.ts';
import { canTrace } from '../world/strace.ts';

test('F22 a chunk and a change are answered only after they are flushed to disk, including the directory entries of new files', async ({
  skip,
}) => {
  if (!canTrace()) skip('strace is not there, or may not watch processes here: apt-get install strace');
  expect(await runF22({ seed: readSeed() })).toMatchObject({ lost: 0 });
}, 120_000);
