import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findChromium } from '#tests/support/chromium.ts';
import { killProfile, pidsOfProfile, treeOf } from '#tests/support/process-tree.ts';
import { openPage, type Page } from './page.ts';
import { makeFolder, memoryMiB, onEnd, startProgram, until } from './processes.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--headless=new',
  '--remote-debugging-port=0',
  '--hide-crash-restore-bubble',
];

/** Long tasks of the page, from its first moment on. */
const WATCH_LONG_TASKS = `if (!window.__longTasks) {
  window.__longTasks = [];
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.__longTasks.push([e.startTime, e.duration]); }).observe({ type: 'longtask', buffered: true });
}`;

export interface BrowserOptions {
  /** A stored profile, in which the app is still installed. */
  profile?: string;
  /** The size of a phone. */
  isMobile?: boolean;
  /** Run in every document before anything else. */
  init?: string;
}

export interface Browser {
  profile: string;
  page: Page;
  port: number;
  pids(): number[];
  /** Kills all its processes with SIGKILL, like a power cut. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A Chromium with its own profile, driven through a DevTools socket. Playwright would enable the Network domain, which
 * copies every request body in memory.
 */
export async function openBrowser({
  profile = makeFolder('profile'),
  isMobile = false,
  init = '',
}: BrowserOptions = {}): Promise<Browser> {
  const portFile = path.join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const size = `--window-size=${isMobile ? '412,823' : '598,900'}`;
  const started = startProgram(findChromium(), [...FLAGS, size, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  const port = await until('the browser', () => portIn(portFile), 30_000);
  const target = await until('the first page', () => firstPage(port), 30_000);
  const page = await openPage(target);
  for (const source of [WATCH_LONG_TASKS, init]) if (source) await page.onNewDocument(source);
  const pids = () => treeOf(...pidsOfProfile(profile));
  const kill = async () => {
    killProfile(profile);
    await started.stop('SIGKILL');
  };
  onEnd(kill);
  return {
    profile,
    page,
    port,
    pids,
    kill,
    async close() {
      await Promise.race([page.send('Browser.close').catch(() => {}), wait(3000)]);
      const gone = new Promise<void>((resolve) =>
        started.child.exitCode === null ? started.child.once('exit', () => resolve()) : resolve(),
      );
      await Promise.race([gone, wait(3000)]);
      await kill();
    },
  };
}

const portIn = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
};

async function firstPage(port: number): Promise<string | undefined> {
  try {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    return targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
}

/** Samples the whole browser's memory and the page's heap until stopped. Blobs live outside of the page's heap. */
export async function sampleMemory(
  browser: Browser,
  everyMs = 250,
): Promise<() => Promise<{ growthMiB: number; heapGrowthMiB: number }>> {
  await browser.page.send('Performance.enable');
  const heapMiB = async () => ((await browser.page.metrics()).JSHeapUsedSize ?? 0) / 2 ** 20;
  const base = { memory: memoryMiB(browser.pids()), heap: await heapMiB() };
  const peak = { ...base };
  let isOn = true;
  const loop = (async () => {
    while (isOn) {
      await wait(everyMs);
      peak.heap = Math.max(peak.heap, await heapMiB().catch(() => 0));
      peak.memory = Math.max(peak.memory, memoryMiB(browser.pids()));
    }
  })();
  return async () => {
    isOn = false;
    await loop;
    return { growthMiB: peak.memory - base.memory, heapGrowthMiB: peak.heap - base.heap };
  };
}
