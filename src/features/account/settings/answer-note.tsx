import type { Call } from '#contract/call.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Note } from '#ui/states/note.tsx';
import { AnswerAge, Retry } from '#app/data/answer-view.tsx';
import { failureText } from '#app/data/use-act.ts';
import type { Answered } from '#app/data/use-answer.ts';

/**
 * For a page that can be used without the answer it shows a part of, such as a form: its age when offline, or why it is not
 * there, with Retry. A page that is nothing but its answer is an `AnswerView`, which says the same.
 */
export function AnswerNote({ answered }: { answered: Answered<Call> }) {
  const { answer, error, isLoading, reload } = answered;
  if (isLoading) return null;
  if (answer !== undefined) return <AnswerAge answered={answered} />;
  const reach = error?.reach ?? 'online';
  return (
    <Note tone="warn" action={<Retry onClick={reload} />}>
      {text.notLoaded} {reach === 'online' ? failureText(error) : text.notLoadedBecause[reach]}
    </Note>
  );
}
