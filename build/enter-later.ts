import type { Plugin } from 'vite';

const FILE = 'build/enter-later.ts';
const STYLE_SHEET = /^ *<link rel="stylesheet"[^>]*>\n/m;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PACKAGES = '<link rel="modulepreload" crossorigin href';
const FETCHED_ONLY = '<link rel="preload" as="script" fetchpriority="low" crossorigin href';

/**
 * Puts the style sheet before the code, and preloads the code with low priority; public/enter.js imports the entry after
 * the first paint of the document. See docs/decisions/0017.
 *
 * Breaks if Vite writes these tags in another form.
 *
 * @throws Error if the built document has no such style sheet, entry or preloaded package.
 */
export const enterLater = (): Plugin => ({
  name: 'enter-later',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [looks] = STYLE_SHEET.exec(html) ?? [];
      const [entry, source] = ENTRY.exec(html) ?? [];
      if (!looks || !entry || !html.includes(PACKAGES)) {
        const missing = looks ? (entry ? `PACKAGES ${PACKAGES}` : `ENTRY ${ENTRY}`) : `STYLE_SHEET ${STYLE_SHEET}`;
        throw new Error(`The built document has nothing in the form of ${missing} (${FILE}).`);
      }
      return html
        .replace(looks, '')
        .replace(
          entry,
          `${looks.trim()}\n    <script type="module" src="/enter.js" data-entry="${source}"></script>\n    ${PACKAGES}="${source}">`,
        )
        .replaceAll(PACKAGES, FETCHED_ONLY);
    },
  },
});
