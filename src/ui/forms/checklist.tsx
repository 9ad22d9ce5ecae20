import { controlsText } from '#contract/text/ui-controls.ts';
import { DoneIcon } from '../icons.ts';
import './field-frame.css';
import './checklist.css';

export interface ChecklistRule {
  label: string;
  done: boolean;
}

export interface ChecklistProps {
  rules: readonly ChecklistRule[];
  /** For the field's `aria-describedby`. */
  id?: string | undefined;
}

/** Live rules: a line that is met turns green with a check and is announced as done. Source: design §7. */
export function Checklist({ rules, id }: ChecklistProps) {
  return (
    <ul className="checklist" id={id} aria-live="polite">
      {rules.map(({ label, done }) => (
        <li key={label} className="checklist__rule" data-done={done || undefined}>
          {done ? <DoneIcon aria-hidden="true" /> : <span className="checklist__open" aria-hidden="true" />}
          <span>
            {label}
            <span className="visually-hidden">{done ? controlsText.ruleDone : controlsText.ruleOpen}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
