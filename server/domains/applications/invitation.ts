import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { isOpen, readCode, type Code } from '../discounts/index.ts';
import { countCodeTry, redeemInvitation } from '../invites/index.ts';

/** Whether the code has given its points: to this person, or to as many people as it may. */
const isUsed = async (db: Db, { code, maxUses }: Code, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ uses: number; own: boolean }>`select count(distinct user_id)::int as uses,
      coalesce(bool_or(user_id = ${userId}), false) as own from applications where invitation_code = ${code}`.execute(
    db,
  );
  const { uses, own } = rows[0]!;
  return own || (maxUses !== null && uses >= maxUses);
};

/**
 * The invitation code that gives points to an application: the one in the application, else the newest that the person
 * has redeemed.
 *
 * @throws Problem `invite.…` that says why the code in the application is refused.
 */
export const takeInvitation = async (context: CallContext, typed: string | null): Promise<string | null> => {
  const { db, session, now } = context;
  const { userId } = session;
  if (typed !== null) {
    await countCodeTry(context);
    await sql`select 1 from shareable_codes where code = ${typed} for update`.execute(db);
    const code = await redeemInvitation(db, { userId, code: typed, recipientType: 'educator', now });
    if (await isUsed(db, code, userId)) throw new Problem('invite.used', { sender: code.sender });
    return code.code;
  }
  const redeemed = await db
    .selectFrom('redeemed_codes')
    .select('code')
    .where('user_id', '=', userId)
    .orderBy('redeemed_at', 'desc')
    .execute();
  for (const row of redeemed) {
    const code = await readCode(db, row.code, now);
    if (code && counts(code) && !(await isUsed(db, code, userId))) return code.code;
  }
  return null;
};

/** An open invitation for Creators; it also counts once its person has joined. */
const counts = (code: Code): boolean =>
  code.kind === 'invitation' && code.recipientType === 'educator' && (isOpen(code) || code.status === 'joined');
