// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode, RefCallback } from 'react';
import { AfterSkeleton } from '#ui/after-skeleton.tsx';
import type { SkeletonProps } from '#ui/skeleton.tsx';
import { ListAge } from './list-age.tsx';

export interface OwnListProps<T> {
  /** From `useOwnRows` or `useOwnWindow`: undefined until the list is known, also to be empty. */
  rows: readonly T[] | undefined;
  /** Shape of the skeletons while the rows are read. */
  shape: SkeletonProps['shape'];
  /** Shown once the list is known to be empty; never before the first pull is complete. */
  empty: ReactNode;
  /** `<RefusedChanges at=…/>`: the refused changes that were made here, above the list. */
  refused?: ReactNode;
  /** False where the age has another place (`ListAge`) or the screen shows none. */
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
        {(known) =>
          known.length === 0 ? (
            empty
          ) : (
            <>
              {age && <ListAge />}
              {children(known)}
              {end && <div ref={end} />}
            </>
          )
        }
      </AfterSkeleton>
    </>
  );
}
