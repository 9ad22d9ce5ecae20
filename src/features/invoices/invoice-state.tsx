import type { Invoice } from '#contract/invoices.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { Badge } from '#ui/tiles/badge.tsx';

const TONES = { open: 'warn', paid: 'success', unpaid: 'danger', void: 'plain' } as const;

export function InvoiceStateBadge({ status }: Pick<Invoice, 'status'>) {
  return <Badge tone={TONES[status]}>{text.states[status]}</Badge>;
}
