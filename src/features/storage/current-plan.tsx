import { storagePageText as text } from '#contract/text/storage-page.ts';
import { StorageBar } from '#ui/charts/lane-bar.tsx';
import { formatBytes } from '#app/format/format.ts';
import { formatFullDay, lastMsBefore } from '#app/payments/billing-days.ts';
import { priceOf, type Plans } from './plan-prices.ts';

/** The board with the current plan and its bar. Source: STO-003, STO-005. */
export function CurrentPlan({ plans: { plans, plan, storageUsed, storageSize } }: { plans: Plans }) {
  const facts = plans[plan.index]!;
  const words = text.used(formatBytes(storageUsed), formatBytes(storageSize));
  return (
    <section className="board on-board storage-board" aria-label={text.current}>
      <div className="between">
        <div>
          <p className="storage-board__quiet t-small">{text.current}</p>
          <p className="t-score">{plan.name}</p>
        </div>
        <p className="storage-board__price">
          <b>{priceOf(facts, plan.period ?? 'month')}</b>
          <br />
          <span className="storage-board__quiet t-small">{text.capacity(facts.storageSize, facts.capacity)}</span>
        </p>
      </div>
      <StorageBar
        label={text.usedLabel}
        usedPercent={storageSize > 0 ? (storageUsed / storageSize) * 100 : 100}
        valueText={words}
      />
      <div className="between t-small">
        <span>{words}</span>
        <span className="storage-board__quiet">{text.line}</span>
      </div>
      {plan.currentPeriodEnd && plan.status === 'active' && (
        <p className="storage-board__quiet t-small">
          {text.renews(formatFullDay(lastMsBefore(plan.currentPeriodEnd)))}
        </p>
      )}
    </section>
  );
}
