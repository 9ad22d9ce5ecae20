import { expect, test } from 'vitest';
import { runF19 } from './f19-two-servers.ts';
import { readSeed } from '../world/seeded.ts';

test('F19 two servers on one database and folder, one of them killed repeatedly: nothing is lost or done twice, and each is notified of the other’s changes', async () => {
  expect(await runF19({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
