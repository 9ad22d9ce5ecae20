// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';
import { useAfterSkeleton } from './use-delayed-skeleton.ts';

export interface AfterSkeletonProps<T> extends SkeletonProps {
  /** Data for the children; undefined while it is being read. */
  read: T | undefined;
  children: (read: T) => ReactNode;
}

/**
 * The standard loading state. A read shorter than 150 ms shows nothing; a longer one shows a skeleton for at least
 * 500 ms and then the content, never both together. Source: design §5.
 */
export function AfterSkeleton<T>({ read, shape, count, children }: AfterSkeletonProps<T>) {
  const { skeleton, shown } = useAfterSkeleton(read);
  if (skeleton) return <Skeleton shape={shape} count={count} />;
  return shown === undefined ? null : children(shown);
}
