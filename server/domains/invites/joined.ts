import { sql } from 'kysely';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/index.ts';

interface JoinedBy {
  code: string;
  senderId: string;
  isMember: boolean;
  /** It was sent to one person. */
  isOfFriend: boolean;
  name: string;
}

/**
 * Marks the invitation that a person came with as joined, and notifies its sender, in the transaction that completes the
 * registration. Of several codes the newest invitation and the newest affiliate code count. An invitation that was cancelled
 * after it was redeemed stays cancelled. Source: D-216, D-341.
 */
export const noteJoined = async (db: Db, services: Services, userId: string): Promise<void> => {
  const now = services.now();
  const { rows } = await sql<JoinedBy>`select distinct on (c.kind) c.code, c.sender_id as "senderId",
      s.last_role = 'learner' as "isMember", num_nonnulls(c.email, c.phone_number) > 0 as "isOfFriend",
      u.first_name || ' ' || u.last_name as name
    from redeemed_codes r join shareable_codes c on c.code = r.code join users u on u.id = r.user_id
      join users s on s.id = c.sender_id and s.deleted_at is null
    where r.user_id = ${userId} and c.kind in ('invitation', 'affiliate')
      and c.cancelled_at is null and c.deleted_at is null and c.joined_at is null
    order by c.kind, r.redeemed_at desc, c.code`.execute(db);
  const { title, text, linkTitle } = notificationKinds.invite_joined;
  for (const { code, senderId, isMember, isOfFriend, name } of rows) {
    if (isOfFriend) {
      const marked = await sql`update shareable_codes set joined_at = ${now}
        where code = ${code} and joined_at is null and cancelled_at is null and deleted_at is null`.execute(db);
      // Another person joined with it at this moment.
      if (marked.numAffectedRows === 0n) continue;
    }
    await notify(db, services, {
      userId: senderId,
      recipientType: isMember ? 'learner' : 'educator',
      kind: 'invite_joined',
      cause: `joined:${userId}`,
      title: title(),
      text: text({ name }),
      linkTitle,
      link: isOfFriend ? notificationLinks.inviteFriend : notificationLinks.inviteCommunity,
    });
  }
};
