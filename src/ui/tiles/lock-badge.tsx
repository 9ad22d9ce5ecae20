// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { commonText } from '#contract/text/common.ts';
import { classNames } from '../class-names.ts';
import { LockIcon } from '../icons.ts';
import './lock-badge.css';

/** Member-Only mark on a cover. */
export function LockBadge({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames('lock-badge', className)}>
      <LockIcon />
      <span className="visually-hidden">{commonText.memberOnly}</span>
    </span>
  );
}
