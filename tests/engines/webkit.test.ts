import { describe, expect, test } from 'vitest';
import { frameText } from '#contract/text/frame.ts';
import { hasWebKit } from './installed.ts';
import { mainPaths } from './main-paths.ts';
import { PASSWORD, useStage } from './stage.ts';
import { openWebKit } from './webkit.ts';

/** Each with a new profile. Of those before it was mended, one in two failed. */
const TRIES = 10;

/** In the page: it shows the Library's rows, or that its database does not open. */
const isDecided = (blocked: string): boolean =>
  document.body.innerText.includes(blocked) || document.querySelector('[aria-label=Content] h3') !== null;

describe.skipIf(!hasWebKit)('WebKit', () => {
  const stage = useStage(openWebKit);
  mainPaths(stage);

  // WebKit keeps the page that was left as it was: in the middle of its first pull, with a transaction and locks.
  test('a page that is left while it syncs does not block the next one', async () => {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      console.log(`WebKit: sign in and leave at once, ${tried} of ${TRIES}`);
      const page = await stage.open();
      await page.signIn('ana', PASSWORD);
      await page.goto('/library');
      await page.until('rows in the Library', isDecided, [frameText.storageBlocked]);
      const words = await page.engine.run(() => document.body.innerText);
      expect(words, `${tried} of ${TRIES}`).not.toContain(frameText.storageBlocked);
      await page.engine.kill();
    }
  });
});
