import { expect, test, vi } from 'vitest';
import { overlayOpened } from './overlay-history.ts';

test('an overlay closed within a second of another one leaves nobody a page further back than they were', async () => {
  history.pushState({ page: 'below' }, '');
  history.pushState({ page: 'shown' }, '');
  const steps = vi.spyOn(history, 'go');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const openAndClose = () => {
      const closed = overlayOpened(() => {});
      vi.advanceTimersByTime(0);
      closed();
      vi.advanceTimersByTime(0);
    };
    const isBack = () => expect.poll(() => (history.state as { page?: string; sidelineOverlay?: object } | null)?.sidelineOverlay).toBeUndefined();
    openAndClose();
    await isBack();
    vi.advanceTimersByTime(950);
    openAndClose();
    vi.advanceTimersByTime(100);
    await isBack();
    // Whatever was asked of the history before this has happened once this has.
    history.pushState({ page: 'above' }, '');
    history.back();
    await expect.poll(() => (history.state as { page: string } | null)?.page).not.toBe('above');
    expect(history.state).toEqual({ page: 'shown' });
    // Two that are asked for at once are often one to the browser, and sometimes two.
    expect(steps).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
