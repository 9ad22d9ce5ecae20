import { useId, type ReactNode } from 'react';
import { ProblemIcon } from '../icons.ts';
import { classNames } from '../class-names.ts';
import { useHeldWhilePressed } from './use-held-while-pressed.ts';
import { controlsText } from '#contract/text/ui-controls.ts';
import './field-frame.css';

export interface FieldFrameProps {
  label: string;
  /** Below the control; also shown beside an error. */
  help?: ReactNode;
  /** Between control and help, with an icon; announced with the control. */
  error?: string | undefined;
  /** Shows "Optional" beside the label. */
  optional?: boolean | undefined;
  /** Characters used and allowed; the counter shows from 80 % of the limit, or always. */
  count?: { used: number; most: number; isAlways?: boolean | undefined } | undefined;
  /** Hides the label visually, where the control shows its name itself. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** Attributes that the control inside must have. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props extends FieldFrameProps {
  id?: string | undefined;
  /** For `fieldset`-like controls, which reference the label's id instead of `htmlFor`. */
  group?: boolean | undefined;
  children: (ids: FieldIds, labelId: string) => ReactNode;
}

/** Whether the counter shows. Source: design §7, "counters appear at 80 % of a limit". */
const counterShows = (used: number, most: number): boolean => most > 0 && used >= most * 0.8;

/** Label, control, error, help: the one layout of all fields. Source: design §7. */
export function FieldFrame(props: Props) {
  const { label, help, optional, count, hideLabel, className, id, group, children } = props;
  const error = useHeldWhilePressed(props.error);
  const own = useId();
  const controlId = id ?? own;
  const ids = { label: `${own}l`, help: `${own}h`, error: `${own}e`, count: `${own}c` };
  const counts = count !== undefined && (count.isAlways || counterShows(count.used, count.most));
  const described = [error && ids.error, help && ids.help, counts && ids.count].filter(Boolean).join(' ');
  const Label = group ? 'span' : 'label';
  return (
    <div className={classNames('field', className)}>
      <div className={hideLabel ? 'visually-hidden' : 'field__top'}>
        <Label className="field__label" id={ids.label} {...(group ? {} : { htmlFor: controlId })}>
          {label}
        </Label>
        {optional && <span className="field__note">{controlsText.optional}</span>}
        {counts && (
          <span className="field__note field__count" id={ids.count}>
            <span aria-hidden="true">{controlsText.counter(count.used, count.most)}</span>
            <span className="visually-hidden">{controlsText.counterSpoken(count.used, count.most)}</span>
          </span>
        )}
      </div>
      {children(
        {
          id: controlId,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        },
        ids.label,
      )}
      <div aria-live="polite" className="field__live">
        {error && (
          <p className="field__error" id={ids.error}>
            <ProblemIcon aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </div>
      {help && (
        <div className="field__help" id={ids.help}>
          {help}
        </div>
      )}
    </div>
  );
}
