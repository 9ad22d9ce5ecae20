import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Nothing, SafeText, integer, listOf, text } from './patterns.ts';

// Payment methods. The card itself goes to the provider and never to our server, except in the sandbox of development
// and tests, which stands where the provider does. Source: decision 0072.

/** Longest id or client secret of the provider, characters. */
const PROVIDER_TEXT_MAX = 255;
const ProviderText = v.pipe(SafeText, v.nonEmpty(), v.maxLength(PROVIDER_TEXT_MAX));

/** Source: SUB-031. */
export const BillingAddress = v.object({
  line1: v.string(),
  line2: v.nullable(v.string()),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  /** Two letters, ISO 3166-1. */
  country: v.string(),
});
export type BillingAddress = v.InferOutput<typeof BillingAddress>;

/** Source: SUB-029. */
export const PaymentMethod = v.object({
  id: v.string(),
  /** `visa`, `mastercard`, `amex` and so on, in the provider's spelling. */
  brand: v.string(),
  expYear: v.number(),
  expMonth: v.number(),
  last4: v.string(),
  isDefaultMethod: v.boolean(),
  hasActiveSubscriptions: v.boolean(),
  /** Null without an address, and in a list that was asked for without addresses. */
  billingDetailsAddress: v.nullable(BillingAddress),
  /** The last payment with it failed; `authentication_required` needs the person, all others another card. */
  errorCode: v.nullable(v.string()),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

/** A secret by which the person's browser, and nothing else, confirms one intent with the provider. */
const ClientSecret = v.string();

/** What became of a payment. `requires_action`: the person confirms it with the bank, by `clientSecret`. */
export const PaymentResult = v.object({
  invoiceId: v.string(),
  status: v.picklist(['succeeded', 'requires_action', 'processing', 'failed']),
  clientSecret: v.nullable(ClientSecret),
});
export type PaymentResult = v.InferOutput<typeof PaymentResult>;

export const paymentsConfig = defineCall({
  id: 'payments.config',
  method: 'GET',
  path: '/payments/config',
  may: 'registered',
  input: v.object({}),
  output: v.object({
    /** `none`: this server takes no payments. */
    provider: v.picklist(['stripe', 'sandbox', 'none']),
    publishableKey: v.nullable(v.string()),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Which provider takes the card',
});
export const listPaymentMethods = defineCall({
  id: 'payments.methods',
  method: 'GET',
  path: '/payment-methods',
  may: 'registered',
  input: v.object({ billing_details_address: v.optional(v.picklist(['true', 'false']), 'false') }),
  output: listOf(PaymentMethod),
  problems: [],
  offline: 'cache',
  summary: 'Payment methods of the person, the preferred one first',
});
export const createSetupIntent = defineCall({
  id: 'payments.createSetupIntent',
  method: 'POST',
  path: '/stripe-setup-intent/create',
  may: 'registered',
  input: v.object({
    /** The card that the new one replaces. Source: D-188. */
    updatePaymentMethodId: v.optional(ProviderText),
  }),
  output: v.object({ clientSecret: ClientSecret }),
  problems: ['payment.unavailable', 'payment.provider', 'payment.too_many_methods', 'request.too_often'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Begins to add or replace a card',
});
/** The server reads the intent from the provider, so a repeat, or a webhook that came first, changes nothing. */
export const finishSetup = defineCall({
  id: 'payments.finishSetup',
  method: 'POST',
  path: '/stripe-setup-intent/finish',
  may: 'registered',
  input: v.object({
    clientSecret: ProviderText,
    makePreferredWayToPay: v.optional(v.boolean(), false),
    /** Takes the address of the preferred card. Source: SUB-069. */
    usePreviousAddress: v.optional(v.boolean(), false),
  }),
  output: v.object({
    paymentMethod: PaymentMethod,
    /** False if the person wanted it preferred and that failed. Source: SUB-097. */
    isPreferred: v.boolean(),
  }),
  problems: ['payment.setup_unfinished', 'payment.unavailable', 'payment.provider'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Keeps the card whose setup the provider has confirmed',
});
export const setPreferredMethod = defineCall({
  id: 'payments.setPreferred',
  method: 'POST',
  path: '/payment-method/set-preferred',
  may: 'registered',
  input: v.object({ payment_method_id: ProviderText }),
  output: PaymentMethod,
  problems: ['payment.unavailable', 'payment.provider'],
  offline: 'online',
  summary: 'Charges this card from now on',
});
export const deletePaymentMethod = defineCall({
  id: 'payments.delete',
  method: 'POST',
  path: '/payment-method/delete',
  may: 'registered',
  input: v.object({ payment_method_id: ProviderText }),
  output: Nothing,
  problems: ['payment.method_in_use', 'payment.unavailable', 'payment.provider'],
  offline: 'online',
  summary: 'Deletes a card that pays for nothing',
});

/** Source: SUB-058…SUB-068; the patterns are those of `BillingForm`. */
const SandboxCard = v.object({
  number: v.pipe(SafeText, v.regex(/^\d{12,19}$/u)),
  expMonth: integer(1, 12),
  expYear: integer(2000, 2100),
  cvc: v.pipe(SafeText, v.regex(/^\d{3,4}$/u)),
  name: v.optional(text(1, 120)),
  address: v.optional(
    v.object({
      line1: text(1, 120),
      line2: v.optional(text(1, 120)),
      city: text(1, 50),
      state: text(2, 30),
      postal_code: text(1, 20),
      country: text(2, 70),
    }),
  ),
});
/** What the provider's own script does in the page. Answers 404 unless the server runs its sandbox. */
export const sandboxConfirm = defineCall({
  id: 'payments.sandboxConfirm',
  method: 'POST',
  path: '/sandbox-payments/confirm-setup',
  may: 'registered',
  input: v.object({ clientSecret: ProviderText, card: SandboxCard }),
  output: v.object({
    status: v.picklist(['succeeded', 'requires_action', 'failed']),
    /** The provider's sentence for the person, if it failed. */
    message: v.nullable(v.string()),
  }),
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'The sandbox takes a test card',
});
/** The bank's question to the person, for a setup or a payment. Answers 404 unless the server runs its sandbox. */
export const sandboxAuthenticate = defineCall({
  id: 'payments.sandboxAuthenticate',
  method: 'POST',
  path: '/sandbox-payments/authenticate',
  may: 'registered',
  input: v.object({ clientSecret: ProviderText, agrees: v.boolean() }),
  output: v.object({ status: v.picklist(['succeeded', 'failed']), message: v.nullable(v.string()) }),
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'The person confirms or refuses at the bank of the sandbox',
});
