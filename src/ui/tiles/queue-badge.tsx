// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { Badge } from './badge.tsx';
import { ProblemIcon, RefreshIcon, WaitingIcon } from '../icons.ts';

const looks = {
  waiting: { tone: 'warn', icon: <WaitingIcon />, words: commonText.willSend },
  sending: { tone: 'info', icon: <RefreshIcon />, words: commonText.sending },
  refused: { tone: 'danger', icon: <ProblemIcon />, words: commonText.notAccepted },
} as const;

export interface QueueBadgeProps {
  state?: keyof typeof looks | undefined;
  /** Replaces the default text: "Rename will send when online". */
  children?: ReactNode;
}

/** Marks a local change that the server has not acknowledged yet. */
export function QueueBadge({ state = 'waiting', children }: QueueBadgeProps) {
  const look = looks[state];
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {children ?? look.words}
    </Badge>
  );
}
