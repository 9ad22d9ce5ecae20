import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left.ts';

const TEN_YEARS_MS = 10 * 365 * 86_400_000;
let root: Root;

function Left({ untilMs }: { untilMs: number }) {
  return <output>{useSecondsLeft(untilMs)}</output>;
}

afterEach(() => {
  vi.useRealTimers();
  root.unmount();
  document.body.replaceChildren();
});

test.each([
  ['ahead', TEN_YEARS_MS],
  ['back', -TEN_YEARS_MS],
])('a wait of a minute stays one while the clock of the device is set ten years %s', async (_name, shiftMs) => {
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(<Left untilMs={Date.now() + 60_000} />);
  const left = () => Number(host.innerText);
  await expect.poll(left).toBeGreaterThan(0);
  const before = left();
  vi.useFakeTimers({ now: Date.now() + shiftMs, toFake: ['Date'] });
  await expect.poll(() => left() !== before).toBe(true);
  expect(left()).toBeGreaterThan(0);
  expect(left()).toBeLessThan(before);
});
