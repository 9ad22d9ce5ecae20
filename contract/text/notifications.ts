import type { NotificationType, RecipientType } from '../rows.ts';
import type * as v from 'valibot';
import { commonText } from './common.ts';
import { billingKinds } from './notifications-billing.ts';
import { securityKinds } from './notifications-security.ts';
import { storageKinds } from './notifications-storage.ts';

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
  /** Of the rows' owner: who works in another role is brought to it. */
  library: ({ scope = '' }: Values): string => `/library?of=${scope}`,
  storagePlans: ({ scope = '' }: Values): string => `/storage-plan-access-fees?of=${scope}`,
  archived: ({ scope = '' }: Values): string => `/library/archived?of=${scope}`,
  editPublished: ({ publishedId = '' }: Values): string => `/edit-channel-content/${encodeURIComponent(publishedId)}`,
  subscriptions: '/learner-subscriptions',
  paymentMethods: '/payment-methods',
  /** The invoices of a month. */
  invoice: ({ year = '', month = '' }: Values): string => `/monthly-invoice/${year}/${month}`,
  wallet: '/educator-wallet',
  inviteFriend: '/invite-friend',
  inviteCommunity: '/invite-your-community',
  /** The page of a sport. */
  sport: ({ sportId = '', sport = '' }: Values): string =>
    `/sport-page?sportId=${encodeURIComponent(sportId)}&sportName=${encodeURIComponent(sport)}`,
  channels: '/channels',
  admins: '/admins-management',
  adminInvitations: '/organization-invitations',
  finishInfo: '/finish-info',
  contactSupport: '/contact-support',
  oneInvoice: ({ invoiceId = '' }: Values): string => `/invoice/${encodeURIComponent(invoiceId)}`,
  history: '/account-history',
  devices: '/account-setting/devices',
  data: '/account-setting/data',
  notificationSettings: '/notification-settings',
} as const;

/** Follows the words about a file that is not in the recipient's own Library. */
export const inLibraryOf = (organization: string): string => ` It is in the Library of ${organization}.`;

