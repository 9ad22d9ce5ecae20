import { userEvent } from 'vitest/browser';

/**
 * Keeps the window of a test in front: the runner opens several, and each one that is opened takes the focus of the
 * others, which holds their toasts. Events that a test sends itself still arrive.
 */
export const keepInFront = (): void =>
  window.addEventListener('blur', (event) => event.isTrusted && event.stopImmediatePropagation(), { capture: true });

/** Moves the mouse, which is where the file before left it, away from where toasts appear: under it they stay. */
export const moveMouseAway = (): Promise<void> =>
  userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } });
