import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { AfterSkeleton } from './after-skeleton.tsx';
import { SKELETON_AFTER_MS } from './skeleton-timing.ts';

afterEach(() => vi.useRealTimers());

/** Content whose wait for the skeleton ends at the moment at which it is drawn for the first time. */
function LateWords({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(() => {
    vi.advanceTimersByTime(SKELETON_AFTER_MS);
    onDrawn();
  }, [onDrawn]);
  return <p>Made just now</p>;
}

test('content that arrives just as its skeleton is due stays: no skeleton replaces it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const box = document.body.appendChild(document.createElement('div'));
  const drawn = Promise.withResolvers<void>();
  const root = createRoot(box);
  const show = (read: true | undefined) =>
    root.render(
      <AfterSkeleton read={read} shape="row">
        {() => <LateWords onDrawn={drawn.resolve} />}
      </AfterSkeleton>,
    );
  show(undefined);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  show(true);
  await drawn.promise;
  expect(box.textContent).toBe('Made just now');
  root.unmount();
  box.remove();
});
