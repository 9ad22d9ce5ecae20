import { useCallback } from 'react';
import { useRouter } from '@tanstack/react-router';

/** Moves through a queue in place, so that Back leaves the page in one go. Source: decisions D-50. */
export const useWatchNavigation = (): ((address: string) => void) => {
  const router = useRouter();
  return useCallback((address: string) => void router.navigate({ href: address, replace: true } as never), [router]);
};
