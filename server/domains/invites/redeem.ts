import { sql } from 'kysely';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import { hasNoUsesLeft, isOpen, PRODUCT, readCode, type Code } from '../discounts/index.ts';

/** Tries of one person: too few to find a code of nine signs by guessing. */
const CODE_TRIES = { capacity: 20, perSeconds: 3_600 };

/** A person who types a code, and what they register as. */
export interface Redeeming {
  userId: string;
  /** In any case and with separators. */
  code: string;
  recipientType: 'learner' | 'educator';
  now: Date;
}

const ROLE_NAMES: Readonly<Record<string, string>> = { learner: 'Member', educator: 'Creator' };

/** Why an invitation code is refused, by its status. A code that has not started yet is unknown. */
const REFUSALS: Partial<Record<Code['status'], ProblemCode>> = {
  joined: 'invite.used',
  expired: 'invite.expired',
  inactive: 'invite.cancelled',
  deleted: 'invite.cancelled',
  suspended: 'invite.paused',
};

/**
 * The invitation that a person may use. It changes nothing.
 *
 * @throws Problem `invite.…` that says why not.
 */
export const findInvitation = async (
  db: Db,
  { userId, code: text, recipientType, now }: Redeeming,
): Promise<Code & { sender: string }> => {
  const code = await readCode(db, text, now);
  if (code?.kind !== 'invitation') throw new Problem('invite.unknown_code');
  if (code.senderId === userId) throw new Problem('invite.own_code');
  const sender = code.senderName ?? PRODUCT;
  const refusal = REFUSALS[code.status];
  if (refusal) throw new Problem(refusal, { sender });
  if (code.recipientType !== recipientType)
    throw new Problem('invite.other_role', { role: ROLE_NAMES[code.recipientType] });
  return { ...code, sender };
};

const keep = (db: Db, code: string, { userId, now }: Pick<Redeeming, 'userId' | 'now'>) =>
  db
    .insertInto('redeemed_codes')
    .values({ user_id: userId, code, redeemed_at: now })
    .onConflict((on) => on.doNothing())
    .execute();

/**
 * Checks an invitation code and keeps it for the person's registration, in the caller's transaction. Guessing is limited by
 * the caller (`countCodeTry`).
 *
 * @throws Problem as `findInvitation`.
 */
export const redeemInvitation = async (db: Db, redeeming: Redeeming): Promise<Code & { sender: string }> => {
  const code = await findInvitation(db, redeeming);
  await keep(db, code.code, redeeming);
  return code;
};

/**
 * Whether the person has redeemed an invitation for this role, also if it was used up by joining: it gives points to an
 * application (D-335). A code that its sender cancelled or deleted meanwhile counts no more.
 */
export const hasInvitation = async (
  db: Db,
  userId: string,
  recipientType: Redeeming['recipientType'],
): Promise<boolean> => {
  const { rows } = await sql`select 1 from redeemed_codes r join shareable_codes c on c.code = r.code
    where r.user_id = ${userId} and c.kind = 'invitation' and c.recipient_type = ${recipientType}
      and c.cancelled_at is null and c.deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
};

/** Counts a try of a code. @throws Problem `request.too_often` after too many. */
export const countCodeTry = ({ services, session }: Pick<CallContext, 'services' | 'session'>): Promise<void> =>
  takeToken(services.database.counters, `sports-code:${session.userId}`, CODE_TRIES);

export const checkInviteCode = async (
  context: CallContext,
  { recipientType, code }: Pick<Redeeming, 'recipientType' | 'code'>,
) => {
  const { session, services, db } = context;
  await countCodeTry(context);
  const redeemed = await redeemInvitation(db, { userId: session.userId, code, recipientType, now: services.now() });
  return {
    sender: redeemed.sender,
    inviteProgram: {
      name: redeemed.program,
      discountAmountUnit: redeemed.unit,
      discountAmountValue: redeemed.value,
      durationInMonths: redeemed.months,
      recipientType: redeemed.recipientType,
    },
  };
};

export const applyAffiliateCode = async (context: CallContext, { code: text }: { code: string }) => {
  const { session, services, db } = context;
  await countCodeTry(context);
  const now = services.now();
  const code = await readCode(db, text, now);
  if (code?.kind !== 'affiliate') throw new Problem('affiliate.unknown_code');
  if (code.senderId === session.userId) throw new Problem('affiliate.own_code');
  if (code.status === 'expired') throw new Problem('affiliate.expired');
  if (code.status === 'suspended') throw new Problem('affiliate.paused');
  if (!isOpen(code)) throw new Problem('affiliate.unknown_code');
  // A use is taken when a subscription begins with it (`countUse`), so that who only applies a code takes none from others.
  if (await hasNoUsesLeft(db, code)) throw new Problem('discount.expired');
  await keep(db, code.code, { userId: session.userId, now });
  return { sender: code.senderName ?? PRODUCT };
};
