import { expect, test } from 'vitest';
import { createBackground } from './background.ts';

test('idle waits for all that was begun, also by what it waits for', async () => {
  const background = createBackground();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  background.run(async () => {
    await first.promise;
    done.push('first');
    background.run(async () => {
      await second.promise;
      done.push('second');
    });
  });
  const idle = background.idle().then(() => done.push('idle'));
  first.resolve();
  setImmediate(() => second.resolve());
  await idle;
  expect(done).toEqual(['first', 'second', 'idle']);
});
