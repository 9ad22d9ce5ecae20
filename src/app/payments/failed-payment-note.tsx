import type { Subscription } from '#contract/rows.ts';
import { failedPaymentText as text } from '#contract/text/payments-failed.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import './failed-payment-note.css';

const namesOf = (rows: readonly Subscription[], status: Subscription['subscriptionStatus']): string =>
  rows
    .filter((row) => row.subscriptionStatus === status)
    .map(({ sportName }) => sportName)
    .join(', ');

/** Says which subscriptions could not be paid, and leads to the cards in one tap. Source: D-186. */
export function FailedPaymentNote({ rows }: { rows: readonly Subscription[] }) {
  const [failed, suspended] = [namesOf(rows, 'payment_error'), namesOf(rows, 'suspended')];
  return (
    <Note
      tone="danger"
      className="failed-payment"
      action={
        <Button size="m" href="/payment-methods">
          {text.updateCard}
        </Button>
      }
    >
      {failed && <p>{text.failed(failed)}</p>}
      {suspended && <p>{text.suspended(suspended)}</p>}
    </Note>
  );
}
