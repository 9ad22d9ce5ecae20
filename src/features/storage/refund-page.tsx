import { useState, type ReactNode } from 'react';
import { userScope } from '#contract/ids.ts';
import { paymentsConfig } from '#contract/payments.ts';
import { STORAGE_PLANS, type PlanPeriod } from '#contract/storage.ts';
import { storagePageText } from '#contract/text/storage-page.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { CardIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useAccount } from '#app/data/account.ts';
import { usePlanOfOther } from '#app/data/plan-owner.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { cardName } from '#app/payments/card-name.ts';
import { useBank } from '#app/payments/use-bank.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { useBuyPlan } from './use-buy-plan.ts';
import { usePlanPreview, type Preview } from './use-plan-preview.ts';
import { useShrinkPlan } from './use-shrink-plan.tsx';
import './storage.css';

const text = storagePageText.refund;

export interface RefundPageProps {
  action: 'upgrade' | 'downgrade' | 'cancel';
  planIndex: number;
  period: PlanPeriod;
  /** Asks to delete the account, which cancels the plan too; shown in place of the cancellation. Source: PRO-073. */
  deletion?: ((goBack: () => void) => ReactNode) | undefined;
}

/** What is given back, and the button that makes the change. Source: STO-024…STO-027, D-156, D-353, D-354. */
export function RefundPage(props: RefundPageProps) {
  const isOfOther = usePlanOfOther() !== undefined;
  if (!isOfOther || props.deletion) return <Refund {...props} />;
  return (
    <WizardPage header={text.title} heading={text.heading} barBack={goBack}>
      <OwnerOnly />
    </WizardPage>
  );
}

function Refund(props: RefundPageProps) {
  const { action, planIndex, period, deletion } = props;
  const { userId } = useAccount();
  const [isDeleting, setDeleting] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const { preview, isCurrent, problem } = usePlanPreview(
    { action, planIndex, period, refundPaymentMethodId: chosen },
    // The account that is deleted is the person's, whatever the role in use.
    deletion && userScope(userId),
  );
  const cardId = chosen ?? preview?.refundCards[0]?.id;
  const shrink = useShrinkPlan(planIndex, preview, cardId);
  const bank = useBank(useAnswer(paymentsConfig, {}).answer);
  const buy = useBuyPlan(
    { action: 'upgrade', planIndex, period, paymentMethodId: undefined, refundPaymentMethodId: cardId },
    bank.ask,
  );
  const change = () => {
    if (deletion) setDeleting(true);
    else if (action !== 'upgrade') shrink.start();
    else if (preview) void buy.buy(preview);
  };
  const shownProblem = shrink.problem ?? buy.problem ?? problem;
  if (deletion && isDeleting) return deletion(() => setDeleting(false));
  return (
    <WizardPage
      header={text.title}
      heading={text.heading}
      lead={<p>{deletion ? text.withAccount : storagePageText.select.sheet(STORAGE_PLANS[planIndex]!.name)}</p>}
      barBack={goBack}
      onNext={change}
      next={{
        label: text.confirm,
        busy: (shrink.isBusy || buy.isBusy) && text.busy,
        disabled: !preview || !isCurrent,
        offlineHelp: storagePageText.offline,
      }}
    >
      {shownProblem && (
        <Note tone="danger" role="alert">
          {shownProblem}
        </Note>
      )}
      {preview && !preview.refundable && <Note tone="warn">{storagePageText.select.refunds}</Note>}
      <AfterSkeleton read={preview} shape="row">
        {(loaded) => <Summary preview={loaded} cardId={cardId} onCard={setChosen} />}
      </AfterSkeleton>
      {shrink.overlay}
      {bank.dialog}
    </WizardPage>
  );
}

interface SummaryProps {
  preview: Preview;
  cardId: string | undefined;
  onCard: (id: string) => void;
}

function Summary({ preview, cardId, onCard }: SummaryProps) {
  const { unusedFees, credit, refundTax, transactionFee, refund, refundCards } = preview;
  const lines = [
    [text.unused, unusedFees],
    ...(credit > 0 ? [[text.credit, -credit] as const] : []),
    [text.tax, refundTax],
    [text.fee, -transactionFee],
    [text.refund, refund],
  ] as const;
  return (
    <div className="stack">
      <RadioGroup label={text.card}>
        {refundCards.map((card) => (
          <RadioRow
            key={card.id}
            name="refund-card"
            value={card.id}
            checked={card.id === cardId}
            onChange={() => onCard(card.id)}
            leading={<CardIcon />}
            label={cardName(card)}
            detail={refundCards.length > 1 ? text.cardAmount(formatMoney(card.amount)) : text.cardHelp}
          />
        ))}
      </RadioGroup>
      <ul className="card storage-lines" aria-label={text.title}>
        {lines.map(([name, amount]) => (
          <li key={name} className="storage-lines__line">
            <span className="t-label">{name}</span>
            <span className="num t-strong">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <p className="t-small t-2">{text.note}</p>
    </div>
  );
}
