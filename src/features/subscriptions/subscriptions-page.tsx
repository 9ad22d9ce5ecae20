import { readPrice } from '#contract/subscriptions.ts';
import { listPaymentMethods } from '#contract/payments.ts';
import { subscriptionsText as text } from '#contract/text/subscriptions.ts';
import type { Subscription } from '#contract/rows.ts';
import { serverNowMs, trueNowMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { CardIcon, ForwardIcon, InvoiceIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatMoney } from '#app/format/money.ts';
import { useNow } from '#app/format/use-now.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { formatDay, nextBillMs } from '#app/payments/billing-days.ts';
import { cardName } from '#app/payments/card-name.ts';
import { CARDS_INPUT } from '#app/payments/payment-data.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { viewOf } from './subscription-view.ts';
import { lastDayOf, useSubscriptionActions, type Asked } from './use-subscription-actions.ts';

const AgainDialog = lazyOverlay(async () => (await import('./again-dialog.tsx')).AgainDialog);

const CHOOSE_HREF = '/search-for-subscribe-to-sport?from=learner-subscriptions';
/** A price changes rarely. Source: D-326. */
const PRICE_FRESH = { freshMs: 24 * 3_600_000 };

/**
 * The Member's subscriptions, also offline: what each costs, until when one may watch, and the way on.
 * Source: SUB-011…SUB-013, SUB-036…SUB-038, SUB-042…SUB-044, SUB-104, SUB-106.
 */
export function SubscriptionsPage() {
  const rows = useOwnRows(async (db) => {
    const all = await db.subscriptions.toArray();
    return all.toSorted((a, b) => a.sportName.localeCompare(b.sportName));
  }, []);
  const viewed = useViews(rows);
  const { asked, isBusy, problem, ask, confirm } = useSubscriptionActions();
  const waitReason = useWaitReason();
  const mustWait = waitReason !== undefined;
  const hasActions = viewed.views.some(({ actions }) => actions.length > 0);
  return (
    <ListScreen
      title={text.title}
      rows={rows}
      shape="row"
      empty={<NoSubscriptions />}
      lead={mustWait && hasActions && <Note>{waitReason}</Note>}
      overlays={
        <>
          <AskDialog asked={asked} isBusy={isBusy} onConfirm={() => void confirm()} onCancel={() => ask(undefined)} />
          <AgainDialog
            // Each asks for its own consent.
            key={asked?.row.id}
            open={asked?.action === 'again'}
            sportName={asked?.row.sportName ?? ''}
            help={text.againHelp(formatDay(nextBillMs(trueNowMs())), viewed.price ?? '')}
            isBusy={isBusy}
            problem={problem}
            onConfirm={() => void confirm()}
            onClose={() => ask(undefined)}
          />
        </>
      }
    >
      {(all) => (
        <div className="stack">
          <ul className="stack-s" aria-label={text.list}>
            {all.map((row, at) => (
              <SubscriptionCard
                key={row.id}
                row={row}
                view={viewed.views[at]!}
                mustWait={mustWait}
                onAsk={(action) => ask({ row, action })}
              />
            ))}
          </ul>
          <p>
            <Button size="m" variant="outline" href={CHOOSE_HREF}>
              {text.addSport}
            </Button>
          </p>
          <PaymentLinks />
        </div>
      )}
    </ListScreen>
  );
}

/** The views of the rows, with the price and the card that they name. */
const useViews = (rows: readonly Subscription[] | undefined) => {
  // Draws again each minute.
  useNow();
  const { answer: fee } = useAnswer(readPrice, {}, PRICE_FRESH);
  const hasError = rows?.some(({ subscriptionStatus }) => subscriptionStatus === 'payment_error') ?? false;
  const { answer: cards } = useAnswer(listPaymentMethods, CARDS_INPUT, { isEnabled: hasError });
  const price = fee && formatMoney(fee.monthlySubscriptionFee.value);
  const failed = cards?.results.find(({ errorCode }) => errorCode !== null) ?? cards?.results[0];
  const facts = { nowMs: trueNowMs(), serverMs: serverNowMs(), price, card: failed && cardName(failed) };
  return { price, views: (rows ?? []).map((row) => viewOf(row, facts)) };
};

function NoSubscriptions() {
  return (
    <>
      <EmptyState
        drawing="quiet"
        title={text.emptyTitle}
        action={
          <Button size="m" href={CHOOSE_HREF}>
            {text.chooseSport}
          </Button>
        }
      >
        {text.empty}
      </EmptyState>
      <PaymentLinks />
    </>
  );
}

/** Source: SUB-012. */
function PaymentLinks() {
  const forward = <ForwardIcon className="icon-s" aria-hidden="true" />;
  return (
    <RowList label={text.more}>
      <ListRow leading={<InvoiceIcon />} title={text.invoiceHistory} href="/invoice-history" trailing={forward} />
      <ListRow leading={<CardIcon />} title={text.paymentMethods} href="/payment-methods" trailing={forward} />
    </RowList>
  );
}

interface AskDialogProps {
  asked: Asked | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The second tap of cancelling and leaving: says until when the person may watch. */
function AskDialog({ asked, isBusy, onConfirm, onCancel }: AskDialogProps) {
  const sport = asked?.row.sportName ?? '';
  const kind = asked?.row.subscriptionType;
  const isCancel = asked?.action === 'cancel';
  const leaves = kind === 'waitlist' ? text.leaveWaitlist : kind === 'beta-free' ? text.leaveBeta : text.leaveTrial;
  return (
    <LazyConfirmDialog
      open={asked !== undefined && asked.action !== 'again'}
      title={isCancel ? text.cancelTitle(sport) : text.leaveTitle(sport)}
      description={isCancel ? text.cancelHelp(lastDayOf(asked.row)) : leaves}
      confirmLabel={isCancel ? text.cancelShort : text.leaveShort}
      cancelLabel={isCancel ? text.keep : undefined}
      danger
      busy={isBusy ? (isCancel ? text.cancelling : text.leaving) : undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
