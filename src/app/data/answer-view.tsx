// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import type { Call, OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { AfterSkeleton } from '#ui/after-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Freshness } from '#ui/freshness.tsx';
import { Note } from '#ui/note.tsx';
import type { SkeletonProps } from '#ui/skeleton.tsx';
import { failureText } from './use-act.ts';
import type { Answered } from './use-answer.ts';
import { useNow } from '../format/use-now.ts';
import { useOnline } from '../device/traffic.ts';

interface AnswerViewProps<C extends Call> {
  answered: Answered<C>;
  /** Shape of the skeletons while the answer is read. */
  shape: SkeletonProps['shape'];
  count?: number;
  children: (answer: OutputOf<C>) => ReactNode;
}

/** The one way to show a cached answer: skeleton, content, age when offline, failure with Retry, offline without a copy. */
export function AnswerView<C extends Call>({ answered, shape, count, children }: AnswerViewProps<C>) {
  return (
    <AfterSkeleton read={answered.isLoading ? undefined : answered} shape={shape} count={count}>
      {(loaded) => <LoadedAnswer answered={loaded}>{children}</LoadedAnswer>}
    </AfterSkeleton>
  );
}

function LoadedAnswer<C extends Call>({ answered, children }: Pick<AnswerViewProps<C>, 'answered' | 'children'>) {
  const { answer, fetchedAtMs, error, reload } = answered;
  const isOnline = useOnline();
  const nowMs = useNow();
  const retry = (
    <Button size="m" variant="tonal" onClick={reload}>
      {commonText.retry}
    </Button>
  );
  if (answer === undefined) {
    return error?.kind === 'offline' ? (
      <EmptyState drawing="offline" title={commonText.loadFailed} action={retry}>
        {commonText.offlineEmpty}
      </EmptyState>
    ) : (
      <EmptyState drawing="search" title={commonText.loadFailed} action={retry}>
        {failureText(error)}
      </EmptyState>
    );
  }
  return (
    <>
      {!isOnline && fetchedAtMs !== undefined && <Freshness atMs={fetchedAtMs} nowMs={nowMs} />}
      {isOnline && error?.kind === 'refused' && (
        <Note tone="warn" action={retry}>
          {failureText(error)}
        </Note>
      )}
      {children(answer)}
    </>
  );
}
