import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { PlayerActions } from './player-controls.tsx';

/** Where keys have a meaning of their own: fields, menus, dialogs, and what arrows move in. */
const OWN_KEYS =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"]';

const isFor = ({ target, key }: { target: EventTarget | null; key: string }): boolean => {
  if (!(target instanceof HTMLElement) || target.closest(OWN_KEYS)) return false;
  if (key === ' ' && target.closest('button, a, summary')) return false;
  return !(key.startsWith('Arrow') && target instanceof HTMLInputElement);
};

/**
 * Keys of the player; buttons, slider, fields and menus keep their own.
 *
 * @param isWholePage They also work while the focus is elsewhere on the page, as people expect of a page that is there for one video.
 * @returns The handler of the player's frame.
 */
export function usePlayerKeys(
  actions: PlayerActions,
  frame: RefObject<HTMLElement | null>,
  onUse: () => void,
  isWholePage: boolean,
) {
  const keys: Record<string, () => void> = {
    k: actions.toggle,
    ' ': actions.toggle,
    j: () => actions.skip(-10),
    l: () => actions.skip(10),
    ArrowLeft: () => actions.skip(-10),
    ArrowRight: () => actions.skip(10),
    f: actions.toggleFull,
    c: actions.toggleCaptions,
    m: actions.toggleSound,
  };
  const press = (event: KeyboardEvent | React.KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFor(event)) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    if (!frame.current?.contains(event.target as Node)) press(event);
  });
  useEffect(() => {
    if (!isWholePage) return;
    const listen = (event: KeyboardEvent) => onPageKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isWholePage]);
  return (event: React.KeyboardEvent) => {
    onUse();
    press(event);
  };
}
