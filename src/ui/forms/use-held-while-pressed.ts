import { useState, useSyncExternalStore } from 'react';

let isPressed = false;
const listeners = new Set<() => void>();

const set = (value: boolean): void => {
  if (isPressed === value) return;
  isPressed = value;
  for (const listener of listeners) listener();
};
const press = () => set(true);
/** After the click, which follows the release at once. */
const release = () => setTimeout(() => set(false));

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('pointerdown', press, true);
    removeEventListener('pointerup', release, true);
    removeEventListener('pointercancel', release, true);
    isPressed = false;
  };
};

/**
 * Returns `value`, but the former one for as long as a finger or button is down. For what moves the page: an error that
 * appears because its field was left would move the button that is being pressed, and the browser sends no click when
 * press and release meet different elements.
 */
export function useHeldWhilePressed<T>(value: T): T {
  const holds = useSyncExternalStore(subscribe, () => isPressed);
  const [held, setHeld] = useState(value);
  if (!holds && held !== value) setHeld(value);
  return holds ? held : value;
}
