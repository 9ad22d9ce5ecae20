import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds wrong with the page, once no animation runs; empty: nothing. Contrast and the size of targets are checked in the
 * built app (tests/e2e/looks.spec.ts): a browser test does not load the styles of the whole page.
 */
export const violations = async (): Promise<string[]> => {
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  const { violations: found } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: RULES },
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
