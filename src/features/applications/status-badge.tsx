import { deskText as text } from '#contract/text/applications-desk.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import type { DeskLine } from './desk-lines.ts';

export function StatusBadge({ status }: { status: DeskLine['status'] }) {
  const tone = { pending: 'warn', approved: 'success', denied: 'danger' } as const;
  return <Badge tone={tone[status]}>{text.statuses[status]}</Badge>;
}
