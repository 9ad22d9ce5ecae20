import { readPlans, type PlanPeriod } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Tabs, TabPanel } from '#ui/frame/tabs.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useFlag } from '#app/data/use-flag.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { useKept } from '#app/navigation/entries.ts';
import { AccessFees } from './access-fees.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlanLinks, PlanNotes } from './plan-notes.tsx';
import { plansHref, type Plans } from './plan-prices.ts';
import { SpaceUsed } from './space-used.tsx';
import { UpgradeList } from './upgrade-list.tsx';
import './storage.css';

const TABS = [
  { id: 'plans', label: text.tabs.plans },
  { id: 'fees', label: text.tabs.fees },
] as const;
export type StorageTab = (typeof TABS)[number]['id'];

export interface StoragePlansPageProps {
  tab: StorageTab;
  /** From the address, shown until the plans are read. Source: STO-004. */
  unusedFees: number | undefined;
  onTab: (tab: StorageTab) => void;
}

/** The plan, what is stored, and the way to another plan, also offline. Source: STO-001…STO-007, D-153. */
export function StoragePlansPage({ tab, unusedFees, onTab }: StoragePlansPageProps) {
  const plans = useAnswer(readPlans, {}, { scope: useScope() });
  const isAvailable = useFlag('StoragePlans');
  return (
    <ListPage title={text.title}>
      <Tabs label={text.title} items={TABS} selected={tab} onSelect={onTab} group="storage" />
      {!isAvailable && plans.answer?.plan.index === 0 ? (
        <EmptyState drawing="quiet" title={text.confirm.noPlan} />
      ) : (
        <TabPanel group="storage" id={tab} className="storage">
          {tab === 'fees' ? (
            <AccessFees unusedFees={plans.answer?.unusedFees ?? unusedFees ?? 0} />
          ) : (
            <AnswerView answered={plans} shape="row">
              {(loaded) => <PlansTab plans={loaded} isAvailable={isAvailable} />}
            </AnswerView>
          )}
        </TabPanel>
      )}
    </ListPage>
  );
}

/** @param props.isAvailable False while plans are hidden: then a plan that is paid is shown, and can be cancelled. Source: decision 0131. */
function PlansTab({ plans, isAvailable }: { plans: Plans; isAvailable: boolean }) {
  const [period, setPeriod] = useKept<PlanPeriod>('period', plans.plan.period ?? 'month');
  return (
    <div className="stack">
      <CurrentPlan plans={plans} />
      <PlanNotes plans={plans} />
      {isAvailable ? (
        <UpgradeList plans={plans} period={period} onPeriod={setPeriod} />
      ) : (
        <>
          <p>{text.onlyCancel}</p>
          {plans.mayChange && (
            <Button variant="outline" block href={`/select-plan-for-downgrading?${plansHref(plans)}`}>
              {text.cancelPlan}
            </Button>
          )}
        </>
      )}
      <PlanLinks plans={plans} />
      <SpaceUsed />
    </div>
  );
}
