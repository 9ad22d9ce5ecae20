import { buildPage } from './support/build-page.ts';
import { openBrowser } from './support/browser.ts';
import { compare, state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { hostFolder } from './support/static-host.ts';
import { median, type Figures } from './support/statistics.ts';

const TIMES = 40;

/**
 * First read and live read of the Library over 10,000 and 100,000 rows; the references are raw IndexedDB and a plain
 * live query.
 */
export async function benchLocalDatabase({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const host = await hostFolder(await buildPage('rows.ts'));
  const small = await measure(host.url, 10_000, rounds);
  const large = isQuick ? undefined : await measure(host.url, 100_000, rounds);
  const findings = [small, large].flatMap((runs, index) => {
    if (!runs) return [];
    const size = index === 0 ? '10,000' : '100,000';
    return [
      compare(
        `First page of 20 of ${size} rows`,
        'ms',
        { ours: runs.own, reference: runs.raw, name: 'raw IndexedDB', key: 'firstMs' },
        { of: 'ratio', atMost: 1.2 },
      ),
      compare(
        `Live update with ${size} rows`,
        'ms',
        { ours: runs.own, reference: runs.raw, name: 'Dexie', key: 'liveMs' },
        { of: 'ratio', atMost: 1.1 },
      ),
    ];
  });
  if (!large) return findings;
  const growth = median(large.own.map((run) => run['firstMs']!)) / median(small.own.map((run) => run['firstMs']!));
  return [
    ...findings,
    state('First page at 100,000 rows, of its time at 10,000', '×', growth, { of: 'value', atMost: 1.25 }),
  ];
}

async function measure(url: string, count: number, rounds: number): Promise<{ raw: Figures[]; own: Figures[] }> {
  const browser = await openBrowser();
  const { page } = browser;
  const result: { raw: Figures[]; own: Figures[] } = { raw: [], own: [] };
  try {
    await page.goto(`${url}/?db=${count}`);
    await page.waitFor('!!window.ops');
    await page.evaluate(`ops.fill(${count})`);
    for (let round = 0; round < Math.max(3, rounds); round++) {
      await page.goto(`${url}/?db=${count}`);
      await page.waitFor('!!window.ops');
      await page.evaluate(`ops.first(5)`);
      const first = await page.evaluate<{ raw: number[]; own: number[] }>(`ops.first(${TIMES})`);
      const live = await page.evaluate<{ plain: number[]; own: number[] }>(`ops.live(${TIMES})`);
      result.raw.push({ firstMs: median(first.raw), liveMs: median(live.plain) });
      result.own.push({ firstMs: median(first.own), liveMs: median(live.own) });
    }
    return result;
  } finally {
    await browser.close();
  }
}
