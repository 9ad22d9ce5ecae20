import { NOTIFICATION_TYPES, type FREQUENCIES, type NotificationSettings } from '#contract/rows.ts';
import { notificationKinds } from '#contract/text/notifications.ts';

type Frequency = (typeof FREQUENCIES)[number];
type NotificationTypeName = (typeof NOTIFICATION_TYPES)[number];

/** The content of the column: only what the person has changed. */
export interface SavedSettings {
  isEnabled?: boolean;
  frequencies?: Partial<Record<NotificationTypeName, Frequency>>;
}

/** Preferences with every type; the default is on and immediate. Source: D-164. */
export const completeSettings = ({ isEnabled = true, frequencies = {} }: SavedSettings): NotificationSettings => ({
  isEnabled,
  frequencies: Object.fromEntries(
    NOTIFICATION_TYPES.map((name) => [name, frequencies[name] ?? 'immediately']),
  ) as NotificationSettings['frequencies'],
});

/** Whether a notification of this kind is pushed at once. */
export const isPushedNow = (settings: SavedSettings, kind: string): boolean => {
  if (settings.isEnabled === false) return false;
  const preference = preferenceOf(kind);
  return preference === null || (settings.frequencies?.[preference] ?? 'immediately') === 'immediately';
};

/** The preference that decides about a kind; null for kinds that are always pushed. */
export const preferenceOf = (kind: string): NotificationTypeName | null =>
  Object.hasOwn(notificationKinds, kind) ? notificationKinds[kind as keyof typeof notificationKinds].preference : null;
