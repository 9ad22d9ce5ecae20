import { commonText } from '#contract/text/common.ts';
import { BackIcon, LockIcon } from '../icons.ts';
import { Button } from '../buttons/button.tsx';
import './locked-panel.css';

export interface LockedPanelProps {
  /** Cover art behind the text. */
  art: string;
  /** "Member-Only". */
  badge: string;
  message: string;
  /** Label with the sport: "Subscribe to Tennis"; without one there is no button. */
  actionLabel?: string | undefined;
  onAction?: (() => void) | undefined;
  href?: string | undefined;
  /** Price line below the button. */
  note?: string | undefined;
  onBack?: (() => void) | undefined;
}

/** Replaces the player when the content is locked. Source: WAT-007, WAT-008. */
export function LockedPanel({ art, badge, message, actionLabel, onAction, href, note, onBack }: LockedPanelProps) {
  return (
    <section className="locked-panel on-board" aria-label={badge}>
      <img className="locked-panel__art" src={art} alt="" />
      <div className="locked-panel__inside">
        <span className="locked-panel__badge">
          <LockIcon aria-hidden="true" className="icon-xs" />
          {badge}
        </span>
        <p className="locked-panel__message">{message}</p>
        {actionLabel && (
          <Button variant="signal" size="m" href={href} onClick={onAction}>
            {actionLabel}
          </Button>
        )}
        {note && <p className="locked-panel__note">{note}</p>}
      </div>
      {onBack && (
        <button type="button" className="locked-panel__back" aria-label={commonText.back} onClick={onBack}>
          <BackIcon aria-hidden="true" />
        </button>
      )}
    </section>
  );
}
