import type { PlanPeriod } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { amountOf, plansHref, type Plan, type Plans } from './plan-prices.ts';

const PERIODS = [
  { value: 'month', label: text.periods.month },
  { value: 'year', label: text.periods.year },
] as const;
const ENTERPRISE = `/contact-support?subject=${encodeURIComponent(text.enterpriseSubject)}`;

interface UpgradeListProps {
  plans: Plans;
  period: PlanPeriod;
  onPeriod: (period: PlanPeriod) => void;
}

/** Larger plans, Enterprise, and the way to a smaller one. Source: STO-006, STO-007, STO-016, D-33, D-154, D-271. */
export function UpgradeList({ plans, period, onPeriod }: UpgradeListProps) {
  const { plan, mayChange } = plans;
  const larger = plans.plans.filter(
    ({ index }) => index > plan.index || (index === plan.index && plan.period === 'month' && period === 'year'),
  );
  const saving = larger.find(({ yearlySaving }) => yearlySaving !== null)?.yearlySaving;
  const mayBuy = mayChange && plan.status === 'active';
  return (
    <section className="stack-s">
      <SectionHeading>{text.upgrade}</SectionHeading>
      <Segmented label={text.billing} options={PERIODS} value={period} onChange={onPeriod} />
      {period === 'year' && saving && <p className="t-small t-2">{text.trueSaving(saving)}</p>}
      <ul className="storage-plans" aria-label={text.upgrade}>
        {larger.map((each, at) => (
          <PlanCard
            key={each.index}
            plan={each}
            period={period}
            isSame={each.index === plan.index}
            isFirst={at === 0}
            mayBuy={mayBuy}
          />
        ))}
        <li className="card between">
          <div>
            <h3 className="storage-plans__name">{text.enterprise}</h3>
            <p className="t-small t-2">{text.enterpriseHelp}</p>
          </div>
          <Button size="m" variant="outline" href={ENTERPRISE}>
            {text.contact}
          </Button>
        </li>
      </ul>
      {larger.length === 0 && <p className="t-small t-2">{text.largest}</p>}
      {plan.index > 0 && mayChange && (
        <Button block variant="ghost" href={`/select-plan-for-downgrading?${plansHref(plans)}`}>
          {text.downgrade}
        </Button>
      )}
    </section>
  );
}

interface PlanCardProps {
  plan: Plan;
  period: PlanPeriod;
  /** The current plan, by the year. */
  isSame: boolean;
  isFirst: boolean;
  mayBuy: boolean;
}

function PlanCard({ plan, period, isSame, isFirst, mayBuy }: PlanCardProps) {
  return (
    <li className="card stack-s">
      <div className="between">
        <div>
          <h3 className="storage-plans__name">{plan.name}</h3>
          <p className="t-small t-2">{text.capacity(plan.storageSize, plan.capacity)}</p>
        </div>
        <p className="storage-plans__price">
          <b>{amountOf(plan, period)}</b>
          <br />
          <span className="t-small t-2">{period === 'year' ? text.perYear : text.perMonth}</span>
        </p>
      </div>
      {mayBuy && (
        <Button
          block
          size="m"
          variant={isFirst ? 'primary' : 'tonal'}
          href={`/confirm-plan-payment?planIndex=${plan.index}&period=${period}`}
        >
          {isSame ? text.yearlyOf(plan.name) : text.upgradeTo(plan.name)}
        </Button>
      )}
    </li>
  );
}
