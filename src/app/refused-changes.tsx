import { useState } from 'react';
import { outboxLabels, outboxText, refusedSentence } from '#contract/text/outbox.ts';
import type { OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { Button } from '#ui/button.tsx';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { Note } from '#ui/note.tsx';
import { useAccount } from './account.ts';
import { readEntryName } from './entry-name.ts';
import { useLive } from './use-live.ts';

export interface RefusedChangesProps {
  /** Calls made on this screen. */
  calls: readonly string[];
  /** Only entries that touch this row. */
  rowId?: string | undefined;
  /** Opens the change again with what was typed; the caller discards the old entry once the new one is kept. */
  onEdit?: ((entry: OutboxEntry) => void) | undefined;
  canEdit?: ((entry: OutboxEntry) => boolean) | undefined;
}

/** Changes the server did not take, shown where they were made: the reason, Edit and Discard. Source: design §6, D-362. */
export function RefusedChanges({ calls, rowId, onEdit, canEdit = () => true }: RefusedChangesProps) {
  const { db } = useAccount();
  const [discarding, setDiscarding] = useState<string>();
  const refused = useLive(async (live) => {
    const entries = await live.outbox.where('state').equals('refused').sortBy('order');
    const here = entries.filter((entry) => calls.includes(entry.call) && (!rowId || entry.keys.includes(rowId)));
    return Promise.all(here.map(async (entry) => ({ entry, name: await readEntryName(live, entry) })));
  }, [calls.join(), rowId]);
  if (!refused || refused.length === 0) return null;
  return (
    <div className="stack-s">
      {refused.map(({ entry, name }) => (
        <Note
          key={entry.id} tone="danger" role="alert"
          action={(
            <span className="wrap">
              {onEdit && canEdit(entry) && <Button variant="outline" size="m" onClick={() => onEdit(entry)}>{outboxText.edit}</Button>}
              <Button variant="ghost" size="m" onClick={() => setDiscarding(entry.id)}>{outboxText.discard}</Button>
            </span>
          )}
        >
          <strong>{outboxLabels[entry.call]?.(name) ?? outboxText.unknown}</strong>
          <br />
          {refusedSentence(entry.call, entry.problem?.message)}
        </Note>
      ))}
      <LazyConfirmDialog
        open={discarding !== undefined} danger
        title={outboxText.discardTitle} description={outboxText.discardBody} confirmLabel={outboxText.discard}
        onCancel={() => setDiscarding(undefined)}
        onConfirm={() => { if (discarding) void discard(db, discarding); setDiscarding(undefined); }}
      />
    </div>
  );
}
