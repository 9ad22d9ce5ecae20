import { sql, type RawBuilder } from 'kysely';
import type { CommunityCode } from '#contract/invites.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { invitesText } from '#contract/text/invites.ts';
import { found, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { statusSql } from '../discounts/index.ts';
import { notify } from '../notifications/index.ts';
import { makeCode } from './make-code.ts';

/** What the sender of a standard code earns, percent, and for how many months. Source: D-350. */
const STANDARD_FEE_PERCENT = 10;
const STANDARD_MONTHS = 12;
/** Notices of codes that expired longer ago are not sent: the code was known to be over. */
const NOTICE_DAYS = 7;

/** Own codes that anybody may use. `c` is the row of shareable_codes. */
const selectOwnCodes = (senderId: string, now: Date, rest: RawBuilder<unknown>) => sql<CommunityCode>`
  select c.id, c.code as "codeValue", case when c.is_custom then 'other' else 'standard' end as type,
    c.program ->> 'name' as name, initcap(${statusSql(now)}) as status, c.is_held as "isPausedByOperator",
    (select count(distinct used.user_id)::int from (select user_id from redeemed_codes r where r.code = c.code
      union all select user_id from code_uses o where o.code = c.code) used) as "usageRate",
    c.max_uses as "maximumQuantityOfCodes", c.fee_unit as "customerMarketingFeeUnit",
    c.fee_value as "customerMarketingFeeValue", c.program ->> 'discountAmountUnit' as "discountAmountUnit",
    (c.program ->> 'discountAmountValue')::int as "discountAmountValue",
    (c.program ->> 'durationInMonths')::int as "durationInMonths", c.recipient_type as "recipientType",
    iso(c.starts_at) as "startDate", iso(c.expires_at) as "expiryDate", iso(c.created_at) as "creationDate"
  from shareable_codes c
  where c.sender_id = ${senderId} and num_nonnulls(c.email, c.phone_number) = 0 ${rest}`;

const readOwnCode = async (db: Db, senderId: string, id: string, now: Date): Promise<CommunityCode> => {
  const { rows } = await selectOwnCodes(senderId, now, sql`and c.id = ${id}`).execute(db);
  return found(rows[0]);
};

export const ownCodeHandlers = {
  'invites.ownCodes': async ({ db, session, now }) => {
    const { rows } = await selectOwnCodes(
      session.userId,
      now,
      sql`and c.deleted_at is null order by c.created_at desc, c.code`,
    ).execute(db);
    return { count: rows.length, results: rows };
  },
  // Only Active to Suspended and back; setting what is set already changes nothing. Source: D-291.
  'invites.changeOwnCode': async ({ db, session, now }, { id, status }) => {
    await sql`select 1 from shareable_codes where id = ${id} and sender_id = ${session.userId} for update`.execute(db);
    const code = await readOwnCode(db, session.userId, id, now);
    if (code.isPausedByOperator && code.status === 'Suspended') throw new Problem('affiliate.paused_by_operator');
    if (code.status !== 'Active' && code.status !== 'Suspended') throw new Problem('affiliate.not_possible');
    await db
      .updateTable('shareable_codes')
      .set({ is_active: status === 'Active' })
      .where('id', '=', id)
      .where('sender_id', '=', session.userId)
      .execute();
    return readOwnCode(db, session.userId, id, now);
  },
} satisfies Handlers;

/**
 * Gives an approved Creator the standard code, once. For the domain that approves applications. Source: D-219.
 *
 * @param db The transaction of the approval.
 */
export const issueStandardCode = async (db: Db, userId: string, now: Date): Promise<void> => {
  const program = {
    name: invitesText.standardCode,
    discountAmountUnit: 'percent',
    discountAmountValue: 0,
    durationInMonths: STANDARD_MONTHS,
  };
  await sql`insert into shareable_codes (code, kind, sender_id, recipient_type, program, created_at, fee_unit, fee_value)
    select ${makeCode()}, 'affiliate', ${userId}, 'learner', ${JSON.stringify(program)}, ${now}, 'percent',
      ${STANDARD_FEE_PERCENT}
    where not exists (select 1 from shareable_codes where sender_id = ${userId} and kind = 'affiliate' and not is_custom)`.execute(
    db,
  );
};

/** Notifies Creators of their codes that have expired, once for each code. Source: D-341. */
export const noteExpiredCodes = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{
    id: string;
    code: string;
    senderId: string;
  }>`select c.id, c.code, c.sender_id as "senderId"
    from shareable_codes c join users u on u.id = c.sender_id and u.deleted_at is null
    where num_nonnulls(c.email, c.phone_number) = 0 and c.deleted_at is null and c.cancelled_at is null
      and c.expires_at <= ${now} and c.expires_at > ${now}::timestamptz - make_interval(days => ${NOTICE_DAYS}::int)
      and not exists (select 1 from notifications n where n.user_id = c.sender_id and n.cause = 'code-expired:' || c.id)`.execute(
    db,
  );
  const { title, text, linkTitle } = notificationKinds.affiliate_code_expired;
  for (const { id, code, senderId } of rows)
    await db.transaction().execute((tx) =>
      notify(tx, services, {
        userId: senderId,
        recipientType: 'educator',
        kind: 'affiliate_code_expired',
        cause: `code-expired:${id}`,
        title: title(),
        text: text({ code }),
        linkTitle,
        link: notificationLinks.inviteCommunity,
      }),
    );
};
