import { useState } from 'react';
import { notificationText } from '#contract/text/notifications-page.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { Retry } from '#app/data/answer-view.tsx';
import { useMe } from '#app/data/me.ts';
import { useOwnWindow } from '#app/data/use-own-window.ts';
import { recipientOf } from '#store/notices.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { useSelection } from '#app/lists/use-selection.ts';
import { NotificationSections } from './notification-sections.tsx';
import { NotificationSheet } from './notification-sheet.tsx';
import { selectNotifications } from './select-notifications.tsx';
import { useNotificationActions } from './use-notification-actions.ts';
import { useOlder } from './use-older.ts';
import './notifications.css';

/** New and old notifications, select mode, and a sheet for one of them. Works offline. Source: NOT-001…NOT-006. */
export function NotificationsPage({ openId }: { openId: string | undefined }) {
  const recipientType = recipientOf(useMe());
  const selection = useSelection();
  const [shownId, setShownId] = useState(openId);
  const actions = useNotificationActions(recipientType);
  const own = useOwnWindow(
    (db, limit) =>
      db.notifications
        .where('[recipientType+sendedAt]')
        .between([recipientType, ''], [recipientType, '\uffff'])
        .reverse()
        .limit(limit)
        .toArray(),
    [recipientType],
  );
  const { rows, older, end, error, reload } = useOlder(recipientType, own);
  return (
    <ListScreen
      title={notificationText.notifications}
      rows={rows}
      end={end}
      age={false}
      shape="row"
      empty={<EmptyState drawing="quiet" level={2} title={notificationText.nothing} />}
      select={selectNotifications(rows ?? [], older, selection, actions)}
      overlays={
        <NotificationSheet id={shownId} older={older} onClose={() => setShownId(undefined)} onShown={actions.read} />
      }
    >
      {(loaded) => (
        <>
          <NotificationSections
            rows={loaded}
            selection={selection}
            onOpen={({ id }) => setShownId(id)}
            onReadAll={() => void actions.readAll(older)}
          />
          {error && (
            <Note className="notifications__older" action={error.reach !== 'offline' && <Retry onClick={reload} />}>
              {error.reach === 'offline' ? notificationText.olderOffline : notificationText.olderFailed}
            </Note>
          )}
        </>
      )}
    </ListScreen>
  );
}
