import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { Button } from '#ui/button.tsx';
import { LazySheet } from '#ui/lazy-overlays.tsx';
import { useLive } from '#app/data/use-live.ts';
import { formatFullDate } from '#app/format/format.ts';
import { useGo } from '#app/navigation/go.ts';

export interface NotificationSheetProps {
  /** The open notification; undefined if none is. */
  id: string | undefined;
  onClose: () => void;
  onLink: (row: Notification) => void;
}

/** A notification in full, with a link to its page. */
export function NotificationSheet({ id, onClose, onLink }: NotificationSheetProps) {
  const go = useGo();
  const row = useLive(async (db) => (id ? await db.notifications.get(id) : undefined), [id]);
  const follow = () => {
    if (!row?.link) return;
    onLink(row);
    onClose();
    void go(row.link);
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
