import { useSyncExternalStore } from 'react';

const subscribe = (onScroll: () => void): (() => void) => {
  document.addEventListener('scroll', onScroll, { passive: true });
  return () => document.removeEventListener('scroll', onScroll);
};

/** Whether the page is scrolled further than `px`. */
export const useScrolled = (px: number): boolean => useSyncExternalStore(subscribe, () => scrollY > px);
