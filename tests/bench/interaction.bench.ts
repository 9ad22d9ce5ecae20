import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './support/browser.ts';
import { compare, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { openRelay } from './support/relay.ts';
import { addContents } from './support/sideline.ts';
import { interleave, median, type Figures } from './support/statistics.ts';
import { anchorSide, FILE_INPUT, makeVideo, openSide, ownSide, type UploadSide } from './support/upload-sides.ts';

const OBSERVE = `window.__events = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) window.__events.push([e.interactionId, e.duration]); }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;
const CPU_SLOWED = 4;
const CLICKS = 30;
const LINE_BYTES_PER_SECOND = 40e6;
/** The browser does not report interactions shorter than this, ms. */
const LEAST_MS = 16;

/** Clicks through the tabs with and without an upload in progress, CPU slowed four times. */
export async function benchInteraction({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const file = await makeVideo(isQuick ? 256 : 512);
  const [put, own] = [await anchorSide('put'), await ownSide()];
  await addContents(own.app.database, own.person, 200);
  const anchor = { side: put, clicks: ['Home', 'Explore', 'Library', 'Notifications'] };
  const ours = {
    side: { ...own, clear: async () => void (await own.app.database.pool.query('delete from uploads')) },
    clicks: ['Library', 'Channels'],
  };
  const runs = await interleave(
    {
      anchor: () => click({ ...anchor, file }),
      idle: () => click(ours),
      ours: () => click({ ...ours, file }),
    },
    rounds,
  );
  await own.app.stop();
  const idle = { ours: runs.ours, reference: runs.idle, name: 'without upload' };
  const more = {
    ...idle,
    ours: runs.ours.map(
      (figures, index) =>
        figures && { ...figures, moreMs: (figures['inp'] ?? NaN) - (runs.idle[index]?.['inp'] ?? NaN) },
    ),
    key: 'moreMs',
    referenceKey: 'inp',
  };
  return [
    compare('Clicks through tabs while uploading: INP', 'ms', { ...idle, key: 'inp' }, { of: 'value', atMost: 100 }),
    {
      ...compare('INP more than without an upload', 'ms', more, { of: 'value', atMost: 8 }),
      reference: { name: 'without upload', value: NaN },
    },
    compare('Clicks while uploading, beside a plain page with a PUT: INP', 'ms', {
      ours: runs.ours,
      reference: runs.anchor,
      name: 'PUT page',
      key: 'inp',
    }),
    compare('Clicks while uploading: long tasks', '', { ...idle, key: 'longTasks' }),
  ].map((finding) => (Number.isNaN(finding.reference?.value) ? withoutReference(finding) : finding));
}

const withoutReference = ({ reference: _reference, ratio: _ratio, ...finding }: Finding): Finding => finding;

async function click({ side, clicks, file }: { side: UploadSide; clicks: string[]; file?: string }): Promise<Figures> {
  await side.clear();
  const relay = await openRelay(side.port, { bytesPerSecond: LINE_BYTES_PER_SECOND });
  const browser = await openBrowser({ isMobile: true, init: OBSERVE });
  const { page } = browser;
  try {
    await side.prepare(page, relay.url);
    await openSide(side, page, relay.url);
    await wait(5000);
    // One round first loads lazy code; the last click shows the file input again.
    for (const name of [...clicks.slice(1), clicks[0]!]) {
      await page.clickOn(new RegExp(`^${name}`));
      await wait(700);
    }
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
    if (file) {
      await page.waitFor(`!!${FILE_INPUT}`);
      await page.setFiles(FILE_INPUT, [file]);
      await wait(1500);
    }
    const since = await page.evaluate<number>('window.__events.length = 0, performance.now()');
    for (let number = 0; number < CLICKS; number++) {
      await page.clickOn(new RegExp(`^${clicks[number % clicks.length]}`));
      await wait(250);
    }
    await wait(500);
    const longest = new Map<number, number>();
    for (const [id, duration] of await page.evaluate<[number, number][]>('window.__events'))
      longest.set(id, Math.max(duration, longest.get(id) ?? 0));
    const all = [...longest.values(), LEAST_MS];
    return { inp: Math.max(...all), middle: median(all), ...(await page.longTasksSince(since)) };
  } finally {
    await browser.close();
    relay.close();
  }
}
