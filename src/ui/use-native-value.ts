import { useCallback, useSyncExternalStore, type RefObject } from 'react';

/** What a native field holds now, also after a form set or reset it behind React's back. */
export function useNativeValue(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): string {
  const subscribe = useCallback((changed: () => void) => {
    const element = field.current;
    element?.addEventListener('input', changed);
    return () => element?.removeEventListener('input', changed);
  }, [field]);
  return useSyncExternalStore(subscribe, () => field.current?.value ?? '');
}
