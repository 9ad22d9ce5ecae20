/** The rules of axe that every screen passes: in Playwright (axe.ts) and in the tests of single screens (src/app/frame). */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules beyond WCAG: headings skip no level, everything is in a landmark, "Skip to content" leads somewhere. */
export const MORE_RULES = {
  'heading-order': { enabled: true },
  region: { enabled: true },
  'skip-link': { enabled: true },
};

/** Keeps a toast in its full colours while a page is checked: one that began to fade would be too pale for a moment. */
export const STEADY_TOASTS = '.toast { opacity: 1 !important; transition: none !important; }';
