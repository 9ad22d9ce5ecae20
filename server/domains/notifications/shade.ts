import { createHash } from 'node:crypto';
import { notificationKinds, type NotificationKindName } from '#contract/text/notifications.ts';

/** Kinds of which many tell of one thing: a later one takes the place of the earlier in the system's shade. */
const GROUPED: ReadonlySet<string> = new Set<NotificationKindName>([
  'new_comment_educator',
  'new_comment_learner',
  'mention_learner',
  'mention_educator',
  'reaction_learner',
  'reaction_educator',
  'new_member',
  'invite_joined',
  'content_ready',
]);

/** Kinds with one clear next act: a button names it. The words are said on a locked screen, so they say nothing private. */
const ACTS: ReadonlyMap<string, string> = new Map(
  (['payment_failed', 'card_expiring', 'subscription_suspended', 'publishing_held'] as const).map((kind) => [
    kind,
    notificationKinds[kind].linkTitle,
  ]),
);

/** What the push of a notification says of its place in the system's shade. */
export interface Shade {
  /** Equal for notifications that are shown as one; it tells nothing to who carries the push. */
  subject: string;
  act?: string;
}

/** The place of a notification in the system's shade. Source: decision 0134. */
export const shadeOf = (of: { id: string; userId: string; kind: string; link: string | null }): Shade => {
  const { id, userId, kind, link } = of;
  const act = ACTS.get(kind);
  const subject =
    GROUPED.has(kind) && link !== null
      ? createHash('sha256').update(`${userId} ${kind} ${link}`).digest('base64url').slice(0, 22)
      : id;
  return { subject, ...(act && { act }) };
};
