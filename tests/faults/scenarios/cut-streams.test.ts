import { expect, test } from 'vitest';
import { runCut } from './cut-streams.ts';
import { readSeed } from '../world/seeded.ts';

test('CUT streams of every kind cut at random moments, killed encoders and database connections, no free descriptor: the process lives, and no error is without a listener', async () => {
  expect(await runCut({ seed: readSeed() })).toMatchObject({ lost: 0, stuck: 0 });
}, 240_000);
