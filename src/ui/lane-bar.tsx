// Remembering its parts would take more code than drawing them again.
'use no memo';

import { classNames } from './class-names.ts';
import './lane-bar.css';

export interface LaneBarProps {
  /** The accessible name: what is measured. */
  label: string;
  /** 0 to 100; undefined while nobody knows (with `state="moving"`). */
  value?: number | undefined;
  /** Spoken instead of the percentage: "8.4 of 10 GB". */
  valueText?: string | undefined;
  /** `meter` for storage and completeness, `progress` for what is going on. */
  kind?: 'progress' | 'meter' | undefined;
  tone?: 'plain' | 'warn' | 'danger' | undefined;
  /** `paused` is striped; `moving` has no end yet. */
  state?: 'steady' | 'moving' | 'paused' | undefined;
  /** The slanted mark, in percent of the lane. */
  mark?: number | undefined;
  thin?: boolean | undefined;
}

/** Where the storage bar carries its mark and turns amber, in percent. Source: design §7. */
export const STORAGE_MARK_PERCENT = 80;

/** A lane that fills: progress, storage, completeness. */
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

/** Storage: a mark at 80 %, amber from there, red when full. The words stand beside it. */
export function StorageBar({ label, usedPercent, valueText }: StorageBarProps) {
  const tone = usedPercent >= 100 ? 'danger' : usedPercent >= STORAGE_MARK_PERCENT ? 'warn' : 'plain';
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
