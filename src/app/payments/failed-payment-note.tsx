import type { Subscription } from '#contract/rows.ts';
import { failedPaymentText as text } from '#contract/text/payments-failed.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import './failed-payment-note.css';

const withStatus = (rows: readonly Subscription[], status: Subscription['subscriptionStatus']) =>
  rows.filter((row) => row.subscriptionType === 'subscribed' && row.subscriptionStatus === status);
const namesOf = (rows: readonly Subscription[]): string => rows.map(({ sportName }) => sportName).join(', ');

/**
 * Says which of the person's subscriptions could not be paid, and leads to the cards in one tap; nothing if all are. It reads
 * rows of this device, so it is there offline too. Source: D-186.
 *
 * @param props.rows Own subscriptions; undefined while they are not known.
 */
export function FailedPaymentNote({ rows = [] }: { rows: readonly Subscription[] | undefined }) {
  const [failed, suspended] = [withStatus(rows, 'payment_error'), withStatus(rows, 'suspended')];
  if (failed.length + suspended.length === 0) return null;
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
      {failed.length > 0 && <p>{text.failed(namesOf(failed))}</p>}
      {suspended.length > 0 && <p>{text.suspended(namesOf(suspended))}</p>}
    </Note>
  );
}
