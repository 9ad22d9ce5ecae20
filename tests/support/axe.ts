import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { MORE_RULES, STEADY, WCAG_TAGS } from './axe-rules.ts';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A page whose DOM has not changed for this long is complete, ms. */
const QUIET_MS = 400;

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; target: string[]; failureSummary?: string }[];
}
interface Axe {
  run: (context: Document | Element, options: object) => Promise<{ violations: Violation[] }>;
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
 * Checks the page against WCAG 2.2 AA and the rules above once it is complete, and that nothing is wider than the screen.
 * `rules` selects single ones.
 */
export const expectAccessible = async (page: Page, where: string, rules?: readonly string[]): Promise<void> => {
  await comeToRest(page);
  // Evaluated, not added as a script: the page's CSP forbids inline scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  const found = await page.evaluate(
    async ({ options, styles }) => {
      const steady = new CSSStyleSheet();
      steady.replaceSync(styles);
      document.adoptedStyleSheets.push(steady);
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] });
      // A target that a fixed bar covers at this scroll position is checked again where it is free.
      const isSmall = async ({ target }: Violation['nodes'][number]): Promise<boolean> => {
        const element = document.querySelector(target[0]!);
        if (!element) return true;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await axe.run(element, { runOnly: ['target-size'], resultTypes: ['violations'] });
        return again.violations.length > 0;
      };
      const top = scrollY;
      for (const violation of violations.filter(({ id }) => id === 'target-size')) {
        const small = [];
        for (const node of violation.nodes) if (await isSmall(node)) small.push(node);
        violation.nodes = small;
      }
      scrollTo({ top, behavior: 'instant' });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== steady);
      return violations
        .filter(({ nodes }) => nodes.length > 0)
        .map(
          ({ id, help, nodes }) =>
            `${id}: ${help}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`).join(' | ')}`,
        );
    },
    {
      options: rules
        ? { runOnly: { type: 'rule', values: [...rules] } }
        : { runOnly: { type: 'tag', values: WCAG_TAGS }, rules: MORE_RULES },
      styles: STEADY,
    },
  );
  expect(found, where).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${where}: wider than the screen`,
  ).toBeLessThanOrEqual(0);
};
