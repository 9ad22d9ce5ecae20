import { useState } from 'react';
import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { DeleteIcon } from '#ui/icons.ts';
import { useMe } from '#app/data/me.ts';
import { useOwnWindow } from '#app/data/use-own-window.ts';
import { recipientOf } from '#app/data/use-unread.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { selectMode } from '#app/lists/select-mode.tsx';
import { useSelection } from '#app/lists/use-selection.ts';
import { NotificationSections } from './notification-sections.tsx';
import { NotificationSheet } from './notification-sheet.tsx';
import { useNotificationActions } from './use-notification-actions.ts';
import './notifications.css';

/** New and old notifications, select mode, and a sheet for one of them. Works offline. Source: NOT-001…NOT-006. */
export function NotificationsPage({ openId }: { openId: string | undefined }) {
  const recipientType = recipientOf(useMe());
  const selection = useSelection();
  const [shownId, setShownId] = useState(openId);
  const actions = useNotificationActions(recipientType);
  const { rows, end } = useOwnWindow(
    (db, limit) =>
      db.notifications
        .where('[recipientType+sendedAt]')
        .between([recipientType, ''], [recipientType, '\uffff'])
        .reverse()
        .limit(limit)
        .toArray(),
    [recipientType],
  );
  const open = (row: Notification) => {
    setShownId(row.id);
    actions.read(row);
  };
  const remove = (ids: string[]) => {
    if (ids.length > 0) actions.remove(ids);
    selection.leave();
  };
  const select = selectMode({
    selection,
    label: notificationText.select,
    allIds: rows?.map(({ id }) => id) ?? [],
    actions: [
      {
        label: notificationText.deleteSelected,
        icon: <DeleteIcon />,
        danger: true,
        disabled: !selection.ids?.size,
        onClick: () => remove([...(selection.ids ?? [])]),
      },
      {
        label: notificationText.deleteRead,
        icon: <DeleteIcon />,
        danger: true,
        disabled: !rows?.some(({ isRead }) => isRead),
        onClick: () => void actions.readIds().then(remove),
      },
    ],
  });
  return (
    <ListScreen
      title={notificationText.notifications}
      rows={rows}
      end={end}
      age={false}
      shape="row"
      empty={<EmptyState drawing="quiet" level={2} title={notificationText.nothing} />}
      select={select}
      overlays={<NotificationSheet id={shownId} onClose={() => setShownId(undefined)} onLink={actions.read} />}
    >
      {(loaded) => (
        <NotificationSections
          rows={loaded}
          selection={selection}
          onOpen={open}
          onReadAll={() => void actions.readAll()}
        />
      )}
    </ListScreen>
  );
}
