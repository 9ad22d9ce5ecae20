import { periodText as text } from '#contract/text/periods.ts';
import { REVENUE_PERIODS, type RevenuePeriod } from '#contract/wallet-lists.ts';
import { ChipFilter, type ChipOption } from '#ui/buttons/chip-row.tsx';

const OPTIONS = REVENUE_PERIODS.map((value) => ({ value, label: text.names[value] }));

interface PeriodSelectProps<Other extends string> {
  label?: string;
  /** A choice before the periods: no period at all. */
  other?: ChipOption<Other>;
  value: RevenuePeriod | Other;
  onChange: (value: RevenuePeriod | Other) => void;
}

/** Day, week, month or year. Source: DAS-017, WAL-035. */
export function PeriodSelect<Other extends string = never>({
  label = text.choose,
  other,
  value,
  onChange,
}: PeriodSelectProps<Other>) {
  return (
    <ChipFilter<RevenuePeriod | Other>
      single
      label={label}
      options={other ? [other, ...OPTIONS] : OPTIONS}
      value={[value]}
      onChange={([chosen]) => chosen && onChange(chosen)}
    />
  );
}
