import * as v from 'valibot';

/** How often a person hears of what; a part of their own row. */

export const NOTIFICATION_TYPES = [
  'learnerCommunityNewContent',
  'learnerCommunityNewPost',
  'learnerCommunityNewComment',
  'learnerCommunityNewMention',
  'learnerCommunityNewReaction',
  'educatorCommunityNewComment',
  'educatorCommunityNewMention',
  'educatorCommunityNewReaction',
  'educatorCommunityNewMember',
] as const;
export const FREQUENCIES = [
  'immediately',
  'hours_1',
  'hours_3',
  'hours_6',
  'hours_12',
  'day_1',
  'day_2',
  'day_7',
  'never',
] as const;
export const NotificationType = v.picklist(NOTIFICATION_TYPES);
export const Frequency = v.picklist(FREQUENCIES);
export const NotificationSettings = v.object({
  isEnabled: v.boolean(),
  /** Whether digests are mailed too; true where it is absent, as in rows that were saved before it existed. */
  isMailed: v.optional(v.boolean()),
  frequencies: v.record(NotificationType, Frequency),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;
