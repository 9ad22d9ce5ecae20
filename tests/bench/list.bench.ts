import { setTimeout as wait } from 'node:timers/promises';
import { buildPage } from './support/build-page.ts';
import { openBrowser, type Browser } from './support/browser.ts';
import { compare, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import {
  addContents,
  addCreators,
  makeSidelineDatabase,
  signIn,
  startSideline,
  type Person,
} from './support/sideline.ts';
import { hostFolder } from './support/static-host.ts';
import { interleave, quantile, type Figures } from './support/statistics.ts';

const ROWS = 10_000;
const CPU_SLOWED = 4;
const PX_PER_SECOND = 6000;
const SECONDS = 5;
const STYLE = `body{margin:0;font:14px sans-serif}.row{height:88px;box-sizing:border-box;display:flex;gap:12px;padding:12px;border-bottom:1px solid #ddd;contain:strict}
.row i{width:96px;height:54px;background:#ccc;border-radius:8px}#s{height:100vh;overflow:auto}`;

/** Scrolls through 10,000 items at 6,000 px/s, CPU slowed four times; the reference is hand-written row recycling. */
export async function benchList({ rounds }: BenchOptions): Promise<Finding[]> {
  const host = await hostFolder(await buildPage('list.ts', { html: '<div id="root"></div>', css: STYLE }));
  const database = await makeSidelineDatabase();
  const [person] = (await addCreators(database, 1)) as [Person];
  await addContents(database, person, ROWS);
  const app = await startSideline(database);
  const recycled = () => scroll(host.url, "document.querySelector('#s')");
  const ours = () =>
    scroll(`${app.url}/library`, 'document.scrollingElement', async (browser) => {
      await signIn(browser.page, app.url, person);
      await browser.page.goto(`${app.url}/library`);
      await browser.page.waitFor(
        `document.querySelector('[role=listitem]')?.getAttribute('aria-setsize') === '${ROWS}'`,
        120_000,
        200,
      );
      await wait(3000);
    });
  const runs = await interleave({ recycled, ours }, rounds);
  await app.stop();
  const both = { ours: runs.ours, reference: runs.recycled, name: 'recycled by hand' };
  return [
    compare(
      'Scroll of 10,000 items, main-thread CPU per 1,000 px',
      'ms',
      { ...both, key: 'cpuMs' },
      { of: 'ratio', atMost: 1.4 },
    ),
    compare('Scroll: gap between frames, p95', 'ms', { ...both, key: 'gapP95' }, { of: 'value', atMost: 20 }),
    compare('Scroll: frames with nothing in the middle', '', { ...both, key: 'blank' }, { of: 'value', atMost: 0 }),
  ];
}

async function scroll(url: string, scroller: string, prepare?: (browser: Browser) => Promise<void>): Promise<Figures> {
  const browser = await openBrowser({ isMobile: true });
  const { page } = browser;
  try {
    await prepare?.(browser);
    await page.goto(url);
    await page.waitFor(`(${scroller})?.scrollHeight > 100000`, 60_000);
    await page.evaluate(`void (${scroller}.scrollTop = ${FROM_PX})`);
    await wait(1500);
    // CPU time of the page's thread: other programs do not count.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
    const before = await page.metrics();
    const seen = await page.evaluate<{ gaps: number[]; blank: number; moved: number }>(scrollSteadily(scroller));
    const after = await page.metrics();
    return {
      cpuMs: ((after['TaskDuration']! - before['TaskDuration']!) * 1e6) / seen.moved,
      gapP95: quantile(seen.gaps.slice(1), 0.95),
      blank: seen.blank,
    };
  } finally {
    await browser.close();
  }
}

/** Where the middle of the screen shows the list: the gap above its first line would count as a blank frame, px. */
const FROM_PX = 1000;

/** One step per frame; a frame is blank if the middle of the screen shows no row or part of one. */
const scrollSteadily = (scroller: string) => `(async () => {
  const element = ${scroller}, gaps = [], started = performance.now(), from = element.scrollTop;
  let blank = 0, last = started;
  await new Promise((done) => {
    const step = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      element.scrollTop = from + (now - started) / 1000 * ${PX_PER_SECOND};
      const at = document.elementFromPoint(innerWidth * 0.3, innerHeight / 2);
      if (!at || at === element || at.id === 'space' || at === document.body || at.matches('main,[role=list],.virtual-grid__blank')) blank++;
      if (now - started < ${SECONDS * 1000}) requestAnimationFrame(step); else done();
    };
    requestAnimationFrame(step);
  });
  return { gaps, blank, moved: element.scrollTop - from };
})()`;
