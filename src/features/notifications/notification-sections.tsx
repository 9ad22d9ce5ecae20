import type { ReactNode } from 'react';
import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Time } from '#ui/time.tsx';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import type { Selection } from '#app/lists/use-selection.ts';
import { NotificationGroup } from './notification-group.tsx';
import { NotificationPicture } from './notification-picture.tsx';

export interface NotificationSectionsProps {
  rows: readonly Notification[];
  selection: Selection;
  onOpen: (row: Notification) => void;
  onReadAll: () => void;
}

/** Neighbours with the same title and link: they tell of one subject. Source: decision 0134. */
const groupNeighbours = (rows: readonly Notification[]): [Notification, ...Notification[]][] => {
  const groups: [Notification, ...Notification[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && row.link !== null && group[0].link === row.link && group[0].title === row.title) group.push(row);
    else groups.push([row]);
  }
  return groups;
};

/** The unread notifications, then the read ones. Select mode shows each by itself. */
export function NotificationSections({ rows, selection, onOpen, onReadAll }: NotificationSectionsProps) {
  const unread = rows.filter(({ isRead }) => !isRead);
  const read = rows.filter(({ isRead }) => isRead);
  const rowOf = (row: Notification) => (
    <ListRow
      key={row.id}
      align="start"
      title={row.title}
      text={row.text}
      unread={!row.isRead}
      onOpen={() => onOpen(row)}
      leading={<NotificationPicture row={row} />}
      time={
        <Time iso={row.sendedAt} full={formatFullDate}>
          {formatWhen(row.sendedAt)}
        </Time>
      }
      selectable={selection.selectable(row.id)}
    />
  );
  const section = (title: string, items: readonly Notification[], action?: ReactNode) =>
    items.length > 0 && (
      <section>
        <div className="notifications__head">
          <h2>{title}</h2>
          {action}
        </div>
        <RowList label={title}>
          {selection.ids
            ? items.map(rowOf)
            : groupNeighbours(items).map(([newest, ...others]) => (
                // The oldest stays the same while others come.
                <NotificationGroup key={(others.at(-1) ?? newest).id} subject={newest.title} others={others.map(rowOf)}>
                  {rowOf(newest)}
                </NotificationGroup>
              ))}
        </RowList>
      </section>
    );
  const readAll = !selection.ids && (
    <Button size="m" variant="ghost" onClick={onReadAll}>
      {notificationText.markAll}
    </Button>
  );
  return (
    <>
      {section(notificationText.new, unread, readAll)}
      {unread.length === 0 && <p className="notifications__caught-up">{notificationText.caughtUp}</p>}
      {section(notificationText.old, read)}
    </>
  );
}
