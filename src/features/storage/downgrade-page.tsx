import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { readPlans } from '#contract/storage.ts';
import { storagePageText } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useFlag } from '#app/data/use-flag.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { priceOf, type Plan, type Plans } from './plan-prices.ts';
import { usePlanPreview } from './use-plan-preview.ts';
import { useShrinkPlan } from './use-shrink-plan.tsx';
import './storage.css';

const text = storagePageText.select;

/** The plans below the current one. Source: STO-021. */
export function DowngradePage() {
  const plans = useAnswer(readPlans, {}, { scope: useScope() });
  const isAvailable = useFlag('StoragePlans');
  const [chosen, setChosen] = useState<Plan>();
  return (
    <ListPage
      title={text.title}
      overlays={
        plans.answer &&
        chosen && (
          <PlanSheet key={chosen.index} plans={plans.answer} plan={chosen} onClose={() => setChosen(undefined)} />
        )
      }
    >
      <AnswerView answered={plans} shape="row">
        {(loaded) => <Smaller plans={loaded} isAvailable={isAvailable} onChoose={setChosen} />}
      </AnswerView>
    </ListPage>
  );
}

interface SmallerProps {
  plans: Plans;
  /** False while plans are hidden: then the only way is to cancel. */
  isAvailable: boolean;
  onChoose: (plan: Plan) => void;
}

function Smaller({ plans, isAvailable, onChoose }: SmallerProps) {
  const { plan, mayChange } = plans;
  const period = plan.period ?? 'month';
  if (!mayChange) return <OwnerOnly />;
  if (plan.index === 0) return <EmptyState drawing="quiet" title={text.none} />;
  return (
    <div className="stack-s">
      <p>{text.lead(plan.name)}</p>
      <RowList label={text.list}>
        {plans.plans
          .filter(({ index }) => (isAvailable ? index < plan.index : index === 0))
          .toReversed()
          .map((each) => (
            <ListRow
              key={each.index}
              title={each.name}
              text={`${storagePageText.capacity(each.storageSize, each.capacity)} · ${priceOf(each, period)}`}
              onOpen={() => onChoose(each)}
              trailing={<ForwardIcon className="icon-s" aria-hidden="true" />}
            />
          ))}
      </RowList>
    </div>
  );
}

/** A plan, what the change means, and Cancel Storage Plan. Source: STO-022, STO-023, D-159. */
function PlanSheet({ plans, plan, onClose }: { plans: Plans; plan: Plan; onClose: () => void }) {
  const navigate = useNavigate();
  const waitReason = useWaitReason(storagePageText.offline);
  const period = plans.plan.period ?? 'month';
  const isCancel = plan.index === 0;
  const action = isCancel ? 'cancel' : 'downgrade';
  const { preview, problem } = usePlanPreview({ action, planIndex: plan.index, period });
  const shrink = useShrinkPlan(plan.index, preview);
  const goOn = () => {
    if (!preview?.refundable) return shrink.start();
    void navigate({
      to: isCancel ? '/cancel-plan-refund' : '/downgrade-plan-refund',
      search: { planIndex: plan.index, period },
    });
  };
  const shownProblem = waitReason ?? shrink.problem ?? problem;
  return (
    <>
      <Sheet open onClose={onClose} title={text.sheet(plan.name)} description={priceOf(plan, period)}>
        <div className="stack-s">
          {plans.unusedFees > 0 && <Note>{text.refunds}</Note>}
          {preview && (
            <ul className="storage-how">
              {preview.explanation.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          {shownProblem && (
            <Note tone="danger" role="alert">
              {shownProblem}
            </Note>
          )}
          <Button
            block
            variant="danger"
            disabled={!preview || waitReason !== undefined}
            busy={shrink.isBusy && storagePageText.changing}
            onClick={goOn}
          >
            {text.cancel}
          </Button>
          <Button block variant="ghost" onClick={onClose}>
            {text.back}
          </Button>
        </div>
      </Sheet>
      {shrink.overlay}
    </>
  );
}
