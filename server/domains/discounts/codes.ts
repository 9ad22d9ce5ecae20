import { sql, type RawBuilder } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';

/** A discount on a monthly price: percent or cents off, for some full months after the first payment. Source: D-191, D-357. */
export interface Discount {
  unit: 'currency' | 'percent';
  value: number;
  months: number;
}

/** Where a code is in its life. Source: INV-022, INV-025, D-213. */
export type CodeStatus = 'pending' | 'joined' | 'expired' | 'deleted' | 'suspended' | 'inactive' | 'active';

/**
 * SQL: the status of a row `c` of shareable_codes. `pending`: an invitation to one person; `active`: a code for anybody.
 * `inactive`: cancelled, or not started yet. `suspended`: by its sender, by an operator (`is_held`), or because the Creator whose code it
 * is is suspended (decision 0129).
 */
export const statusSql = (now: Date) => sql<CodeStatus>`case
  when c.deleted_at is not null then 'deleted'
  when c.joined_at is not null then 'joined'
  when c.cancelled_at is not null or c.starts_at > ${now} then 'inactive'
  when c.expires_at <= ${now} then 'expired'
  when not c.is_active or c.is_held
    or (c.kind = 'affiliate' and exists (select 1 from users o where o.id = c.sender_id and o.is_suspended)) then 'suspended'
  when num_nonnulls(c.email, c.phone_number) > 0 then 'pending'
  else 'active' end`;

/** A code that a person may type or was given. */
export interface Code extends Discount {
  id: string;
  code: string;
  kind: 'invitation' | 'affiliate' | 'promotional';
  program: string;
  senderId: string | null;
  senderName: string | null;
  senderFirstName: string | null;
  recipientType: 'learner' | 'educator';
  /** Empty: all. */
  sports: string[];
  status: CodeStatus;
  expiresAt: Date | null;
  maxUses: number | null;
}

/** Codes, without those of people who have left. */
const selectCodes = (now: Date, where: RawBuilder<unknown>) => sql<Code>`
  select c.id, c.code, c.kind, c.program ->> 'name' as program, c.program ->> 'discountAmountUnit' as unit,
    (c.program ->> 'discountAmountValue')::int as value, (c.program ->> 'durationInMonths')::int as months,
    c.sender_id as "senderId", u.first_name || ' ' || u.last_name as "senderName",
    u.first_name as "senderFirstName", c.recipient_type as "recipientType",
    c.sports, ${statusSql(now)} as status, c.expires_at as "expiresAt", c.max_uses as "maxUses"
  from shareable_codes c left join users u on u.id = c.sender_id where u.deleted_at is null and ${where}`;

/** A code as it is kept: without separators, in capitals. Source: SUB-056, SUB-057. */
export const normalizeCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** @param text In any case and with separators. */
export const readCode = async (db: Db, text: string, now: Date): Promise<Code | undefined> => {
  const { rows } = await selectCodes(now, sql`c.code = ${normalizeCode(text)}`).execute(db);
  return rows[0];
};

/** Whether a code can still be used by anybody. */
export const isOpen = ({ status }: Pick<Code, 'status'>): boolean => status === 'active' || status === 'pending';

/** Whether as many subscriptions began with the code as it allows. */
export const hasNoUsesLeft = async (db: Db, { code, maxUses }: Pick<Code, 'code' | 'maxUses'>): Promise<boolean> => {
  if (maxUses === null) return false;
  const { rows } = await sql<{
    uses: number;
  }>`select count(*)::int as uses from code_uses where code = ${code}`.execute(db);
  return rows[0]!.uses >= maxUses;
};

interface Purchase {
  userId: string;
  sportId: string;
  now: Date;
}

/** Whether the code may begin another subscription, and whether this person has used it. An invitation counts for one sport. */
const isUsedUp = async (db: Db, { code, kind, maxUses }: Code, { userId, sportId }: Purchase): Promise<boolean> => {
  const { rows } = await sql<{ uses: number; own: boolean }>`select count(*)::int as uses,
      coalesce(bool_or(user_id = ${userId} and (sport_id = ${sportId} or ${kind === 'invitation'})), false) as own
    from code_uses where code = ${code}`.execute(db);
  const { uses, own } = rows[0]!;
  return own || (maxUses !== null && uses >= maxUses);
};

const isRedeemed = async (db: Db, code: string, userId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from redeemed_codes where code = ${code} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
};

/**
 * The code that a person types for a sport. An invitation counts only for those who have redeemed it.
 *
 * @throws Problem `discount.unknown`; `discount.expired` for one that has ended or was used up.
 */
export const findCode = async (db: Db, text: string, purchase: Purchase): Promise<Code> => {
  const code = await readCode(db, text, purchase.now);
  // An invitation to one friend promises no discount.
  if (code?.value === 0) throw new Problem('discount.unknown');
  if (!code || code.senderId === purchase.userId || (code.sports.length > 0 && !code.sports.includes(purchase.sportId)))
    throw new Problem('discount.unknown');
  if (code.kind === 'invitation' && !(await isRedeemed(db, code.code, purchase.userId)))
    throw new Problem('discount.unknown');
  // Before its first day nobody knows it.
  if (code.status === 'inactive') throw new Problem('discount.unknown');
  if (!isOpen(code) || (await isUsedUp(db, code, purchase))) throw new Problem('discount.expired');
  return code;
};

/** Codes that the person has redeemed or was given and may use for a sport, the newest first. */
export const listCodes = async (db: Db, purchase: Purchase): Promise<Code[]> => {
  const { rows } = await selectCodes(
    purchase.now,
    sql`(cardinality(c.sports) = 0 or ${purchase.sportId} = any(c.sports))
    and c.sender_id is distinct from ${purchase.userId} and exists (
      select 1 from redeemed_codes r where r.code = c.code and r.user_id = ${purchase.userId})
    order by (select r.redeemed_at from redeemed_codes r where r.code = c.code and r.user_id = ${purchase.userId}) desc, c.code`,
  ).execute(db);
  const usable: Code[] = [];
  for (const code of rows)
    if (code.value !== 0 && isOpen(code) && !(await isUsedUp(db, code, purchase))) usable.push(code);
  return usable;
};

/**
 * The code for a subscription: the one that the person types, else the newest that was promised. One code per subscription.
 * Source: D-190.
 *
 * @throws Problem as `findCode`.
 */
export const chooseCode = async (db: Db, text: string | undefined, purchase: Purchase): Promise<Code | undefined> => {
  if (text !== undefined && normalizeCode(text) !== '') return findCode(db, text, purchase);
  return (await listCodes(db, purchase)).find(({ value }) => value > 0);
};

/**
 * Counts that a subscription begins with a code, in its transaction.
 *
 * @throws Problem `discount.expired` if another person took its last use.
 */
export const countUse = async (db: Db, code: Code, purchase: Purchase): Promise<void> => {
  await sql`select 1 from shareable_codes where code = ${code.code} for update`.execute(db);
  if (await isUsedUp(db, code, purchase)) throw new Problem('discount.expired');
  await sql`insert into code_uses (code, user_id, sport_id, used_at)
    values (${code.code}, ${purchase.userId}, ${purchase.sportId}, ${purchase.now})`.execute(db);
};

/** Gives the use back: the subscription was not paid. */
export const releaseCode = async (db: Db, code: string, { userId, sportId }: Omit<Purchase, 'now'>): Promise<void> => {
  await sql`delete from code_uses where code = ${code} and user_id = ${userId} and sport_id = ${sportId}`.execute(db);
};
