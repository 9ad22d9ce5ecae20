import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { deleteNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { AppBar, SelectAppBar } from '#ui/app-bar.tsx';
import { Button } from '#ui/button.tsx';
import { ChannelLogo } from '#ui/channel-logo.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { DeleteIcon, DoneIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/lazy-overlays.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { RowList } from '#ui/row-list.tsx';
import { SelectionBar } from '#ui/selection-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useAfterSkeleton } from '#ui/use-delayed-skeleton.ts';
import { Time } from '#ui/time.tsx';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { goBack } from '#app/navigation/back.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { useReachedEnd } from '#app/lists/use-reached-end.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAct } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { recipientOf } from '#app/data/use-unread.ts';
import './notifications.css';

/** New and Old, select mode, and one opened in a sheet; all of it also offline. Source: NOT-001…NOT-006. */
export function NotificationsPage({ openId }: { openId: string | undefined }) {
  usePageTitle(notificationText.notifications);
  const me = useMe();
  const recipientType = recipientOf(me);
  const [pages, setPages] = useState(1);
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const [shownId, setShownId] = useState(openId);
  const actions = useNotificationActions();
  const { skeleton, shown: all } = useAfterSkeleton(
    useOwnRows(
      (db) =>
        db.notifications
          .where('[recipientType+sendedAt]')
          .between([recipientType, ''], [recipientType, '\uffff'])
          .reverse()
          .limit(pages * PAGE_SIZE + 1)
          .toArray(),
      [recipientType, pages],
    ),
  );
  const shown = useLive(async (db) => (shownId ? await db.notifications.get(shownId) : undefined), [shownId]);
  const end = useReachedEnd(() => setPages((n) => n + 1), all !== undefined && all.length > pages * PAGE_SIZE);
  const rows = all?.slice(0, pages * PAGE_SIZE) ?? [];
  const fresh = rows.filter((row) => !row.isRead);
  const old = rows.filter((row) => row.isRead);

  const open = (row: Notification) => {
    setShownId(row.id);
    actions.read(row);
  };
  const toggle = (id: string, isChecked: boolean) => {
    const next = new Set(selected);
    if (isChecked) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const remove = (ids: string[]) => {
    if (ids.length > 0) actions.remove(ids);
    setSelected(undefined);
  };
  const list = (label: string, items: Notification[]) => (
    <RowList label={label}>
      {items.map((row) => (
        <ListRow
          key={row.id}
          align="start"
          title={row.title}
          text={row.text}
          unread={!row.isRead}
          onOpen={() => open(row)}
          leading={<ChannelLogo src={row.compressedImageUrl} size="s" />}
          time={
            <Time iso={row.sendedAt} full={formatFullDate}>
              {formatWhen(row.sendedAt)}
            </Time>
          }
          selectable={selected && { checked: selected.has(row.id), onChange: (isChecked) => toggle(row.id, isChecked) }}
        />
      ))}
    </RowList>
  );

  return (
    <>
      {selected ? (
        <SelectAppBar
          title={notificationText.selected(selected.size)}
          onLeave={() => setSelected(undefined)}
          onSelectAll={() => setSelected(new Set(rows.map((row) => row.id)))}
        />
      ) : (
        <AppBar
          title={notificationText.notifications}
          back={goBack}
          actions={
            rows.length > 0 ? (
              <IconButton label={notificationText.select} icon={<DoneIcon />} onClick={() => setSelected(new Set())} />
            ) : undefined
          }
        />
      )}
      <main className="page">
        {skeleton && <Skeleton shape="row" />}
        {all?.length === 0 && <EmptyState drawing="quiet" level={2} title={notificationText.nothing} />}
        {fresh.length > 0 && (
          <section>
            <div className="notifications__head">
              <h2>{notificationText.new}</h2>
              {!selected && (
                <Button size="m" variant="ghost" onClick={() => void actions.readAll(recipientType)}>
                  {notificationText.markAll}
                </Button>
              )}
            </div>
            {list(notificationText.new, fresh)}
          </section>
        )}
        {fresh.length === 0 && old.length > 0 && (
          <p className="notifications__caught-up">{notificationText.caughtUp}</p>
        )}
        {old.length > 0 && (
          <section>
            <div className="notifications__head">
              <h2>{notificationText.old}</h2>
            </div>
            {list(notificationText.old, old)}
          </section>
        )}
        <div ref={end} />
      </main>
      {selected && (
        <SelectionBar
          actions={[
            {
              label: notificationText.deleteSelected,
              icon: <DeleteIcon />,
              danger: true,
              disabled: selected.size === 0,
              onClick: () => remove([...selected]),
            },
            {
              label: notificationText.deleteRead,
              icon: <DeleteIcon />,
              danger: true,
              disabled: old.length === 0,
              onClick: () => void actions.readIds(recipientType).then(remove),
            },
          ]}
        />
      )}
      <NotificationSheet row={shown ?? undefined} onClose={() => setShownId(undefined)} onLink={actions.read} />
    </>
  );
}

function NotificationSheet({
  row,
  onClose,
  onLink,
}: {
  row: Notification | undefined;
  onClose: () => void;
  onLink: (row: Notification) => void;
}) {
  const navigate = useNavigate();
  const follow = () => {
    if (!row?.link) return;
    onLink(row);
    onClose();
    void navigate({ href: row.link } as never);
  };
  return (
    <LazySheet
      open={row !== undefined}
      onClose={onClose}
      title={row?.title ?? ''}
      footer={
        row?.link ? (
          <Button block onClick={follow}>
            {row.linkTitle ?? notificationText.open}
          </Button>
        ) : undefined
      }
    >
      {row && (
        <>
          <p>{row.text}</p>
          <p className="t-2">
            <time dateTime={row.sendedAt}>{formatFullDate(row.sendedAt)}</time>
          </p>
        </>
      )}
    </LazySheet>
  );
}

const useNotificationActions = () => {
  const act = useAct();
  const me = useMe();
  const { db } = useAccount();
  const scope = me ? { scope: me.scope } : {};
  return {
    read: (row: Notification) => {
      if (!row.isRead) void act(markRead, { notificationId: row.id }, scope);
    },
    readAll: async (recipientType: 'learner' | 'educator') => {
      // Up to the newest that is here, by the server's clock: this device's own may be wrong.
      const sent = await db.notifications.filter((row) => row.recipientType === recipientType).toArray();
      const until = sent
        .map(({ sendedAt }) => sendedAt)
        .toSorted()
        .at(-1);
      if (until !== undefined) await act(markAllRead, { recipientType, until }, scope);
    },
    remove: (notificationIds: string[]) => void act(deleteNotifications, { notificationIds }, scope),
    /** All read ones, beyond the pages on screen too. */
    readIds: async (recipientType: string): Promise<string[]> =>
      (await db.notifications.filter((row) => row.recipientType === recipientType && row.isRead).primaryKeys()).slice(
        0,
        1000,
      ),
  };
};
