import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { CheckIcon, DeleteIcon } from '#ui/icons.ts';
import { selectMode, type SelectMode } from '#app/lists/select-mode.tsx';
import type { Selection } from '#app/lists/use-selection.ts';
import type { NotificationActions } from './use-notification-actions.ts';

/** Select mode of the notifications: mark as read, delete the read ones, delete the selected ones. Source: NOT-004, NOT-012, NOT-013. */
export const selectNotifications = (
  rows: readonly Notification[],
  older: readonly Notification[],
  selection: Selection,
  actions: NotificationActions,
): SelectMode => {
  const selected = rows.filter(({ id }) => selection.ids?.has(id));
  const unread = selected.filter(({ isRead }) => !isRead);
  const remove = (ids: string[]) => {
    if (ids.length > 0) actions.remove(ids);
    selection.leave();
  };
  return selectMode({
    selection,
    label: notificationText.select,
    allIds: rows.map(({ id }) => id),
    actions: [
      {
        label: notificationText.markSelected,
        icon: <CheckIcon />,
        disabled: unread.length === 0,
        onClick: () => {
          for (const row of unread) actions.read(row);
          selection.leave();
        },
      },
      {
        label: notificationText.deleteRead,
        icon: <DeleteIcon />,
        disabled: !rows.some(({ isRead }) => isRead),
        onClick: () => void actions.readIds(older).then(remove),
      },
      {
        label: notificationText.deleteSelected,
        icon: <DeleteIcon />,
        danger: true,
        disabled: selected.length === 0,
        onClick: () => remove(selected.map(({ id }) => id)),
      },
    ],
  });
};
