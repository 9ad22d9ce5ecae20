import { expect, test } from '@playwright/test';
import { runF25 } from './f25-replace.ts';
import { readSeed } from '../world/seeded.ts';

test('F25 a browser that is killed while a file is replaced leaves exactly one file, whole, with its link, ratings and views', async () => {
  expect(await runF25({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
});
