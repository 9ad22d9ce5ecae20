import { expect, test } from 'vitest';
import { runF23 } from './f23-hostile-files.ts';
import { readSeed } from '../world/seeded.ts';

test('F23 playlists, lists, pages, bombs and broken media under every extension: refused or harmless, no other file is read, no partial result stays', async () => {
  expect(await runF23({ seed: readSeed() })).toMatchObject({ lost: 0, stuck: 0 });
}, 180_000);
