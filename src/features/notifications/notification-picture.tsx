// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { Notification } from '#contract/rows.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';

/** The app's own mark, for what Sideline itself says: welcome, security, storage. */
const APP_MARK = '/icons/icon-192.png';

/** The picture of what a notification is about, else its sport's drawing, else the app's mark. */
export function NotificationPicture({ row }: { row: Pick<Notification, 'compressedImageUrl' | 'sportId'> }) {
  return <ChannelLogo src={row.compressedImageUrl ?? (row.sportId ? null : APP_MARK)} sport={row.sportId} size="s" />;
}
