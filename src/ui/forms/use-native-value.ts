import { useCallback, useSyncExternalStore, type RefObject } from 'react';

/** Current value of a native field, also after a form set or reset it without React. */
export function useNativeValue(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const onInput = (event: Event) => event.target === field.current && changed();
      // On the window, to run after React's handlers: an earlier render would restore a controlled field's old value.
      window.addEventListener('input', onInput);
      return () => window.removeEventListener('input', onInput);
    },
    [field],
  );
  return useSyncExternalStore(subscribe, () => field.current?.value ?? '');
}
