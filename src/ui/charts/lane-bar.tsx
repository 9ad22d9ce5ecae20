// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { classNames } from '../class-names.ts';
import './lane-bar.css';

export interface LaneBarProps {
  /** Accessible name: the quantity measured. */
  label: string;
  /** 0 to 100; undefined while unknown (with `state="moving"`). */
  value?: number | undefined;
  /** Announced instead of the percentage: "8.4 of 10 GB". */
  valueText?: string | undefined;
  /** `meter` for storage and completeness, `progress` for a running task. */
  kind?: 'progress' | 'meter' | undefined;
  tone?: 'plain' | 'warn' | 'danger' | undefined;
  /** `paused`: striped; `moving`: indeterminate. */
  state?: 'steady' | 'moving' | 'paused' | undefined;
  /** Position of the slanted mark, in percent of the bar. */
  mark?: number | undefined;
  thin?: boolean | undefined;
}

/** Percentage at which the storage bar has its mark, and above which it is amber. Source: design §7. */
const STORAGE_MARK_PERCENT = 80;

/** Source: DAS-016. */
export const isStorageCritical = (usedPercent: number): boolean => usedPercent > STORAGE_MARK_PERCENT;

/** A bar that fills: progress, storage, completeness. */
export function LaneBar({
  label,
  value,
  valueText,
  kind = 'progress',
  tone = 'plain',
  state = 'steady',
  mark,
  thin,
}: LaneBarProps) {
  const percent = value === undefined ? undefined : Math.min(100, Math.max(0, value));
  return (
    <span
      className={classNames(
        'lane',
        tone !== 'plain' && `lane--${tone}`,
        state !== 'steady' && `lane--${state}`,
        thin && 'lane--thin',
      )}
      role={kind === 'meter' ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={state === 'moving' ? undefined : Math.round(percent ?? 0)}
      aria-valuetext={valueText}
    >
      <span className="lane__track">
        {(state === 'moving' || (percent ?? 0) > 0) && (
          <span
            className="lane__fill"
            style={
              state === 'moving' ? undefined : { transform: `translateX(calc(-100% + max(10px, ${percent ?? 0}%)))` }
            }
          />
        )}
      </span>
      {mark !== undefined && <span className="lane__mark" style={{ left: `${mark}%` }} />}
    </span>
  );
}

export interface StorageBarProps {
  label: string;
  /** Used part in percent; may pass 100. */
  usedPercent: number;
  valueText?: string | undefined;
}

/** Storage: a mark at 80 %, amber above it, red when full. The caller shows the text beside it. */
export function StorageBar({ label, usedPercent, valueText }: StorageBarProps) {
  const tone = usedPercent >= 100 ? 'danger' : isStorageCritical(usedPercent) ? 'warn' : 'plain';
  return (
    <LaneBar
      label={label}
      kind="meter"
      value={usedPercent}
      valueText={valueText}
      tone={tone}
      mark={STORAGE_MARK_PERCENT}
    />
  );
}
