import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { AreaHandlers, CallContext } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';

/** Tries of one person: too few to find a code of nine signs by guessing. */
const CODE_TRIES = { capacity: 20, perSeconds: 3_600 };
/** Sender of the codes that the product itself gives out. */
const PRODUCT = 'Sideline';

/** A discount on a monthly price: percent or cents off, for some months. */
export interface Discount {
  unit: 'currency' | 'percent';
  value: number;
  months: number;
}

interface InviteProgram {
  name: string;
  discountAmountUnit: 'currency' | 'percent';
  discountAmountValue: number;
  durationInMonths: number;
  recipientType: string;
}

const findCode = (db: Db, kind: 'invitation' | 'affiliate', code: string, now: Date) =>
  db
    .selectFrom('shareable_codes as c')
    .leftJoin('users as u', 'u.id', 'c.sender_id')
    .select(['c.code', 'c.program', 'c.recipient_type', 'c.sender_id', 'u.first_name', 'u.last_name'])
    .where('c.kind', '=', kind)
    .where('c.code', '=', code)
    .where('c.is_active', '=', true)
    .where((is) => is.or([is('c.expires_at', 'is', null), is('c.expires_at', '>', now)]))
    .executeTakeFirst();

/** Finds a usable code and records that the person redeemed it. */
const redeem = async (
  context: CallContext,
  kind: 'invitation' | 'affiliate',
  text: string,
  unknown: ProblemCode,
  recipientType?: string,
) => {
  const { session, services, db } = context;
  await takeToken(services.database.counters, `sports-code:${session.userId}`, CODE_TRIES);
  const code = await findCode(db, kind, text, services.now());
  if (!code || code.sender_id === session.userId || (recipientType && code.recipient_type !== recipientType))
    throw new Problem(unknown);
  await db
    .insertInto('redeemed_codes')
    .values({ user_id: session.userId, code: code.code, redeemed_at: services.now() })
    .onConflict((on) => on.doNothing())
    .execute();
  const sender = code.first_name ? `${code.first_name} ${code.last_name}` : PRODUCT;
  return { sender, program: code.program as Omit<InviteProgram, 'recipientType'>, recipientType: code.recipient_type };
};

const checkInviteCode = async (
  context: CallContext,
  input: { recipientType: 'learner' | 'educator'; code: string },
) => {
  const { sender, program, recipientType } = await redeem(
    context,
    'invitation',
    input.code,
    'invite.unknown_code',
    input.recipientType,
  );
  const { name, discountAmountUnit, discountAmountValue, durationInMonths } = program;
  return { sender, inviteProgram: { name, discountAmountUnit, discountAmountValue, durationInMonths, recipientType } };
};

const applyAffiliateCode = async (context: CallContext, { code }: { code: string }) => {
  const { sender } = await redeem(context, 'affiliate', code, 'affiliate.unknown_code');
  return { sender };
};

/**
 * The discount of an affiliate code.
 *
 * @throws Problem `affiliate.unknown_code` for a text that is not a usable code.
 */
export const readDiscount = async (db: Db, text: string | undefined, now: Date): Promise<Discount | undefined> => {
  const wanted = text?.replace(/[\s-]/g, '').toUpperCase();
  if (!wanted) return undefined;
  const code = await findCode(db, 'affiliate', wanted, now);
  if (!code) throw new Problem('affiliate.unknown_code');
  const {
    discountAmountUnit: unit,
    discountAmountValue: value,
    durationInMonths: months,
  } = code.program as InviteProgram;
  return { unit, value, months };
};

export const invitesHandlers: AreaHandlers<'invites'> = {
  'invites.checkCode': checkInviteCode,
  'invites.applyAffiliate': applyAffiliateCode,
};
