import { useEffect, useEffectEvent, useState } from 'react';
import type { Notification } from '#contract/rows.ts';
import { notificationText } from '#contract/text/notifications-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { formatFullDate } from '#app/format/format.ts';
import { useGo } from '#app/navigation/go.ts';

export interface NotificationSheetProps {
  /** The open notification; undefined if none is. */
  id: string | undefined;
  /** Notifications that are not on this device. */
  older: readonly Notification[];
  onClose: () => void;
  /** Called once each time a notification is shown. */
  onShown: (row: Notification) => void;
}

/** A notification in full, with a link to its page. It is read as soon as it is shown, from the list or from a push. */
export function NotificationSheet({ id, older, onClose, onShown }: NotificationSheetProps) {
  const go = useGo();
  const own = useOwnRow(async (db) => (id ? await db.notifications.get(id) : undefined), [id]);
  const row = own ?? older.find((each) => each.id === id);
  const noteShown = useEffectEvent(() => {
    if (row) onShown(row);
  });
  // A push may be tapped before its row is pulled, so this waits for the row.
  useEffect(() => noteShown(), [row?.id]);
  const follow = (link: string | null | undefined) => {
    if (!link) return;
    onClose();
    void go(link);
  };
  return (
    <LazySheet
      open={row !== undefined}
      onClose={onClose}
      title={row?.title ?? ''}
      footer={
        row?.link ? (
          <Button block onClick={() => follow(row.link)}>
            {row.linkTitle ?? notificationText.open}
          </Button>
        ) : undefined
      }
    >
      {row && (
        <>
          <Picture key={row.id} row={row} onOpen={() => follow(row.imageLink)} />
          <p>{row.text}</p>
          <p className="t-2">
            <time dateTime={row.sendedAt}>{formatFullDate(row.sendedAt)}</time>
          </p>
        </>
      )}
    </LazySheet>
  );
}

/** The whole picture; a tap opens what it shows. One that cannot be loaded, e.g. offline, takes no room. Source: NOT-007, D-269. */
function Picture({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const [isBroken, setBroken] = useState(false);
  const src = row.image ?? row.compressedImageUrl;
  if (!src || isBroken) return null;
  const image = <img className="notifications__picture" src={src} alt="" onError={() => setBroken(true)} />;
  if (!row.imageLink) return image;
  return (
    <button
      type="button"
      className="notifications__open-picture"
      aria-label={`${row.linkTitle ?? notificationText.open}: ${row.title}`}
      onClick={onOpen}
    >
      {image}
    </button>
  );
}
