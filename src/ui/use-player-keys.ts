import type { PlayerActions } from './player-controls.tsx';

/** Keys of the whole player; buttons, slider and menus keep their own. */
export function usePlayerKeys(actions: PlayerActions, onUse: () => void) {
  const keys: Record<string, () => void> = {
    k: actions.toggle,
    ' ': actions.toggle,
    j: () => actions.skip(-10),
    l: () => actions.skip(10),
    ArrowLeft: () => actions.skip(-10),
    ArrowRight: () => actions.skip(10),
    f: actions.toggleFull,
    c: actions.toggleCaptions,
  };
  return (event: React.KeyboardEvent) => {
    onUse();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
    const slider = target instanceof HTMLInputElement;
    if (event.key === ' ' && target.closest('button')) return;
    if (slider && event.key.startsWith('Arrow')) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
