import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { MORE_RULES, STEADY, WCAG_TAGS } from '#tests/support/axe-rules.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';

/** Fixture: the state of a screen that a browser test shows, checked as the whole pages are (tests/support/axe.ts). */

const comeToRest = async (): Promise<void> => {
  await document.fonts.ready;
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
};

/** Checks what is shown against WCAG 2.2 AA in the light and the dark theme, and that nothing is wider than the screen. */
export const expectAccessible = async (where: string): Promise<void> => {
  const root = document.documentElement;
  const { theme: former = 'light' } = root.dataset;
  const steady = new CSSStyleSheet();
  steady.replaceSync(STEADY);
  document.adoptedStyleSheets.push(steady);
  for (const theme of ['light', 'dark']) {
    root.dataset['theme'] = theme;
    await comeToRest();
    const { violations } = await axe.run(document, {
      // Only colours differ in the dark theme.
      ...(theme === 'light'
        ? { runOnly: { type: 'tag', values: WCAG_TAGS }, rules: MORE_RULES }
        : { runOnly: { type: 'rule', values: ['color-contrast'] } }),
      resultTypes: ['violations'],
    });
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`).join(' | ')}`,
    );
    expect(found, `${where}, ${theme}`).toEqual([]);
  }
  root.dataset['theme'] = former;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== steady);
  expect(root.scrollWidth - innerWidth, `${where}: wider than the screen`).toBeLessThanOrEqual(0);
};

/** The least and the greatest width of the app's column, CSS px. */
const WIDTHS = [320, 598];

/** The same at the least and at the greatest width of the app's column. */
export const expectAccessibleAtWidths = async (where: string): Promise<void> => {
  const [width, height] = [innerWidth, innerHeight];
  for (const each of WIDTHS) {
    await page.viewport(each, 800);
    await expectAccessible(`${where} at ${each} px`);
  }
  await page.viewport(width, height);
};
