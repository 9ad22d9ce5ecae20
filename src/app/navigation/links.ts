import type { AnyRouter } from '@tanstack/react-router';
import { goTo } from './go.ts';

/** Turns plain links to our own pages into navigation without a reload, so that the kit needs no router. */
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
