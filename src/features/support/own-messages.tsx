import { supportText as text } from '#contract/text/support.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { formatWhen } from '#app/format/format.ts';

/** The messages that the person wrote, the newest first, each with how far it is. */
export function OwnMessages() {
  const scope = useScope();
  const queued = useQueued();
  const messages = useOwnRows((db) => db.supportRequests.where('scope').equals(scope).toArray(), [scope]) ?? [];
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="support-messages">
      <SectionHeading id="support-messages">{text.messages}</SectionHeading>
      <RowList labelledBy="support-messages">
        {messages
          .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
          .map(({ id, topic, state, createdAt }) => (
            <ListRow
              key={id}
              title={topic}
              text={formatWhen(createdAt)}
              trailing={
                queued.has(id) ? (
                  <QueueBadge />
                ) : (
                  <Badge tone={state === 'sent' ? 'success' : 'info'}>{text.states[state]}</Badge>
                )
              }
            />
          ))}
      </RowList>
    </section>
  );
}
