import { NOTIFICATION_TYPES, type FREQUENCIES, type NotificationSettings } from '#contract/rows.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { noticeMails } from '#contract/text/notifications-mail.ts';

type Frequency = (typeof FREQUENCIES)[number];
type NotificationTypeName = (typeof NOTIFICATION_TYPES)[number];

/** The content of the column: only what the person has changed. */
export interface SavedSettings {
  isEnabled?: boolean;
  isMailed?: boolean;
  frequencies?: Partial<Record<NotificationTypeName, Frequency>>;
}

/** Preferences with every type; the default is on, immediate, and digests by mail too. Source: D-164, decision 0119. */
export const completeSettings = ({
  isEnabled = true,
  isMailed = true,
  frequencies = {},
}: SavedSettings): NotificationSettings => ({
  isEnabled,
  isMailed,
  frequencies: Object.fromEntries(
    NOTIFICATION_TYPES.map((name) => [name, frequencies[name] ?? 'immediately']),
  ) as NotificationSettings['frequencies'],
});

/** How often a person hears of a type; `never` if notifications are off. */
export const frequencyOf = (settings: SavedSettings, type: NotificationTypeName): Frequency =>
  settings.isEnabled === false ? 'never' : (settings.frequencies?.[type] ?? 'immediately');

/** How a notification reaches a person: pushed at once, in a digest, or in the app only. Kinds without a preference are pushed at once. */
export const wayOf = (settings: SavedSettings, kind: string): 'now' | 'digest' | 'none' => {
  const preference = preferenceOf(kind);
  if (preference === null) return settings.isEnabled === false ? 'none' : 'now';
  const frequency = frequencyOf(settings, preference);
  if (frequency === 'never') return 'none';
  return frequency === 'immediately' ? 'now' : 'digest';
};

/** The preference that decides about a kind; null for kinds that are always pushed. */
export const preferenceOf = (kind: string): NotificationTypeName | null =>
  Object.hasOwn(notificationKinds, kind) ? notificationKinds[kind as keyof typeof notificationKinds].preference : null;

/** The words that a kind of notification has as a mail; undefined for a kind that is not mailed. Source: D-341. */
export const mailOf = (kind: string) => noticeMails.get(kind);
