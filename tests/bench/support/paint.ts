import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './browser.ts';
import { makeFolder } from './processes.ts';
import { openRelay } from './relay.ts';
import { signIn, type Person } from './sideline.ts';
import type { Figures } from './statistics.ts';
import type { Page } from './page.ts';

const OBSERVE = `if (!window.__paint) {
  window.__paint = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.__paint.lcp = e.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.__paint.cls += e.value; }).observe({ type: 'layout-shift', buffered: true });
}`;
const watchFor = (selector: string) => `{ const look = () => {
  if (document.querySelector(${JSON.stringify(selector)})) window.__paint.content = performance.now(); else requestAnimationFrame(look);
}; look(); }`;
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;

/** Lighthouse's mobile connection and CPU: 1.6 Mbit/s, 150 ms, CPU slowed four times. */
const MOBILE_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};
const CPU_SLOWED = 4;

async function readPaint(page: Page, settleMs: number): Promise<Figures> {
  const fcp = await page.waitFor<number>(FIRST_PAINT, 30_000);
  await wait(settleMs);
  const seen = await page.evaluate<Figures>('window.__paint');
  const { blockedMs } = await page.longTasksSince(0);
  return { fcp, lcp: seen['lcp'] ?? NaN, cls: seen['cls'] ?? NaN, content: seen['content'] ?? NaN, blockedMs };
}

/** A first visit with a phone on a mobile connection. */
export async function firstVisit(url: string): Promise<Figures> {
  const browser = await openBrowser({ isMobile: true, init: OBSERVE });
  try {
    await browser.page.send('Network.enable');
    await browser.page.send('Network.emulateNetworkConditions', MOBILE_LINE);
    await browser.page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
    await browser.page.goto(url);
    return await readPaint(browser.page, 5000);
  } finally {
    await browser.close();
  }
}

export interface Installed {
  profile: string;
  url: string;
  init: string;
}

/** Visits an app until its service worker has cached everything, then stops the server. */
export async function installAndCutOff(
  port: number,
  route: string,
  { person, content }: { person?: Person; content?: string } = {},
): Promise<Installed> {
  const profile = makeFolder('profile');
  const relay = await openRelay(port);
  const browser = await openBrowser({ profile, isMobile: true });
  const { page } = browser;
  const url = `${relay.url}${route}`;
  if (person) await signIn(page, relay.url, person);
  await page.goto(url);
  await page.waitFor('navigator.serviceWorker.ready.then(() => true)', 30_000);
  await wait(4000);
  await page.goto(url);
  if (content) await page.waitFor(`!!document.querySelector(${JSON.stringify(content)})`, 60_000);
  await wait(3000);
  await browser.close();
  relay.close();
  return { profile, url, init: OBSERVE + (content ? watchFor(content) : '') };
}

/** Opens an installed app without its server, CPU slowed: in a newly started browser, and again in the warm one. */
export async function relaunchOffline({ profile, url, init }: Installed): Promise<Figures> {
  const browser = await openBrowser({ profile, isMobile: true, init });
  const open = async () => {
    await browser.page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
    await browser.page.goto(url);
    return readPaint(browser.page, 2500);
  };
  try {
    const cold = await open();
    const warm = await open();
    return {
      coldFcp: cold['fcp']!,
      coldLcp: cold['lcp']!,
      coldContent: cold['content']!,
      warmFcp: warm['fcp']!,
      warmLcp: warm['lcp']!,
      warmContent: warm['content']!,
    };
  } finally {
    await browser.close();
  }
}
