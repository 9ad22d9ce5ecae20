// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId, type ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { CloseIcon } from '../icons.ts';
import './selection-bar.css';

export interface SelectionAction {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean | undefined;
  /** Announced with the label when disabled: "add one item at a time". */
  reason?: string | undefined;
  danger?: boolean | undefined;
}

export interface SelectionBarProps {
  /** "2 selected · 216 MB". Leave out where the app bar shows it. */
  summary?: string | undefined;
  actions: readonly SelectionAction[];
  onSelectAll?: (() => void) | undefined;
  onClear?: (() => void) | undefined;
}

/** Replaces the tab bar while items are being selected. */
export function SelectionBar({ summary, actions, onSelectAll, onClear }: SelectionBarProps) {
  return (
    <section className="selection-bar on-board" aria-label={displayText.selection}>
      {summary !== undefined && (
        <div className="selection-bar__top">
          <p className="selection-bar__summary" aria-live="polite">
            {summary}
          </p>
          {onSelectAll && (
            <Button className="selection-bar__all" variant="ghost" size="m" onClick={onSelectAll}>
              {displayText.selectAll}
            </Button>
          )}
          {onClear && <IconButton label={displayText.clearSelection} icon={<CloseIcon />} onClick={onClear} />}
        </div>
      )}
      <div className="selection-bar__actions">
        {actions.map((action) => (
          <ActionButton key={action.label} action={action} />
        ))}
      </div>
    </section>
  );
}

function ActionButton({ action }: { action: SelectionAction }) {
  const id = useId();
  const explained = action.disabled && action.reason;
  return (
    <button
      type="button"
      className="selection-bar__action"
      data-danger={action.danger ? '' : undefined}
      aria-disabled={action.disabled || undefined}
      aria-describedby={explained ? id : undefined}
      onClick={action.disabled ? undefined : action.onClick}
    >
      {action.icon}
      <span>{action.label}</span>
      {explained && (
        <span className="visually-hidden" id={id}>
          {action.reason}
        </span>
      )}
    </button>
  );
}
