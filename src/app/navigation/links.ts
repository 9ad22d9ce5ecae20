import type { AnyRouter } from '@tanstack/react-router';
import { goTo } from './go.ts';

/** The address of a link to a page of the app, of the link itself or of something in it. */
export const ownAddress = (target: EventTarget | null): URL | undefined => {
  const link = (target as Element | null)?.closest?.('a');
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  const isOther = url.origin !== location.origin || /^\/(api|media|pictures|dev\/outbox)(\/|$)/.test(url.pathname);
  return isOther ? undefined : url;
};

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
    const url = ownAddress(event.target);
    if (!url) return;
    event.preventDefault();
    void goTo(router, url.pathname + url.search + url.hash);
  });
};
