import type { Ref, RefCallback } from 'react';

/** Passes one element to several refs, e.g. the component's own and the form's. */
export function mergeRefs<T>(...refs: (Ref<T> | undefined)[]): RefCallback<T> {
  return (element) => {
    const cleanups = refs.map((ref) => {
      if (typeof ref === 'function') return ref(element) ?? (() => ref(null));
      if (ref) ref.current = element;
      return () => {
        if (ref) ref.current = null;
      };
    });
    return () => cleanups.forEach((clean) => clean());
  };
}
