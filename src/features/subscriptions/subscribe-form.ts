import type { OutputOf } from '#contract/call.ts';
import type { DiscountCode } from '#contract/discounts.ts';
import type { Subscription } from '#contract/rows.ts';
import type { RoleMapping } from '#contract/sports.ts';
import type { previewSubscription } from '#contract/subscriptions.ts';
import type * as v from 'valibot';
import type { AccountDatabase } from '#store/database.ts';

export type Preview = OutputOf<typeof previewSubscription>;
export type Discount = v.InferOutput<typeof DiscountCode>;

/** `create`: a new one, or one that has ended. `upgrade`: pays for a running trial. */
export type SubscribeKind = 'create' | 'upgrade';

/** Where a failure is shown: under the code, under the cards, or above the button. */
export type ProblemPlace = 'code' | 'card' | 'form';

/** Why a payment did not go through, as far as the flow must know. */
export type ProblemKind =
  /** Shown, and nothing else. */
  | 'shown'
  /** The card was refused: another one, again, or later. */
  | 'declined'
  /** The amount has changed since it was shown. */
  | 'changed'
  /** The code is not valid any more. */
  | 'code'
  /** There is no card. */
  | 'cardless'
  /** No answer came: what became of the payment must be asked. */
  | 'lost'
  /** The subscription is there already. */
  | 'exists'
  /** The person stopped, e.g. at the question about age. */
  | 'stopped';

export class PayProblem extends Error {
  readonly place: ProblemPlace;
  readonly kind: ProblemKind;
  constructor(kind: ProblemKind, message: string, place: ProblemPlace = 'form', options?: ErrorOptions) {
    super(message, options);
    this.name = 'PayProblem';
    this.kind = kind;
    this.place = place;
  }
}

/**
 * What is kept of the flow on this device, so that it goes on after a reload or a closed tab: in the table `drafts` of the
 * account. Never a card's number and never the consent, which is given anew.
 */
export interface KeptSubscribe {
  /** Roles to save at Confirm; null if the person has theirs already. */
  roles: RoleMapping[] | null;
  code: string;
  cardId: string | null;
  /** A payment was begun and its end is not known: it is asked for first. */
  isPaying: boolean;
  /** The invoice of that payment, once it is known. */
  invoiceId: string | null;
}

export const NOTHING_KEPT: KeptSubscribe = { roles: null, code: '', cardId: null, isPaying: false, invoiceId: null };

const keyOf = (sportId: string): string => `subscribe:${sportId}`;

export const keepSubscribe = async (db: AccountDatabase, sportId: string, kept: KeptSubscribe): Promise<void> => {
  await db.drafts.put({ key: keyOf(sportId), value: kept, savedAtMs: Date.now() });
};

export const forgetSubscribe = (db: AccountDatabase, sportId: string): Promise<void> =>
  db.drafts.delete(keyOf(sportId));

/** Fields that a former build did not keep have their first values. */
export const readSubscribe = async (db: AccountDatabase, sportId: string): Promise<KeptSubscribe> => {
  const draft = await db.drafts.get(keyOf(sportId));
  return { ...NOTHING_KEPT, ...(draft?.value as Partial<KeptSubscribe> | undefined) };
};

/** Spaces and hyphens out, upper case. Source: SUB-056, SUB-057. */
export const strippedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Least characters of a code. Source: SUB-055. */
export const CODE_MIN = 9;

/** Whether something is charged, now or on the first, so that a card and the consent are needed. */
export const needsPayment = (preview: Preview | null): boolean =>
  preview !== null && !preview.trialSubscription && !preview.isFree;

/** `type` of the success page. Source: D-259. */
export const successTypeOf = ({
  subscriptionType,
}: Pick<Subscription, 'subscriptionType'>): 'trial' | 'beta' | 'free' | 'subscribed' | 'waitlist' => {
  if (subscriptionType === 'beta-free') return 'beta';
  if (subscriptionType === 'educator') return 'free';
  if (subscriptionType === 'waitlist') return 'waitlist';
  return subscriptionType.startsWith('trial') ? 'trial' : 'subscribed';
};
