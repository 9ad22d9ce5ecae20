import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '#tests/support/app-process.ts';
import { apiOf } from '#tests/support/people.ts';
import { copyOfDemo, prepareDemo } from '#tests/support/prepared-demo.ts';
import { openBrowser } from './support/browser.ts';
import { compare, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import type { Page } from './support/page.ts';
import { onEnd } from './support/processes.ts';
import { openRelay } from './support/relay.ts';
import { signIn } from './support/sideline.ts';
import { interleave, type Figures } from './support/statistics.ts';

/** 10 Mbit/s. */
const LINE = { receivedBytesPerSecond: 1_250_000, bytesPerSecond: 1_250_000, roundTripMs: 50 };
const MOST_OF_BARE = 1.1;
const VIEWER = 'mia';
const SPORT = 'soccer';
const SETTLED_MS = 3_000;
const BARE_PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
<button onclick="video.src = '/video.mp4'; video.play()">Play</button><video id="video"></video>`;

interface Item {
  id: string;
  locked: boolean;
  content: { type: string; duration: number | null };
  channel: { id: string };
}

/** From the tap on an item to its first picture, beside a bare `<video>` with the progressive file on the same line. */
export async function benchPlay({ rounds }: BenchOptions): Promise<Finding[]> {
  await prepareDemo();
  const dataDir = await copyOfDemo();
  onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const app = await startApp({ DATA_DIR: dataDir }, ['--no-build']);
  onEnd(() => app.stop());
  const { item, fileUrl, userId } = await findVideo(app.url);
  const relay = await openRelay(app.port, LINE);
  const bare = await openRelay(await hostBare(fileUrl), LINE);
  const runs = await interleave(
    {
      bare: () => playBare(bare.url),
      ours: () => playInApp(relay.url, userId, item),
    },
    rounds,
  );
  const pair = { ours: runs.ours, reference: runs.bare, name: 'bare video', key: 'ms' };
  return [
    compare('Tap to first picture, 10 Mbit/s and 50 ms', 'ms', pair, { of: 'ratio', atMost: MOST_OF_BARE }),
    compare('… opened before', 'ms', { ...pair, key: 'againMs' }),
  ];
}

/** A video of the demo that the viewer may watch, and the address of its progressive file. */
async function findVideo(url: string): Promise<{ item: string; fileUrl: string; userId: string }> {
  const read = await apiOf(url, VIEWER);
  const { id: userId } = await read<{ id: string }>('/users/me');
  const { results } = await read<{ results: Item[] }>(`/channels/contents/all/sports/${SPORT}/all/newest?limit=100`);
  const found = results.find(
    ({ content, locked }) => content.type === 'video' && (content.duration ?? 0) >= 10 && !locked,
  );
  if (!found) throw new Error('the demo has no video to watch');
  const detail = await read<{ progressiveUrl: string }>(`/published-contents/${found.id}/detail`);
  return { item: found.id, fileUrl: new URL(detail.progressiveUrl, url).href, userId };
}

/** A page with nothing but a button that plays a video, and the file beside it, in parts where they are asked for. */
async function hostBare(fileUrl: string): Promise<number> {
  const file = Buffer.from(await (await fetch(fileUrl)).arrayBuffer());
  const server = createServer(({ url, headers }, response) => {
    if (url !== '/video.mp4') {
      response.setHeader('Content-Type', 'text/html').end(BARE_PAGE);
      return;
    }
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
    const end = Math.min(file.length - 1, Number(to || file.length - 1));
    response
      .writeHead(headers.range ? 206 : 200, {
        'Content-Type': 'video/mp4',
        'Accept-Ranges': 'bytes',
        'Content-Length': end - Number(from) + 1,
        ...(headers.range && { 'Content-Range': `bytes ${from}-${end}/${file.length}` }),
      })
      .end(file.subarray(Number(from), end + 1));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Sets `window.__shownAtMs` to the time from the next tap to the first picture of a video. */
const WATCH = `(() => {
  window.__shownAtMs = 0;
  addEventListener('pointerdown', () => {
    const tappedAtMs = performance.now();
    const look = () => {
      const video = document.querySelector('video');
      if (!video) return requestAnimationFrame(look);
      video.requestVideoFrameCallback(() => (window.__shownAtMs = performance.now() - tappedAtMs));
    };
    look();
  }, { once: true, capture: true });
})()`;

const untilShown = async (page: Page, tap: () => Promise<void>): Promise<number> => {
  await page.evaluate(WATCH);
  await tap();
  return page.waitFor<number>('window.__shownAtMs', 30_000);
};

async function playBare(address: string): Promise<Figures> {
  const browser = await openBrowser({ isMobile: true });
  const { page } = browser;
  const play = async () => {
    await page.goto(address);
    return untilShown(page, () => page.clickOn(/^Play$/));
  };
  try {
    return { ms: await play(), againMs: await play() };
  } finally {
    await browser.close();
  }
}

/** From the page of a sport, with the app installed; then again from the start of the app. */
async function playInApp(url: string, userId: string, item: string): Promise<Figures> {
  const browser = await openBrowser({ isMobile: true });
  const { page } = browser;
  const tile = `document.querySelector('main a[href*="${item}"]')`;
  const play = async () => {
    await page.goto(`${url}/sport-page?sportId=${SPORT}`);
    await page.waitFor(`!!${tile}`, 60_000);
    await wait(SETTLED_MS);
    await page.evaluate(`${tile}.scrollIntoView({ block: 'center' })`);
    const [x, y] = await page.evaluate<[number, number]>(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${tile}.getBoundingClientRect())`,
    );
    return untilShown(page, () => page.click(x, y));
  };
  try {
    await signIn(page, url, { userId, username: VIEWER });
    await page.goto(`${url}/home`);
    await page.waitFor('navigator.serviceWorker.ready.then(() => true)', 60_000);
    await wait(SETTLED_MS * 3);
    return { ms: await play(), againMs: await play() };
  } finally {
    await browser.close();
  }
}