/** How a report that was decided names what it was about. */
export const reportSubjects = {
  comment: (title: string): string => `a comment on ‘${title}’`,
  content: (title: string): string => `‘${title}’`,
  person: (username: string): string => `@${username}`,
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
  new_comment_learner: {
    to: 'learner',
    title: () => 'New answer',
    text: (v) => `${v['name']} answered in a discussion you follow.`,
    linkTitle: 'Open',
    preference: 'learnerCommunityNewComment',
  },
  mention_learner: {
    to: 'learner',
    title: () => 'You are mentioned',
    text: (v) => `${v['name']} mentioned you.`,
    linkTitle: 'Open',
    preference: 'learnerCommunityNewMention',
  },
  mention_educator: {
    to: 'educator',
    title: () => 'You are mentioned',
    text: (v) => `${v['name']} mentioned you.`,
    linkTitle: 'Open',
    preference: 'educatorCommunityNewMention',
  },
  reaction_learner: {
    to: 'learner',
    title: () => 'Your comment is liked',
    text: (v) => `${v['name']} liked your comment.`,
    linkTitle: 'Open',
    preference: 'learnerCommunityNewReaction',
  },
  reaction_educator: {
    to: 'educator',
    title: () => 'New reaction',
    text: (v) => `${v['name']} reacted to your content.`,
    linkTitle: 'Open',
    preference: 'educatorCommunityNewReaction',
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
  ...storageKinds,
  /** Source: decision 0116. */
  upload_waits: {
    to: 'educator',
    title: () => 'Upload',
    text: (v) =>
      v['count'] === '1'
        ? `‘${v['name']}’ has not arrived whole. Open Sideline on the device where you chose it, and it goes on.`
        : `${v['count']} uploads have not arrived whole. Open Sideline on the device where you chose them, and they go on.`,
    linkTitle: 'Open',
    preference: null,
  },
  ...billingKinds,
  /** Source: D-341, decision 0126. */
  sport_beta_started: {
    to: 'both',
    title: (v) => `${v['sport']} Beta`,
    text: (v) => `${v['sport']} is now a Beta sport.`,
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
  affiliate_code_expired: {
    to: 'educator',
    title: () => 'Code expired',
    text: (v) => `Your code ${v['code']} has expired.`,
    linkTitle: 'View',
    preference: null,
  },
  application_approved: {
    to: 'educator',
    title: () => 'Application approved',
    text: (v) => `Your ${v['sport']} application was approved.`,
    linkTitle: 'Open',
    preference: null,
  },
  application_denied: {
    to: 'both',
    title: () => 'Application',
    text: (v) => `Your ${v['sport']} application was not approved.`,
    linkTitle: 'Open',
    preference: null,
  },
  organization_approved: {
    to: 'educator',
    title: () => 'Organization approved',
    text: (v) => `${v['organization']} is approved.`,
    linkTitle: 'Open',
    preference: null,
  },
  organization_denied: {
    to: 'both',
    title: () => 'Organization',
    text: (v) => `${v['organization']} was not approved.`,
    linkTitle: 'Open',
    preference: null,
  },
  admin_invited: {
    to: 'both',
    title: () => 'Invitation',
    text: (v) => `${v['organization']}: you were invited.`,
    linkTitle: 'Open',
    preference: null,
  },
  admin_role_changed: {
    to: 'both',
    title: () => 'Your role',
    text: (v) => `${v['organization']}: your role is ${v['role']}.`,
    linkTitle: 'Open',
    preference: null,
  },
  ownership_transferred: {
    to: 'both',
    title: () => 'Ownership',
    text: (v) => `${v['organization']}: you are the Owner.`,
    linkTitle: 'Open',
    preference: null,
  },
  admin_removed: {
    to: 'both',
    title: () => 'Your role',
    text: (v) => `${v['organization']}: you are no administrator any more.`,
    linkTitle: 'Open',
    preference: null,
  },
  comment_removed: {
    to: 'both',
    title: () => 'Your comment was hidden',
    text: (v) =>
      `We hid your comment on ‘${v['title']}’ from others. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  comment_restored: {
    to: 'both',
    title: () => 'Your comment is shown again',
    text: (v) => `Your comment on ‘${v['title']}’ is shown again. The reason: ${v['reason']}`,
    linkTitle: 'Open',
    preference: null,
  },
  report_hidden: {
    to: 'both',
    title: () => 'Your report',
    text: (v) =>
      `Thank you for reporting a comment on ‘${v['title']}’. We hid it from others. The reason: ${v['reason']}`,
    linkTitle: 'Open',
    preference: null,
  },
  report_kept: {
    to: 'both',
    title: () => 'Your report',
    text: (v) =>
      `Thank you for reporting ${v['subject']}. We looked into it, and nothing changes. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  report_removed: {
    to: 'both',
    title: () => 'Your report',
    text: (v) =>
      `Thank you for reporting ${v['subject']}. We removed it. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  report_suspended: {
    to: 'both',
    title: () => 'Your report',
    text: (v) =>
      `Thank you for reporting ${v['subject']}. We suspended the account. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  content_removed: {
    to: 'both',
    title: () => 'Your content was removed',
    text: (v) =>
      `We removed ‘${v['title']}’ from its channel. Only you see it, and it cannot be published again. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  content_restored: {
    to: 'both',
    title: () => 'Your content was restored',
    text: (v) =>
      `‘${v['title']}’ is on its channel as it was, unless you took it off meanwhile. The reason: ${v['reason']}`,
    linkTitle: 'Open',
    preference: null,
  },
  operator_signed_in: {
    to: 'both',
    title: () => 'An operator signed in to your account',
    text: (v) =>
      `It was to help you, for an hour at most, without your password. What opens your account and your money cannot be changed this way. The reason: ${v['reason']}`,
    linkTitle: 'Review',
    preference: null,
  },
  operator_signed_out: {
    to: 'both',
    title: () => 'You were signed out everywhere',
    text: (v) => `We signed you out on every device. The reason: ${v['reason']} Sign in again to go on.`,
    linkTitle: 'Review',
    preference: null,
  },
  operator_suspended: {
    to: 'both',
    title: () => 'Your account was suspended',
    text: (v) =>
      `We suspended your account. You cannot sign in, and others do not see your profile, comments and channels. The reason: ${v['reason']} If you think that this is wrong, write to Help & Support. A person reads it.`,
    linkTitle: 'Contact support',
    preference: null,
  },
  operator_restored: {
    to: 'both',
    title: () => 'Your account was restored',
    text: (v) =>
      `You can sign in again, and others see your profile, comments and channels again. The reason: ${v['reason']} If you pay for a sport, it was cancelled: your subscriptions show how to go on with it.`,
    linkTitle: 'Review',
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
  trim_failed: {
    to: 'educator',
    title: () => 'Video not edited',
    text: (v) => `‘${v['title']}’ could not be edited. The video is unchanged.`,
    linkTitle: 'Open',
    preference: null,
  },
  replace_failed: {
    to: 'educator',
    title: () => 'File not replaced',
    text: (v) => `The new file of ‘${v['title']}’ could not be used. The old one is unchanged.`,
    linkTitle: 'Open',
    preference: null,
  },
  publishing_held: {
    to: 'educator',
    title: () => 'Not published',
    text: (v) =>
      `‘${v['title']}’ is not published, because its edit was not made. Edit it again, or publish it as it is.`,
    linkTitle: 'Decide',
    preference: null,
  },
  ...securityKinds,
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
