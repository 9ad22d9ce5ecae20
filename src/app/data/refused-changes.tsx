import { Suspense } from 'react';
import type { RefusalPlace } from '#contract/queued.ts';
import type { OutboxEntry } from '#store/database.ts';
import { useLive } from './use-live.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';

const RefusedList = lazyPart(async () => (await import('./refused-list.tsx')).RefusedList);

export interface RefusedChangesProps {
  /** The screen: shows the changes whose calls have this `shownAt`. */
  at: RefusalPlace;
  /** Only entries that touch this row. */
  rowId?: string | undefined;
  /** Reopens the change with its input; the caller discards the old entry once the new one is stored. */
  onEdit?: ((entry: OutboxEntry) => void) | undefined;
  canEdit?: ((entry: OutboxEntry) => boolean) | undefined;
}

/** Changes that the server refused, shown where they were made. Source: design §6, D-362. */
export function RefusedChanges(props: RefusedChangesProps) {
  const refused = useLive((db) => db.outbox.where('state').equals('refused').count(), []) ?? 0;
  return refused > 0 ? (
    <Suspense fallback={null}>
      <RefusedList {...props} />
    </Suspense>
  ) : null;
}
