// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { classNames } from '../class-names.ts';
import './chip-row.css';

export interface ChipRowProps {
  /** Accessible name of the group: "Filter by type". */
  label: string;
  /** Wraps instead of scrolling sideways. */
  wrap?: boolean | undefined;
  children: ReactNode;
}

/** Chips in one line that scrolls sideways to the edge of the column. */
export function ChipRow({ label, wrap, children }: ChipRowProps) {
  return (
    <fieldset className={classNames('chip-row', wrap && 'chip-row--wrap')} aria-label={label}>
      {children}
    </fieldset>
  );
}

export interface ChipOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface ChipFilterProps<Value extends string> {
  label: string;
  options: readonly ChipOption<Value>[];
  /** The chosen values; with `single` exactly one. */
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  /** A press replaces the choice instead of adding to or removing from it. */
  single?: boolean | undefined;
  wrap?: boolean | undefined;
}

/** Chips as a filter, one or several chosen. */
export function ChipFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  single,
  wrap,
}: ChipFilterProps<Value>) {
  const press = (pressed: Value) => {
    if (single) onChange([pressed]);
    else onChange(value.includes(pressed) ? value.filter((one) => one !== pressed) : [...value, pressed]);
  };
  return (
    <ChipRow label={label} wrap={wrap}>
      {options.map((option) => (
        <Chip
          key={option.value}
          icon={option.icon}
          pressed={value.includes(option.value)}
          onClick={() => press(option.value)}
        >
          {option.label}
        </Chip>
      ))}
    </ChipRow>
  );
}
