// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode, RefCallback } from 'react';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import type { SkeletonProps } from '#ui/states/skeleton.tsx';
import { ListAge } from './list-age.tsx';

export interface OwnListProps<T> {
  /** From `useOwnRows` or `useOwnWindow`: undefined until the rows, or that there are none, are known. */
  rows: readonly T[] | undefined;
  /** Shape of the skeletons while the rows are read. */
  shape: SkeletonProps['shape'];
  /** Shown for an empty list, but never before the first pull is complete. */
  empty: ReactNode;
  /** `<RefusedChanges at=…/>`: the refused changes of this screen, above the list. */
  refused?: ReactNode;
  /** False if the screen shows the age elsewhere (`ListAge`) or not at all. */
  age?: boolean | undefined;
  /** From `useOwnWindow`: loads more rows when it comes near the screen. */
  end?: RefCallback<HTMLDivElement> | undefined;
  children: (rows: readonly T[]) => ReactNode;
}

/** A list of own rows, in a page of its own (`ListScreen`) or in a tab: refused changes, skeleton, empty, age, paging. */
export function OwnList<T>({ rows, shape, empty, refused, age = true, end, children }: OwnListProps<T>) {
  return (
    <>
      {refused}
      <AfterSkeleton read={rows} shape={shape}>
        {(loaded) =>
          loaded.length === 0 ? (
            empty
          ) : (
            <>
              {age && <ListAge />}
              {children(loaded)}
              {end && <div ref={end} />}
            </>
          )
        }
      </AfterSkeleton>
    </>
  );
}
