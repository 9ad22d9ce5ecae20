import { expect, test } from 'vitest';
import { runF24 } from './f24-attacks.ts';
import { readSeed } from '../world/seeded.ts';

test('F24 one client cannot use up memory, connections or room: everybody else is answered meanwhile', async () => {
  expect(await runF24({ seed: readSeed() })).toMatchObject({ lost: 0 });
}, 240_000);
