import type { ReactNode } from 'react';
import type { Call, OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Note } from '#ui/states/note.tsx';
import type { SkeletonProps } from '#ui/states/skeleton.tsx';
import { Retry } from '#app/data/answer-view.tsx';
import { failureText } from '#app/data/use-act.ts';
import type { Answered } from '#app/data/use-answer.ts';

interface WidgetAnswerProps<C extends Call> {
  answered: Answered<C>;
  shape?: SkeletonProps['shape'];
  children: (answer: OutputOf<C>) => ReactNode;
}

/** The answer of one widget. Its age stands once, at the top of the page. */
export function WidgetAnswer<C extends Call>({ answered, shape = 'card', children }: WidgetAnswerProps<C>) {
  return (
    <AfterSkeleton read={answered.isLoading ? undefined : answered} shape={shape} count={1}>
      {({ answer, error, reload }) =>
        answer === undefined ? (
          <Note tone="warn" action={<Retry onClick={reload} />}>
            {error?.reach === 'online' ? failureText(error) : `${text.notHere} ${commonText.notHere.offline}`}
          </Note>
        ) : (
          children(answer)
        )
      }
    </AfterSkeleton>
  );
}
