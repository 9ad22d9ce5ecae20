import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Instant, SafeText, integer } from './patterns.ts';
import { PaymentResult } from './payments.ts';

// Invoices: past and coming charges with their reasons. All amounts are integer minor units of `currency`. Source: D-344…D-347.

const Day = v.pipe(SafeText, v.isoDate());
export const INVOICE_STATUSES = ['open', 'paid', 'unpaid', 'void'] as const;
/** First year of the history. Source: SUB-105. */
export const HISTORY_FROM_YEAR = 2021;

/** Source: SUB-035. */
export const InvoiceItem = v.object({
  id: Id,
  sportName: v.string(),
  /** For the period, before the discount. */
  fullAmount: v.number(),
  discountAmount: v.number(),
  /** The code itself. */
  discountCodeValue: v.nullable(v.string()),
  periodStart: Instant,
  periodEnd: Instant,
  /** Why it is charged: `first` rest of the month, `month` a full month, `carried` a small first payment from the month before. */
  reason: v.picklist(['first', 'month', 'carried']),
});
export const TaxLine = v.object({ type: v.string(), amount: v.number(), percentage: v.number() });
export const InvoicePayment = v.object({
  at: Instant,
  /** Negative for a refund or a dispute that was lost. */
  amount: v.number(),
  kind: v.picklist(['charge', 'refund', 'dispute']),
  status: v.picklist(['succeeded', 'requires_action', 'processing', 'failed']),
  cardBrand: v.nullable(v.string()),
  cardLast4: v.nullable(v.string()),
  /** The sentence for the person, if it failed. */
  message: v.nullable(v.string()),
});
export const Invoice = v.object({
  id: Id,
  number: v.string(),
  createdAt: Instant,
  currency: v.string(),
  /** `unpaid`: all retries failed; its amount is a debt on the next invoice. */
  status: v.picklist(INVOICE_STATUSES),
  items: v.array(InvoiceItem),
  taxes: v.array(TaxLine),
  /** Carried over from unpaid invoices. */
  debt: v.number(),
  total: v.number(),
  paidAt: v.nullable(Instant),
  /** When an open one is charged again. */
  nextAttemptAt: v.nullable(Instant),
  payments: v.array(InvoicePayment),
});
export type Invoice = v.InferOutput<typeof Invoice>;

export const readInvoiceHistory = defineCall({
  id: 'invoices.history',
  method: 'GET',
  path: '/invoices/history',
  may: 'registered',
  input: v.object({ date_from: v.optional(Day), date_to: v.optional(Day) }),
  output: v.object({
    years: v.array(
      v.object({
        year: v.number(),
        /** `month` 1 to 12; `amount`: all invoices of the month that are not void. Newest first. */
        invoices: v.array(v.object({ month: v.number(), amount: v.number(), currency: v.string() })),
      }),
    ),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Months with invoices, by year',
});
export const readMonthlyInvoices = defineCall({
  id: 'invoices.monthly',
  method: 'GET',
  path: '/invoices/monthly/{year}/{month}',
  may: 'registered',
  input: v.object({ year: integer(2000, 2200), month: integer(1, 12) }),
  output: v.object({
    invoices: v.array(
      v.object({
        id: Id,
        createdAt: Instant,
        totalAmount: v.number(),
        currency: v.string(),
        status: v.picklist(INVOICE_STATUSES),
      }),
    ),
    /** The next billing date; null if nothing will be billed. */
    nextMonthFirstDate: v.nullable(Instant),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Invoices of a month',
});
export const readInvoice = defineCall({
  id: 'invoices.read',
  method: 'GET',
  path: '/invoices/{invoiceId}',
  may: 'registered',
  input: v.object({ invoiceId: Id }),
  output: Invoice,
  problems: [],
  offline: 'cache',
  summary: 'One invoice with its items, taxes, debt and payments',
});
/** Charges the preferred card. The same open invoice is never charged twice. Source: D-188. */
export const payInvoice = defineCall({
  id: 'invoices.pay',
  method: 'POST',
  path: '/invoices/{invoiceId}/pay',
  may: 'registered',
  input: v.object({ invoiceId: Id }),
  output: PaymentResult,
  problems: [
    'invoice.not_open',
    'subscription.card_needed',
    'payment.declined',
    'payment.unavailable',
    'payment.provider',
    'request.too_often',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Pays an open invoice now',
});
/** After the bank has asked the person, or when an answer was lost: reads the payment from the provider and applies it. */
export const refreshInvoice = defineCall({
  id: 'invoices.refresh',
  method: 'POST',
  path: '/invoices/{invoiceId}/refresh',
  may: 'registered',
  input: v.object({ invoiceId: Id }),
  output: PaymentResult,
  problems: ['payment.unavailable', 'payment.provider', 'payment.declined', 'request.too_often'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Brings an invoice up to date with the provider',
});
