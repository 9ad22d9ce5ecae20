// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import { AnswerView } from '../data/answer-view.tsx';
import type { ListCall, PagedAnswer, RowOf } from '../data/use-paged-answer.ts';
import type { SkeletonProps } from '#ui/states/skeleton.tsx';

export interface AnswerListProps<C extends ListCall> {
  /** From `usePagedAnswer`. */
  paged: Pick<PagedAnswer<C>, 'answered' | 'end'>;
  /** Shape of the skeletons while the first page is read. */
  shape: SkeletonProps['shape'];
  /** Shown if the list has no rows, or `shows` hides all of them. */
  empty: ReactNode;
  /** Whether a row is shown, by local changes that the server may not have yet. Default: all. */
  shows?: ((row: RowOf<C>) => boolean) | undefined;
  children: (rows: RowOf<C>[]) => ReactNode;
}

/** A list of answers in a page or a tab: skeleton, failure with Retry, empty, age when offline, paging. */
export function AnswerList<C extends ListCall>({ paged, shape, empty, shows, children }: AnswerListProps<C>) {
  return (
    <AnswerView answered={paged.answered} shape={shape}>
      {({ results }) => {
        const rows = shows ? (results as RowOf<C>[]).filter(shows) : (results as RowOf<C>[]);
        return (
          <>
            {rows.length === 0 ? empty : children(rows)}
            <div ref={paged.end} />
          </>
        );
      }}
    </AnswerView>
  );
}
