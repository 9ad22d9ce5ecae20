import type { DiscountCode } from '#contract/discounts.ts';
import type { AreaHandlers, CallContext } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import { findCode, listCodes, type Code } from './codes.ts';

export { codesOfNetwork, noteCommunityNetwork } from './community-networks.ts';
export {
  chooseCode,
  countUse,
  hasNoUsesLeft,
  isOpen,
  normalizeCode,
  readCode,
  releaseCode,
  statusSql,
  type Code,
  type Discount,
} from './codes.ts';

/** Sender of the codes that the product itself gives out. */
export const PRODUCT = 'Sideline';
/** Tries of one person: too few to find a code of nine signs by guessing. */
const CODE_TRIES = { capacity: 20, perSeconds: 3_600 };

/** Source: SUB-025; the discount lasts for full months after the first payment (D-191). */
const toWire = (code: Code, now: Date): DiscountCode => ({
  code: code.code,
  type: code.kind === 'promotional' ? 'promotional' : 'affiliate',
  creator: code.senderName ?? PRODUCT,
  sports: code.sports,
  discountAmountUnit: code.unit,
  discountAmountValue: code.value,
  durationInMonths: code.months,
  discountEndDate: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + code.months + 1, 1)).toISOString(),
  expiredAt: code.expiresAt?.toISOString() ?? null,
});

const purchaseOf = ({ session, now }: CallContext, sportId: string) => ({ userId: session.userId, sportId, now });
const listOwn = async (context: CallContext, sportId: string, kind?: Code['kind']): Promise<DiscountCode[]> =>
  (await listCodes(context.db, purchaseOf(context, sportId)))
    .filter((code) => kind === undefined || code.kind === kind)
    .map((code) => toWire(code, context.now));
const inList = <T>(results: T[]) => ({ count: results.length, results });

export const discountsHandlers: AreaHandlers<'discounts'> = {
  'discounts.list': async (context, { sportId }) => inList(await listOwn(context, sportId)),
  'discounts.check': async (context, { code, sportId }) => {
    const { services, session, db, now } = context;
    await takeToken(services.database.counters, `sports-code:${session.userId}`, CODE_TRIES);
    return toWire(await findCode(db, code, purchaseOf(context, sportId)), now);
  },
  'discounts.affiliate': async (context, { sportId }) => ({
    affiliateCode: (await listOwn(context, sportId, 'affiliate'))[0] ?? null,
  }),
  'discounts.promotional': async (context, { sportId }) => inList(await listOwn(context, sportId, 'promotional')),
};
