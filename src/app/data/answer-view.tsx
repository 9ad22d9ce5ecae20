// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import type { Call, OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import type { CallError, Reach } from '#store/api.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Freshness } from '#ui/states/freshness.tsx';
import { Note } from '#ui/states/note.tsx';
import type { SkeletonProps } from '#ui/states/skeleton.tsx';
import { failureText } from './use-act.ts';
import type { Answered } from './use-answer.ts';
import { useNow } from '../format/use-now.ts';
import { useReach } from '../device/traffic.ts';

interface AnswerViewProps<C extends Call> {
  answered: Answered<C>;
  /** Shape of the skeletons while the answer is read. */
  shape: SkeletonProps['shape'];
  count?: number;
  /** True where the children place the age themselves: below a picture that reaches to the screen's edge. */
  placesAge?: boolean;
  children: (answer: OutputOf<C>, age: ReactNode) => ReactNode;
}

/** The one way to show a cached answer: skeleton, content, its age when it cannot be fetched anew, failure with Retry. */
export function AnswerView<C extends Call>({ answered, shape, count, ...loadedProps }: AnswerViewProps<C>) {
  return (
    <AfterSkeleton read={answered.isLoading ? undefined : answered} shape={shape} count={count}>
      {(loaded) => <LoadedAnswer answered={loaded} {...loadedProps} />}
    </AfterSkeleton>
  );
}

function LoadedAnswer<C extends Call>({
  answered,
  placesAge = false,
  children,
}: Pick<AnswerViewProps<C>, 'answered' | 'placesAge' | 'children'>) {
  const { answer, error, reload } = answered;
  const reach = useReach();
  if (answer === undefined) {
    return (
      <EmptyState
        drawing={error?.reach === 'offline' ? 'offline' : 'search'}
        title={commonText.loadFailed}
        action={<Retry onClick={reload} />}
      >
        {reasonOf(error, reach)}
      </EmptyState>
    );
  }
  const age = <AnswerAge answered={answered} />;
  return (
    <>
      {!placesAge && age}
      {children(answer, age)}
    </>
  );
}

export const Retry = ({ onClick }: { onClick: () => void }) => (
  <Button size="m" variant="tonal" onClick={onClick}>
    {commonText.retry}
  </Button>
);

/** What is said about an answer that is shown: its age when it cannot be fetched anew, and why the last fetch failed. */
export function AnswerAge({ answered }: { answered: Pick<Answered<Call>, 'fetchedAtMs' | 'error' | 'reload'> }) {
  const { fetchedAtMs, error, reload } = answered;
  const reach = useReach();
  const nowMs = useNow();
  const isOld = reach !== 'online' || (error !== undefined && error.reach !== 'online');
  // Where the banner says what is wrong with the network, the age of the answer is enough here.
  const failure = reach === 'online' && error?.kind === 'refused' ? error : undefined;
  return (
    <>
      {isOld && fetchedAtMs !== undefined && <Freshness atMs={fetchedAtMs} nowMs={nowMs} />}
      {failure && (
        <Note tone="warn" action={<Retry onClick={reload} />}>
          {failure.reach === 'online' ? failureText(failure) : commonText.notHere.failing}
        </Note>
      )}
    </>
  );
}

/** Why there is nothing to show. What is wrong with the network is said once, by the banner where it shows. */
const reasonOf = (error: CallError | undefined, reach: Reach): string => {
  if (error === undefined || error.reach === 'online') return failureText(error);
  return error.reach === 'offline' || reach === 'online' ? commonText.notHere[error.reach] : commonText.triesAgain;
};
