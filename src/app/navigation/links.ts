import type { AnyRouter } from '@tanstack/react-router';
import { goTo } from './go.ts';

/** Navigates plain links to the app's own pages without a reload, so that src/ui does not depend on the router. */
export const followLinks = (router: AnyRouter): void => {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || /^\/(api|media|pictures|dev\/outbox)(\/|$)/.test(url.pathname)) return;
    event.preventDefault();
    void goTo(router, url.pathname + url.search + url.hash);
  });
};
