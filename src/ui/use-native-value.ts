import { useCallback, useSyncExternalStore, type RefObject } from 'react';

/** What a native field holds now, also after a form set or reset it behind React's back. */
export function useNativeValue(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const onInput = (event: Event) => event.target === field.current && changed();
      // At the window, after React's own handlers: rendering earlier would put a controlled field's old value back.
      window.addEventListener('input', onInput);
      return () => window.removeEventListener('input', onInput);
    },
    [field],
  );
  return useSyncExternalStore(subscribe, () => field.current?.value ?? '');
}
