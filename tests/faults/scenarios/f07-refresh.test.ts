import { expect, test } from 'vitest';
import { runF7 } from './f07-refresh.ts';
import { readSeed } from '../world/seeded.ts';

test('F7 a session that expired offline is refreshed by two tabs and the worker at once, with refresh answers lost: the person stays signed in', async () => {
  expect(await runF7({ seed: readSeed() })).toMatchObject({ lost: 0, stuck: 0 });
}, 120_000);
