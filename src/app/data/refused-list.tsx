import { useState } from 'react';
import { queuedTable } from '#contract/queued-table.ts';
import { entryLabel, refusedSentence } from '#contract/text/outbox-entry.ts';
import { outboxText } from '#contract/text/outbox.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from './account.ts';
import { readEntryName } from './entry-name.ts';
import type { RefusedChangesProps } from './refused-changes.tsx';
import { useLive } from './use-live.ts';

/** Each refused change with its reason, Edit and Discard. A chunk of its own, loaded with the first refusal. */
export function RefusedList({ at, rowId, onEdit, canEdit = () => true }: RefusedChangesProps) {
  const { db } = useAccount();
  const [discarding, setDiscarding] = useState<string>();
  const refused = useLive(
    async (live) => {
      const entries = await live.outbox.where('state').equals('refused').sortBy('order');
      const shownHere = entries.filter(
        ({ call, keys }) => queuedTable[call]?.shownAt === at && (!rowId || keys.includes(rowId)),
      );
      return Promise.all(shownHere.map(async (entry) => ({ entry, name: await readEntryName(live, entry) })));
    },
    [at, rowId],
  );
  if (!refused || refused.length === 0) return null;
  return (
    <div className="stack-s">
      {refused.map(({ entry, name }) => (
        <Note
          key={entry.id}
          tone="danger"
          role="alert"
          action={
            <span className="wrap">
              {onEdit && canEdit(entry) && (
                <Button variant="outline" size="m" onClick={() => onEdit(entry)}>
                  {outboxText.edit}
                </Button>
              )}
              <Button variant="ghost" size="m" onClick={() => setDiscarding(entry.id)}>
                {outboxText.discard}
              </Button>
            </span>
          }
        >
          <strong>{entryLabel(entry.call, name)}</strong>
          <br />
          {refusedSentence(entry.call, entry.problem?.message)}
        </Note>
      ))}
      <LazyConfirmDialog
        open={discarding !== undefined}
        danger
        title={outboxText.discardTitle}
        description={outboxText.discardBody}
        confirmLabel={outboxText.discard}
        onCancel={() => setDiscarding(undefined)}
        onConfirm={() => {
          if (discarding) void discard(db, discarding);
          setDiscarding(undefined);
        }}
      />
    </div>
  );
}
