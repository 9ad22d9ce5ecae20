import type { RouteHandlerCallback } from 'workbox-core';
import { isOutdated, unmarkOutdated } from '#store/outdated.ts';
import { isBuildFile } from './build-file.ts';

const PAGE = '/index.html';
/** If the new page takes longer, the old one opens, ms. */
const PAGE_TIMEOUT_MS = 5_000;

/**
 * Answers navigations with the page of the cached shell, at once and offline. Once the server has another build, the page
 * is fetched from it: until the next worker takes over, the old page would request files that the server does not have
 * any more.
 */
export const openPage =
  (openShell: RouteHandlerCallback): RouteHandlerCallback =>
  async (options) => {
    const [isOld, shell] = await Promise.all([isOutdated().catch(() => false), openShell(options)]);
    if (!isOld) return shell;
    const page = await fetch(PAGE, { cache: 'no-cache', signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    if (!page || !(await isBuildFile(PAGE, page))) return shell;
    if ((await page.clone().text()) === (await shell.clone().text())) await unmarkOutdated();
    return page;
  };
