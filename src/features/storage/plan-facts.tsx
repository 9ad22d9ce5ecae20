import { STORAGE_PLANS, type PlanPeriod } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';

/** Name, size and monthly price of a plan; for a year also the yearly one. Source: STO-018, D-33. */
export function PlanFacts({ planIndex, period }: { planIndex: number; period: PlanPeriod }) {
  const { name, storageSize, price1, yearly, capacity } = STORAGE_PLANS[planIndex]!;
  return (
    <section className="board on-board storage-board storage-board--facts" aria-label={name}>
      <div>
        <p className="t-score">{name}</p>
        <p className="storage-board__quiet t-small">{text.capacity(storageSize, capacity)}</p>
      </div>
      <p className="storage-board__price">
        <b>{text.price.month(`$${price1}`)}</b>
        {period === 'year' && yearly && (
          <>
            <br />
            <b>{text.price.year(`$${yearly}`)}</b>
          </>
        )}
      </p>
    </section>
  );
}
