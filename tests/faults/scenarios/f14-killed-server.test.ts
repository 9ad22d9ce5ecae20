import { expect, test } from 'vitest';
import { runF14 } from './f14-killed-server.ts';
import { readSeed } from '../world/seeded.ts';

test('F14 a server killed during an encoding, a publication and every kind of job: the restarted server finishes each, once, and no encoder outlives it', async () => {
  expect(await runF14({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
