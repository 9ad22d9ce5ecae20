import { onboardingText } from '#contract/text/registration.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';

const { retry, somethingWrong } = onboardingText;

/** Shown instead of choices that could not be fetched. */
export function RetryNote({ onRetry }: { onRetry: () => void }) {
  return (
    <Note
      tone="danger"
      role="alert"
      action={
        <Button variant="outline" size="m" onClick={onRetry}>
          {retry}
        </Button>
      }
    >
      {somethingWrong}
    </Note>
  );
}
