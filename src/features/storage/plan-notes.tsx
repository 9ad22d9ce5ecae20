import { storagePageText as text } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ForwardIcon, InvoiceIcon, StorageIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';
import type { Plans } from './plan-prices.ts';

/** What the person has to know of the plan, and the way out of it. Source: D-158, D-160. */
export function PlanNotes({ plans }: { plans: Plans }) {
  const { plan, mayChange, openInvoiceId, fallsAt } = plans;
  const waitReason = useWaitReason(text.offline);
  return (
    <div className="stack-s">
      {waitReason && <Note>{waitReason}</Note>}
      {!mayChange && <Note>{text.onlyOwner}</Note>}
      {plan.status === 'unpaid' && fallsAt && <Note tone="danger">{text.unpaid(formatFullDay(fallsAt))}</Note>}
      {openInvoiceId && (
        <>
          {plan.status !== 'unpaid' && <Note tone="warn">{text.pending}</Note>}
          <Button block href={`/invoice/${openInvoiceId}`}>
            {text.payNow}
          </Button>
        </>
      )}
    </div>
  );
}

/** Archived content and what was billed. Source: D-158. */
export function PlanLinks({ plans: { archived } }: { plans: Plans }) {
  const forward = <ForwardIcon className="icon-s" aria-hidden="true" />;
  return (
    <RowList label={text.more}>
      {archived.count > 0 && archived.nextDeletionAt && (
        <ListRow
          leading={<StorageIcon />}
          title={text.archived}
          text={text.archivedCount(archived.count, formatFullDay(archived.nextDeletionAt))}
          href="/library/archived"
          trailing={forward}
        />
      )}
      <ListRow leading={<InvoiceIcon />} title={text.invoices} href="/invoice-history" trailing={forward} />
    </RowList>
  );
}
