import { sql, type RawBuilder } from 'kysely';
import type { Invitation, InvitationStatus } from '#contract/invites.ts';
import { REMINDERS_PER_INVITATION } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import { statusSql } from '../discounts/index.ts';

const DAY = "interval '24 hours'";

/** Own invitations to one person as they are listed. `c` is the row of shareable_codes. */
const selectInvitations = (senderId: string, now: Date, rest: RawBuilder<unknown>) => sql<Invitation>`
  select c.id, c.code, ${statusSql(now)} as status, c.email, c.phone_number as "phoneNumber",
    c.recipient_type as "recipientType", c.sport_id as "sportId", iso(c.created_at) as "createdAt",
    iso(c.expires_at) as "expiresAt",
    iso(c.undelivered_at) as "undeliveredAt",
    case when c.is_refused or c.undelivered_at is not null then 'refused' when c.sends_done < c.sends_asked then 'waiting' else 'sent' end as delivery,
    greatest(0, ${REMINDERS_PER_INVITATION}::int - c.reminders) as "remindersLeft",
    case when c.reminded_at > ${now}::timestamptz - ${sql.raw(DAY)} then iso(c.reminded_at + ${sql.raw(DAY)}) end as "nextReminderAt"
  from shareable_codes c
  where c.sender_id = ${senderId} and c.kind = 'invitation' and num_nonnulls(c.email, c.phone_number) > 0 ${rest}`;

/** @param id Undefined if the row is another person's or does not exist. */
export const readInvitation = async (
  db: Db,
  senderId: string,
  id: string,
  now: Date,
): Promise<Invitation | undefined> => {
  const { rows } = await selectInvitations(senderId, now, sql`and c.id = ${id}`).execute(db);
  return rows[0];
};

interface Part {
  limit: number;
  offset: number;
  status?: InvitationStatus | undefined;
}

/** A part of the own invitations, the newest first, and how many there are. Deleted ones are listed only when asked for. */
export const listInvitations = async (
  db: Db,
  senderId: string,
  now: Date,
  { limit, offset, status }: Part,
): Promise<{ count: number; results: Invitation[] }> => {
  const listed = status === undefined ? sql`and c.deleted_at is null` : sql`and ${statusSql(now)} = ${status}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count
    from (${selectInvitations(senderId, now, listed)}) own`.execute(db);
  const { rows: results } = await selectInvitations(
    senderId,
    now,
    sql`${listed} order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  return { count: counted[0]!.count, results };
};
