import { expect, test } from 'vitest';
import { canMount, runF21 } from './f21-disk-full.ts';
import { readSeed } from '../world/seeded.ts';

test('F21 the server recovers from a full disk: clear answers, no partial files, and the upload and its encoding continue when there is room', async ({
  skip,
}) => {
  if (!(await canMount())) skip('a small disk cannot be mounted here: only root may');
  expect(await runF21({ seed: readSeed() })).toMatchObject({ lost: 0, stuck: 0 });
}, 180_000);
