import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountToasts } from './toast-view.tsx';
import type { ToastMessage } from './toast.ts';
import '../../styles/tokens.css';
import { keepInFront, moveMouseAway } from './in-front.fixtures.ts';

keepInFront();

const view = mountToasts();
let close: (() => void) | undefined;
const onGone = vi.fn<() => void>();

/** Shows a toast that stays, unless the message has a time of its own. */
const show = (message: Partial<ToastMessage>) => {
  close = view.show({ text: 'Saved', durationMs: 0, ...message }, onGone);
};
const toast = () => document.querySelector<HTMLElement>('.toast');
const isShown = () => expect.poll(toast).not.toBeNull();
const hasGone = async () => {
  await expect.poll(toast).toBeNull();
  await expect.poll(() => onGone.mock.calls.length).toBe(1);
};
/** A press at the middle of the toast, moved and released. */
const drag = (x: number, y: number) => {
  const element = toast()!;
  const send = (type: string, clientX: number, clientY: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true, clientX, clientY }),
    );
  // The browser has no such pointer to capture.
  element.setPointerCapture = () => {};
  send('pointerdown', 100, 100);
  send('pointermove', 100 + x / 2, 100 + y / 2);
  send('pointermove', 100 + x, 100 + y);
  send('pointerup', 100 + x, 100 + y);
};

beforeEach(moveMouseAway);
afterEach(async () => {
  close?.();
  await expect.poll(toast).toBeNull();
  onGone.mockReset();
  document.querySelector('button[data-before]')?.remove();
});

test.each([
  ['status', 'status'],
  ['failure', 'alert'],
] as const)('a toast of kind %s is announced as %s, in a live region that was there before', async (kind, role) => {
  const region = page.getByRole('region');
  await expect.element(region).toHaveAttribute('aria-live', 'polite');
  show({ kind });
  await expect.element(page.getByRole(role)).toHaveTextContent('Saved');
});

test('it leaves when its time is over', async () => {
  show({ durationMs: 30 });
  await expect.poll(() => onGone.mock.calls.length).toBe(1);
  await hasGone();
});

test('its action works once and takes it off the screen', async () => {
  const onAction = vi.fn<() => void>();
  show({ action: { label: 'Undo', onAction } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await hasGone();
  expect(onAction).toHaveBeenCalledOnce();
});

test.each([
  ['with a name', { dismissLabel: 'Later' }, 'Later'],
  ['without one', {}, 'Close'],
] as const)('one that lasts has a button to dismiss it, %s, large enough for a thumb', async (_what, words, name) => {
  const onAction = vi.fn<() => void>();
  show({ ...words, action: { label: 'Update', onAction } });
  const button = page.getByRole('button', { name, exact: true });
  // Its size in the layout: it is still coming in, a little smaller.
  const { offsetWidth, offsetHeight } = (await button.findElement()) as HTMLElement;
  expect(Math.min(offsetWidth, offsetHeight)).toBeGreaterThanOrEqual(44);
  await button.click();
  await hasGone();
  expect(onAction).not.toHaveBeenCalled();
});

test('one that leaves by itself has no such button', async () => {
  show({ durationMs: 60_000 });
  await isShown();
  expect(toast()!.querySelector('button')).toBeNull();
});

test('closing it says whether it was still shown', async () => {
  show({});
  expect(close!(), 'before it is drawn').toBe(true);
  await hasGone();
  onGone.mockReset();
  show({});
  await page.getByRole('button', { name: 'Close' }).click();
  expect(close!(), 'while it leaves').toBe(false);
  await hasGone();
});

test.each([
  ['down', 0, 60],
  ['left', -60, 0],
  ['right', 60, 0],
])('a swipe %s takes it off', async (_way, x, y) => {
  show({});
  await isShown();
  drag(x, y);
  await hasGone();
});

test.each([
  ['up', 0, -80],
  ['too short', 20, 0],
])('a swipe that is %s leaves it where it was', async (_what, x, y) => {
  show({});
  await isShown();
  drag(x, y);
  expect(toast()!.dataset).not.toHaveProperty('endingStyle');
  expect(toast()!.dataset).not.toHaveProperty('swiping');
  expect(toast()!.style.cssText).not.toMatch(/-[xy]: -?[1-9]/);
});

test('F6 moves the focus to it, Escape closes it, and the focus returns', async () => {
  const before = document.body.appendChild(document.createElement('button'));
  before.dataset['before'] = '';
  before.focus();
  show({});
  await isShown();
  await userEvent.keyboard('{F6}');
  expect(document.activeElement).toBe(toast());
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(before);
  await hasGone();
});

test('a toast that is taken back before it is drawn is never drawn', async () => {
  show({});
  close!();
  await hasGone();
});
