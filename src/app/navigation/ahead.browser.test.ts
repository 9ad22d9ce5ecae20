import {
  createLazyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loadAhead } from './ahead.ts';

/** A router whose pages are loaded by `load`. */
const routerWith = (load: (path: string) => Promise<void>) => {
  const root = createRootRoute();
  const pages = ['/page', '/watch-channel'].map((path) =>
    createRoute({ getParentRoute: () => root, path }).lazy(async () => {
      await load(path);
      return createLazyRoute(path as never)({ component: () => null });
    }),
  );
  const history = createMemoryHistory({ initialEntries: ['/'] });
  return createRouter({ routeTree: root.addChildren(pages), history });
};

const link = (href: string, words: string, more: Record<string, string> = {}): HTMLElement => {
  const element = document.createElement('a');
  Object.assign(element, { href, innerHTML: `<b>${words}</b>`, ...more });
  document.body.append(element);
  return element.querySelector('b')!;
};
const press = (element: Element) => element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));

afterEach(() => document.body.replaceChildren());

test('the code of a page is loaded with the press on a link to it, once', async () => {
  const load = vi.fn(async () => {});
  loadAhead(routerWith(load));
  press(link('/pictures/1.jpg', 'A picture'));
  press(link('https://example.org/page', 'Elsewhere'));
  press(link('/page', 'In a tab of its own', { target: '_blank' }));
  press(document.body);
  expect(load).not.toHaveBeenCalled();
  const words = link('/page?of=1', 'A page');
  press(words);
  press(words);
  await expect.poll(() => load.mock.calls).toEqual([['/page']]);
});

test('code that could not be loaded with the press is asked for again when the page is opened', async () => {
  const load = vi.fn(async () => {}).mockRejectedValueOnce(new TypeError('offline'));
  const router = routerWith(load);
  loadAhead(router);
  press(link('/page', 'A page'));
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await router.navigate({ to: '/page' as never });
  expect(load).toHaveBeenCalledTimes(2);
  expect(router.state.matches.at(-1)).toMatchObject({ routeId: '/page', status: 'success' });
});
