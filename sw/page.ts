import type { RouteHandlerCallback } from 'workbox-core';
import { isOutdated, unmarkOutdated } from '#store/outdated.ts';
import { isBuildFile } from './build-file.ts';

const PAGE = '/index.html';
/** A line too slow for the new page gets the old one. */
const PAGE_WITHIN_MS = 5_000;

/**
 * Gives the page from the shell, at once and offline. Once the server has another build, the page is asked of it: the
 * shell would bring back files whose neighbours are gone, for as long as the next worker has to wait for this one.
 */
export const openPage =
  (openShell: RouteHandlerCallback): RouteHandlerCallback =>
  async (options) => {
    const [wantsNew, shell] = await Promise.all([isOutdated().catch(() => false), openShell(options)]);
    if (!wantsNew) return shell;
    const page = await fetch(PAGE, { cache: 'no-cache', signal: AbortSignal.timeout(PAGE_WITHIN_MS) }).catch(
      () => undefined,
    );
    if (!page || !(await isBuildFile(PAGE, page))) return shell;
    if ((await page.clone().text()) === (await shell.clone().text())) await unmarkOutdated();
    return page;
  };
