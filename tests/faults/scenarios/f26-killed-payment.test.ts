import { expect, test } from 'vitest';
import { runF26 } from './f26-killed-payment.ts';
import { readSeed } from '../world/seeded.ts';

test('F26 a server killed between the provider’s answer and its own commit: the person is charged once and has access', async () => {
  expect(await runF26({ seed: readSeed() })).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
}, 180_000);
