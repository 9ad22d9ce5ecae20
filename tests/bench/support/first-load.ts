import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './browser.ts';
import { until } from './processes.ts';
import { signIn, type Person } from './sideline.ts';

const DIST = path.resolve(import.meta.dirname, '../../../dist');
/** A page without requests for this long has loaded, ms. */
const IDLE_MS = 1500;

export interface Script {
  name: string;
  brotliBytes: number;
}

/** Compressed size of a file of the build, as the server sends it. */
export function wireBytes(pathname: string): number {
  const file = path.join(DIST, pathname === '/' ? 'index.html' : pathname);
  const packed = `${file}.br`;
  return statSync(existsSync(packed) ? packed : file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Scripts that the document and its workers ask for until the page is idle, on a first visit without a service worker.
 * Bodies are not read: the figures are those of the build's own packed files.
 */
export async function firstLoad(
  url: string,
  route: string,
  person: Person | undefined,
): Promise<{ document: Script[]; workers: Script[] }> {
  const browser = await openBrowser({ isMobile: true });
  const { page } = browser;
  try {
    if (person) await signIn(page, url, person);
    await page.send('Network.enable');
    await page.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.send('Network.setBypassServiceWorker', { bypass: true });
    const asked = new Map<string, 'document' | 'workers'>();
    let lastMs = performance.now();
    page.on(
      'Network.requestWillBeSent',
      ({ request, type, initiator }: { request: { url: string }; type: string; initiator: { type: string } }) => {
        lastMs = performance.now();
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('.js') && pathname !== '/sw.js')
          asked.set(
            pathname,
            /worker/i.test(pathname) || (type === 'Other' && initiator.type === 'script') ? 'workers' : 'document',
          );
      },
    );
    await page.goto(`${url}${route}`);
    await until('an idle page', () => performance.now() - lastMs > IDLE_MS, 30_000);
    await wait(300);
    const shown = new URL(await page.evaluate<string>('location.href')).pathname;
    if (shown !== route) throw new Error(`${route} led to ${shown}`);
    const scripts = (kind: string) =>
      [...asked]
        .filter(([, each]) => each === kind)
        .map(([name]) => ({ name: path.basename(name), brotliBytes: wireBytes(name) }))
        .toSorted((a, b) => b.brotliBytes - a.brotliBytes);
    return { document: scripts('document'), workers: scripts('workers') };
  } finally {
    await browser.close();
  }
}

export const sumKiB = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0) / 1024;
