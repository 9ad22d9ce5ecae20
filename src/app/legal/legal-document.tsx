import { readPage } from '#contract/pages.ts';
import { legalText } from '#contract/text/auth-join.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedSkeleton } from '#ui/use-delayed-skeleton.ts';
import { usePublicAnswer } from '../data/use-public-answer.ts';
import { LegalHtml } from './legal-html.tsx';
import './legal-document.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** A legal page: the last cached version, else the failure with Retry. Source: D-70. */
export function LegalDocument({ pageName }: { pageName: string }) {
  const { answer, error, isLoading, reload } = usePublicAnswer(readPage, { pageName });
  const skeleton = useDelayedSkeleton(isLoading);
  if (skeleton) return <Skeleton shape="row" />;
  if (answer) {
    return (
      <article className="legal">
        <p className="t-small t-2">{legalText.updated(DATE.format(new Date(answer.updatedAt)))}</p>
        <LegalHtml html={answer.html} />
      </article>
    );
  }
  if (!error) return null;
  if (error.status === 404)
    return (
      <Note tone="warn" role="alert">
        {legalText.unknown}
      </Note>
    );
  return (
    <Note
      tone="danger"
      role="alert"
      action={
        <Button variant="outline" size="m" onClick={reload}>
          {legalText.retry}
        </Button>
      }
    >
      {legalText.failed}
    </Note>
  );
}
