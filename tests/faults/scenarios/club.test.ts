import { expect, test } from 'vitest';
import { runClub } from './club.ts';
import { readSeed } from '../world/seeded.ts';

test('D-219 twenty people of one network join with the code of one Creator while answers are lost: everybody once, minors with a consent, and each plays the first video', async () => {
  expect(await runClub({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 120_000);
