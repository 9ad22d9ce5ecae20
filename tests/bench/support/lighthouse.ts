import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.ts';
import type { Figures } from './statistics.ts';

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<
  | {
      lhr: { categories: { performance: { score: number | null } }; audits: Record<string, { numericValue?: number }> };
    }
  | undefined
>;

/**
 * Lighthouse, if installed. It is not a dependency, because of its 176 MB of packages: `npm i --no-save
 * lighthouse@13.5.0`, or LIGHTHOUSE_DIR = a folder that has it in its node_modules.
 */
export async function findLighthouse(): Promise<Lighthouse | undefined> {
  const from = process.env['LIGHTHOUSE_DIR'] ? `${process.env['LIGHTHOUSE_DIR']}/` : import.meta.filename;
  try {
    const file = createRequire(from).resolve('lighthouse');
    return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
  } catch {
    return undefined;
  }
}

/** One audit with the mobile preset. */
export async function audit(lighthouse: Lighthouse, url: string): Promise<Figures> {
  const browser = await openBrowser();
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      onlyCategories: ['performance'],
      logLevel: 'silent',
      output: 'json',
    });
    const value = (name: string) => result?.lhr.audits[name]?.numericValue ?? NaN;
    return {
      score: (result?.lhr.categories.performance.score ?? NaN) * 100,
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}
