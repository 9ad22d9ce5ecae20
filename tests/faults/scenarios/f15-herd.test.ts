import { expect, test } from 'vitest';
import { runF15 } from './f15-herd.ts';
import { readSeed } from '../world/seeded.ts';

test('F15 a hundred clients that reconnect at once with five entries each are served within a minute, each entry once', async () => {
  expect(await runF15({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
