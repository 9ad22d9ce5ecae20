import { describe, expect, test } from 'vitest';
import { soon } from '#tests/support/soon.ts';
import { signInClient } from './client.ts';
import { openFirefox } from './firefox.ts';
import { hasFirefox } from './installed.ts';
import { hearsChanges, mainPaths, videosOf } from './main-paths.ts';
import { PASSWORD, useStage } from './stage.ts';

/** More than the connections that Firefox opens to a server. */
const PAGES = 7;

describe.skipIf(!hasFirefox)('Firefox', () => {
  const stage = useStage(openFirefox);
  mainPaths(stage);

  // Firefox keeps the pages that were left, as they were: three or more of them, each with its stream of changes, which is one
  // of the six connections that it opens to a server.
  test(`${PAGES} pages are opened by their addresses: the last one plays, and those that were left hold no connection`, async () => {
    const videos = await videosOf(await signInClient(stage.serverUrl, 'mia', PASSWORD));
    const page = await stage.open();
    await page.signIn('mia', PASSWORD);
    for (let opened = 0; opened < PAGES; opened += 1) {
      const { address, title } = videos[opened % videos.length]!;
      await hearsChanges(stage, page, async () => {
        await page.goto(address);
        await page.sees('heading', title);
      });
    }
    await page.plays();
    const open = () => stage.received('GET', /^\/api\/sync\/wake$/).filter(({ isOver }) => !isOver);
    await soon(() => expect(open()).toHaveLength(1));
  });
});
