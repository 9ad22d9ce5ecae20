let isLeft = false;
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    isLeft = true;
  });
  addEventListener('pageshow', () => {
    isLeft = false;
  });
}

/**
 * True from the moment at which this page is left, by a navigation or a reload, until it comes back out of the browser's
 * back/forward cache: what it begins now may stop in the middle. Never true in workers.
 */
export const isPageLeft = (): boolean => isLeft;
