import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A page whose DOM has not changed for this long is complete, ms. */
const QUIET_MS = 400;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}
interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: Violation[] }>;
}

/** Waits until no animation runs and nothing was added for a while. */
const comeToRest = (page: Page): Promise<void> =>
  page.evaluate(async (quietMs) => {
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, quietMs);
      new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, quietMs);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  }, QUIET_MS);

/**
 * Checks the page against WCAG 2.2 AA once it is complete, and that nothing is wider than the screen. `rules` selects
 * single ones.
 */
export const expectAccessible = async (page: Page, where: string, rules?: readonly string[]): Promise<void> => {
  await comeToRest(page);
  // Evaluated, not added as a script: the page's CSP forbids inline scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  const found = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`).join(' | ')}`,
      );
    },
    rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: RULES },
  );
  expect(found, where).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${where}: wider than the screen`,
  ).toBeLessThanOrEqual(0);
};
