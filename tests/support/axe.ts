import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}
interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: Violation[] }>;
}

/** Checks the page as it stands against WCAG 2.2 AA, once everything has come to rest, and that nothing is wider than the screen. */
export const expectAccessible = async (page: Page, where: string): Promise<void> => {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  // Evaluated, not added as a script: the page allows no inline script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  const found = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, RULES);
  expect(found, where).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where}: wider than the screen`).toBeLessThanOrEqual(0);
};
