import { useCallback, useRef } from 'react';
import { newId } from '#contract/ids.ts';

/** The idempotency key of an act: a repeat of the same request has the same, so that a lost answer is not a second act. */
export const useKeyOf = (): ((request: object) => string) => {
  const sent = useRef({ request: '', key: '' });
  return useCallback((request) => {
    const asked = JSON.stringify(request);
    if (sent.current.request !== asked) sent.current = { request: asked, key: newId() };
    return sent.current.key;
  }, []);
};
