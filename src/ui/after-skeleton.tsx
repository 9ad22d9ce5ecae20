// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode } from 'react';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';
import { useAfterSkeleton } from './use-delayed-skeleton.ts';

export interface AfterSkeletonProps<T> extends SkeletonProps {
  /** What the children show; undefined while it is being read. */
  read: T | undefined;
  children: (read: T) => ReactNode;
}

/**
 * The one way to show that something is being read. A read shorter than 150 ms shows nothing; a longer one shows a
 * skeleton for at least 500 ms, and only then the content: the two are never on screen together. Source: design §5.
 */
export function AfterSkeleton<T>({ read, shape, count, children }: AfterSkeletonProps<T>) {
  const { skeleton, shown } = useAfterSkeleton(read);
  if (skeleton) return <Skeleton shape={shape} count={count} />;
  return shown === undefined ? null : children(shown);
}
