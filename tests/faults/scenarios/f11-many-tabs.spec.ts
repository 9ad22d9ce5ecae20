import { expect, test } from '@playwright/test';
import { runF11 } from './f11-many-tabs.ts';
import { readSeed } from '../world/seeded.ts';

test('F11 eleven of twelve tabs are closed at once while changes are sent: the last one sends the rest, each once, and still listens for changes', async () => {
  expect(await runF11({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, reordered: 0, stuck: 0 });
});
