import { test } from '@playwright/test';
import { prepareDemo } from './prepared-demo.ts';

test('the demo is encoded once; every app of the browser tests starts on a copy of it', async () => {
  test.setTimeout(1_000_000);
  await prepareDemo();
});
