import { readPage } from '#contract/pages.ts';
import { legalText } from '#contract/text/auth-join.ts';
import { CallError } from '#store/api.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAnswer } from '../data/use-answer.ts';
import { LegalHtml } from './legal-html.tsx';
import './legal-document.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** A legal page: the last cached version, else the failure with Retry. Source: D-70. */
export function LegalDocument({ pageName }: { pageName: string }) {
  const { answer, error, reload } = useAnswer(readPage, { pageName }, { isPublic: true });
  return (
    <AfterSkeleton read={answer ?? error} shape="row">
      {(loaded) =>
        loaded instanceof CallError ? (
          <Failure isUnknown={loaded.status === 404} onRetry={reload} />
        ) : (
          <article className="legal">
            <p className="t-small t-2">{legalText.updated(DATE.format(new Date(loaded.updatedAt)))}</p>
            <LegalHtml html={loaded.html} />
          </article>
        )
      }
    </AfterSkeleton>
  );
}

function Failure({ isUnknown, onRetry }: { isUnknown: boolean; onRetry: () => void }) {
  if (isUnknown)
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
        <Button variant="outline" size="m" onClick={onRetry}>
          {legalText.retry}
        </Button>
      }
    >
      {legalText.failed}
    </Note>
  );
}
