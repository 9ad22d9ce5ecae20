/** The rules of axe that every screen passes: in Playwright (axe.ts) and in the tests of single screens (src/app/frame). */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules beyond WCAG: headings skip no level, everything is in a landmark, "Skip to content" leads somewhere. */
export const MORE_RULES = {
  'heading-order': { enabled: true },
  region: { enabled: true },
  'skip-link': { enabled: true },
};

/**
 * Keeps colours whole while a page is checked: what begins to change meanwhile, e.g. a button that is enabled, would be between
 * two colours for a moment, and a toast that fades too pale.
 */
export const STEADY = `
  *, ::before, ::after { transition: none !important; }
  .toast { opacity: 1 !important; }
`;
