import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listPaymentMethods, paymentsConfig } from '#contract/payments.ts';
import { readPlans, STORAGE_PLANS, type PlanPeriod } from '#contract/storage.ts';
import { storagePageText } from '#contract/text/storage-page.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { CardChoice } from '#app/payments/card-choice.tsx';
import { CARDS_INPUT } from '#app/payments/payment-data.ts';
import { useBank } from '#app/payments/use-bank.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { useBuyPlan } from './use-buy-plan.ts';
import { usePlanPreview } from './use-plan-preview.ts';
import './storage.css';

const text = storagePageText.confirm;

export interface PlanChoice {
  planIndex: number;
  period: PlanPeriod;
}

/** Confirms and pays a plan; every amount is explained. Source: STO-017…STO-019, D-33. */
export function ConfirmPlanPage({ planIndex, period }: PlanChoice) {
  const plans = useAnswer(readPlans, {}, { scope: useScope() });
  const action = (plans.answer?.plan.index ?? 0) === 0 ? 'purchase' : 'upgrade';
  if (!plans.answer)
    return (
      <WizardPage header={text.title} heading={text.title} barBack={goBack}>
        <AfterSkeleton read={undefined} shape="row">
          {() => null}
        </AfterSkeleton>
      </WizardPage>
    );
  if (!plans.answer.mayChange)
    return (
      <WizardPage header={text.title} heading={text.heading(STORAGE_PLANS[planIndex]!.name)} barBack={goBack}>
        <OwnerOnly />
      </WizardPage>
    );
  return <Confirm key={action} planIndex={planIndex} period={period} action={action} />;
}

function Confirm({ planIndex, period, action }: PlanChoice & { action: 'purchase' | 'upgrade' }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const cards = useAnswer(listPaymentMethods, CARDS_INPUT);
  const bank = useBank(useAnswer(paymentsConfig, {}).answer);
  const all = cards.answer?.results;
  const cardId = chosen ?? all?.find(({ isDefaultMethod }) => isDefaultMethod)?.id;
  const wanted = { action, planIndex, period, paymentMethodId: cardId };
  const { preview, problem } = usePlanPreview(wanted);
  const flow = useBuyPlan(wanted, bank.ask);
  const { name } = STORAGE_PLANS[planIndex]!;
  const isRefund = (preview?.refund ?? 0) > 0;
  const goOn = () => {
    if (!preview) return;
    // What is left of the old plan is shown on a page of its own first. Source: D-156.
    if (isRefund) void navigate({ to: '/upgrade-plan-refund', search: { planIndex, period } });
    else void flow.buy(preview);
  };
  const shownProblem = flow.problem ?? problem;
  return (
    <WizardPage
      header={text.title}
      heading={text.heading(name)}
      barBack={goBack}
      onNext={goOn}
      next={{
        label: flow.isUnknown
          ? text.askAgain
          : preview?.amountDue
            ? text.pay(formatMoney(preview.amountDue))
            : text.begin,
        busy: flow.isBusy && text.paying,
        disabled: !preview || !cardId,
        help: cardId ? undefined : text.needsCard,
        offlineHelp: text.offline,
      }}
    >
      <div className="stack">
        <PlanFacts planIndex={planIndex} period={period} />
        {shownProblem && (
          <Note tone="danger" role="alert">
            {shownProblem}
          </Note>
        )}
        {preview && (
          <section className="stack-s">
            <SectionHeading>{text.how}</SectionHeading>
            <ul className="storage-how" aria-label={text.how}>
              {preview.explanation.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        )}
        <CardChoice
          cards={all}
          chosenId={cardId ?? null}
          problem={undefined}
          onChoose={setChosen}
          onAdd={() => void navigate({ to: '/payment-methods' })}
        />
      </div>
      {bank.dialog}
    </WizardPage>
  );
}
