import { expect, test } from 'vitest';
import { runF14 } from './f14-killed-server.ts';
import { readSeed } from './seeded.ts';

test('F14 a server killed in an encoding, in a publication and in every kind of job: its successor finishes each, once, and no encoder outlives it', async () => {
  expect(await runF14({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
