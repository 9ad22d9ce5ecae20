import type { NotificationType, RecipientType } from '../rows.ts';
import type * as v from 'valibot';
import { commonText } from './common.ts';

type Values = Readonly<Record<string, string>>;
export type NotificationPreference = v.InferOutput<typeof NotificationType>;

export interface NotificationKind {
  to: v.InferOutput<typeof RecipientType> | 'both';
  title: (values: Values) => string;
  text: (values: Values) => string;
  linkTitle: string;
  /** The preference whose frequency controls pushes; kinds without one are always shown, and pushed while pushes are on. */
  preference: NotificationPreference | null;
}

const watchLink = ({ content = '', channelId = '' }: Values): string =>
  `/watch-channel?content=${encodeURIComponent(content)}&channelId=${encodeURIComponent(channelId)}`;
const channelLink = ({ channelId = '' }: Values): string => `/channels/${encodeURIComponent(channelId)}`;

/** Client paths that notifications lead to. */
export const notificationLinks = {
  watch: watchLink,
  channel: channelLink,
  library: '/library',
  subscriptions: '/learner-subscriptions',
  history: '/account-history',
} as const;

/**
 * Kinds of notifications and their words.
 *
 * Source: D-341.
 */
export const notificationKinds = {
  new_content: {
    to: 'learner',
    title: (v) => `New content in ${v['sport']}`,
    text: (v) => `${v['educatorName']} added ‘${v['title']}’.`,
    linkTitle: 'Watch',
    preference: 'learnerCommunityNewContent',
  },
  new_comment_educator: {
    to: 'educator',
    title: () => 'New comment',
    text: (v) => `New comment on ‘${v['title']}’.`,
    linkTitle: 'Open',
    preference: 'educatorCommunityNewComment',
  },
  new_member: {
    to: 'educator',
    title: () => 'New member',
    text: (v) => `${v['name']} joined ${v['channelName']}.`,
    linkTitle: 'Open',
    preference: 'educatorCommunityNewMember',
  },
  welcome: {
    to: 'both',
    title: () => `Welcome to ${commonText.product}.`,
    text: () => 'Learn. Connect. Play.',
    linkTitle: 'Start',
    preference: null,
  },
  trial_ending: {
    to: 'learner',
    title: (v) => `${v['sport']} trial`,
    text: (v) => `Your ${v['sport']} trial ends in 3 days.`,
    linkTitle: 'Manage',
    preference: null,
  },
  trial_ended: {
    to: 'learner',
    title: (v) => `${v['sport']} trial`,
    text: (v) => `Your ${v['sport']} trial has ended.`,
    linkTitle: 'Subscribe',
    preference: null,
  },
  sport_launched: {
    to: 'learner',
    title: (v) => `${v['sport']} is launched`,
    text: (v) => `${v['sport']} is launched; your 14-day trial starts today.`,
    linkTitle: 'Open',
    preference: null,
  },
  invite_joined: {
    to: 'both',
    title: () => 'Invitation accepted',
    text: (v) => `${v['name']} joined with your invitation.`,
    linkTitle: 'View',
    preference: null,
  },
  content_ready: {
    to: 'educator',
    title: () => 'Content ready',
    text: (v) => `‘${v['title']}’ is ready.`,
    linkTitle: 'Open',
    preference: null,
  },
  content_rejected: {
    to: 'educator',
    title: () => 'Content rejected',
    text: (v) => `‘${v['title']}’ was rejected.`,
    linkTitle: 'Open',
    preference: null,
  },
  encoding_failed: {
    to: 'educator',
    title: () => 'Encoding failed',
    text: (v) => `‘${v['title']}’ could not be encoded.`,
    linkTitle: 'Open',
    preference: null,
  },
  storage_critical: {
    to: 'educator',
    title: () => 'Storage',
    text: () => 'You have used over 80% of your storage.',
    linkTitle: 'Upgrade',
    preference: null,
  },
  security: {
    to: 'both',
    title: () => 'Account security',
    text: () => 'New sign-in or changed password, email, phone.',
    linkTitle: 'Review',
    preference: null,
  },
} as const satisfies Record<string, NotificationKind>;
export type NotificationKindName = keyof typeof notificationKinds;

/** Neutral text of a push whose notification is private: it may be shown on a locked screen. */
export const privatePush = { title: commonText.product, text: 'You have a new notification.' };

/** The push that a person sends to their own device. */
export const testPush = {
  title: commonText.product,
  text: 'This is your test. Pushes reach this device.',
  link: '/help-support/sync-storage',
};
