import type { DashboardPeriod } from '#contract/dashboard.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { REVENUE_PERIODS } from '#contract/wallet.ts';
import { ChipFilter } from '#ui/chip-row.tsx';

const OPTIONS = REVENUE_PERIODS.map((value) => ({ value, label: text.periods[value] }));

/** Day, week, month or year. Source: DAS-017. */
export function PeriodSelect({
  label = text.period,
  value,
  onChange,
}: {
  label?: string;
  value: DashboardPeriod;
  onChange: (value: DashboardPeriod) => void;
}) {
  return (
    <ChipFilter
      single
      label={label}
      options={OPTIONS}
      value={[value]}
      onChange={([chosen]) => chosen && onChange(chosen)}
    />
  );
}
