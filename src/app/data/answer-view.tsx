// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode } from 'react';
import type { Call, OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Freshness } from '#ui/freshness.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton, type SkeletonProps } from '#ui/skeleton.tsx';
import { useDelayedSkeleton } from '#ui/use-delayed-skeleton.ts';
import { failureText } from './use-act.ts';
import type { Answered } from './use-answer.ts';
import { useNow } from '../format/use-now.ts';
import { useOnline } from '../device/traffic.ts';

interface AnswerViewProps<C extends Call> {
  answered: Answered<C>;
  /** Shape of what is coming. */
  shape: SkeletonProps['shape'];
  count?: number;
  children: (answer: OutputOf<C>) => ReactNode;
}

/** The states of a cached answer: coming, here, old, failed, never seen offline. */
export function AnswerView<C extends Call>({ answered, shape, count, children }: AnswerViewProps<C>) {
  const { answer, fetchedAtMs, isLoading, error, reload } = answered;
  const isOnline = useOnline();
  const nowMs = useNow();
  const skeleton = useDelayedSkeleton(isLoading);
  if (skeleton || isLoading) return skeleton ? <Skeleton shape={shape} count={count} /> : null;
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
