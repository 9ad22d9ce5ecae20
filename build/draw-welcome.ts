import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';
import type * as text from '#contract/text/welcome.ts';
import type * as view from '#features/auth/join/welcome-view.tsx';
import { FIRST_ROUTES } from './first-routes.ts';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/draw-welcome.ts';
/** The page that is rendered: its path, its component and its texts. */
const PATH = '/welcome';
const VIEW = 'src/features/auth/join/welcome-view.tsx';
const WORDS = 'contract/text/welcome.ts';

/** Omits style sheets, which the document already has. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: { filter: { id: /\.css$/ }, handler: () => '\0no-styles' },
  load: { filter: { id: /^\0no-styles$/ }, handler: () => '' },
};

const load = async <M>(root: string, file: string): Promise<M> => {
  const options = { configFile: false as const, root, logLevel: 'error' as const, plugins: [withoutStyles] };
  return (await runnerImport<M>(`${root}/${file}`, options)).module;
};

/**
 * Prerenders the public first page into the document: on a slow network it is visible before the app has loaded;
 * public/boot.js replaces the empty shell by it. See docs/decisions/0016.
 *
 * Breaks if the page's component needs anything but its texts: it is rendered without router, data and browser.
 *
 * @throws Error if the component or its texts are not found, or if the page renders nothing.
 */
export const drawWelcome = (root = ROOT): Plugin => ({
  name: 'draw-welcome',
  apply: 'build',
  async transformIndexHtml() {
    if (!FIRST_ROUTES.some(({ path }) => path === PATH)) throw matchesNothing(`PATH '${PATH}'`, FILE);
    const { WelcomeView } = await load<typeof view>(root, VIEW);
    if (!WelcomeView) throw matchesNothing(`WelcomeView of ${VIEW}`, FILE);
    const { welcomeText } = await load<typeof text>(root, WORDS);
    if (!welcomeText?.lead) throw matchesNothing(`welcomeText.lead of ${WORDS}`, FILE);
    // React adds preloads for the pictures; they must load only where the page is shown.
    const children = renderToStaticMarkup(createElement(WelcomeView, { lead: welcomeText.lead })).replaceAll(
      /<link rel="preload"[^>]*>/g,
      '',
    );
    if (children === '' || children.includes('<link'))
      throw new Error(
        `${VIEW} draws ${children === '' ? 'nothing' : 'links that the document must not have'} (${FILE}).`,
      );
    return [{ tag: 'template', attrs: { 'data-route': PATH }, children, injectTo: 'body-prepend' }];
  },
});
