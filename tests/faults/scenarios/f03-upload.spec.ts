import { expect, test } from '@playwright/test';
import { runF3 } from './f03-upload.ts';
import { readSeed } from '../world/seeded.ts';

test('F3 an upload through network cuts, a killed server, a killed worker, a closed app and a flipped byte arrives byte for byte, once', async () => {
  expect(await runF3({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
