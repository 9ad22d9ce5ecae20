import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { STORAGE_PLANS } from '#contract/storage.ts';
import type { Plans } from './plan-prices.ts';
import type { Preview } from './use-plan-preview.ts';

// Answers of the calls of storage plans, and rows of the Library, for tests of their screens.

export const GB = 1e9;
/** Pages that the screens lead to. */
export const PAGES = [
  '/storage-plan-access-fees',
  '/select-plan-for-downgrading',
  '/confirm-plan-payment',
  '/cancel-plan-refund',
  '/downgrade-plan-refund',
  '/upgrade-plan-refund',
  '/thank-you',
  '/payment-methods',
  '/contact-support',
  '/library/archived',
];
/** The plans of a Creator who has one of them by the month. */
export const plansWith = (index: number, facts: Partial<Plans> = {}): Plans => ({
  plans: STORAGE_PLANS.map((plan) => ({ ...plan, yearlySaving: plan.index === 0 ? null : 16.6 })),
  plan: {
    index,
    name: STORAGE_PLANS[index]!.name,
    storageSize: STORAGE_PLANS[index]!.storageSize * GB,
    period: index === 0 ? null : 'month',
    status: 'active',
    currentPeriodEnd: index === 0 ? null : '2030-12-01T00:00:00.000Z',
  },
  unusedFees: index === 0 ? 0 : 500,
  mayChange: true,
  openInvoiceId: null,
  fallsAt: null,
  storageUsed: 8.4 * GB,
  storageReserved: 0,
  storageSize: STORAGE_PLANS[index]!.storageSize * GB,
  archived: { count: 0, bytes: 0, nextDeletionAt: null },
  ...facts,
});
export const previewOf = (facts: Partial<Preview> = {}): Preview => ({
  amountDue: 1190,
  price: 1000,
  credit: 0,
  unusedFees: 0,
  taxes: [],
  refundTax: 0,
  transactionFee: 0,
  refund: 0,
  refundable: false,
  refundCards: [],
  nextBillingDate: '2030-12-01T00:00:00.000Z',
  nextAmount: 1999,
  archiveBytes: 0,
  explanation: ['Silver costs $10.00 for the rest of this month.', '$11.90 is charged now.'],
  quotedAt: '2030-11-16T00:00:00.000Z',
  ...facts,
});
/** Of a preview: what a cancellation gives back. */
export const REFUNDED = {
  unusedFees: 1000,
  refundTax: 190,
  transactionFee: 65,
  refund: 1125,
  refundable: true,
  amountDue: 0,
  refundCards: [{ id: 'pm_1', brand: 'visa', last4: '4242', amount: 1125 }],
};
export const CARD = {
  id: 'pm_1',
  brand: 'visa',
  expYear: 2031,
  expMonth: 8,
  last4: '4242',
  isDefaultMethod: true,
  hasActiveSubscriptions: true,
  billingDetailsAddress: null,
  errorCode: null,
};
export const BOUGHT = {
  plan: plansWith(2).plan,
  invoiceId: newId(),
  status: 'succeeded',
  credit: 0,
};
/** A file of the Library that is ready. */
export const contentOf = (
  scope: string,
  title: string,
  type: LibraryContent['type'],
  gigabytes: number,
): LibraryContent => ({
  id: newId(),
  contentId: newId(),
  scope,
  title,
  filename: `${title}.mp4`,
  type,
  folderId: null,
  thumbnail: null,
  duration: null,
  pagesCount: null,
  fileSize: 0,
  originFileSize: gigabytes * GB,
  createdAt: '2030-01-01T00:00:00.000Z',
  isPublished: false,
  category: null,
  active: true,
  approved: true,
  encodingStatus: 4,
  encodingProgress: 100,
  reviewStatus: 'approved',
  reviewReason: null,
  published: null,
});
