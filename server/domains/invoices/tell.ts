import type { ProviderMovement } from '#server/adapters/payments/index.ts';
import { formatMoney } from '#contract/text/common-money.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { billingKinds } from '#contract/text/notifications-billing.ts';
import { paymentsText } from '#contract/text/payments.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/index.ts';
import type { Closed } from '../subscription-states/index.ts';
import type { AttemptRow, InvoiceRow, ItemRow } from './rows.ts';

// What a person is notified of about invoices and payments, once per cause. Billing counts days in UTC. Source: D-341.

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const listFormat = new Intl.ListFormat('en');
/** "8 July 2031" of billing. */
export const dayName = (at: Date): string => dayFormat.format(at);
/** "Visa ending 4242". */
export const nameCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  paymentsText.ending(paymentsText.brands[brand] ?? brand, last4);

interface Told {
  kind: keyof typeof billingKinds;
  /** What makes this time another one than the last. */
  of: string;
  values: Readonly<Record<string, string>>;
  link: string;
  sportId?: string | null;
  isMailed?: boolean;
  recipientType?: 'learner' | 'educator';
}

/** Notifies a person of something about billing, once per kind and `of`. */
export const tellBilling = (
  db: Db,
  services: Services,
  userId: string,
  { kind, of, values, link, sportId, isMailed = true, recipientType = 'learner' }: Told,
): Promise<void> => {
  const { title, text, linkTitle } = notificationKinds[kind];
  return notify(db, services, {
    userId,
    recipientType,
    kind,
    cause: `${kind}:${of}`,
    title: title(values),
    text: text(values),
    link,
    linkTitle,
    isMailed,
    ...(sportId && { sportId }),
  });
};

export const tellReady = (
  db: Db,
  services: Services,
  { id, createdAt, total, userId, planScope }: InvoiceRow,
): Promise<void> => {
  if (!userId) return Promise.resolve();
  const [year, month] = [createdAt.getUTCFullYear(), createdAt.getUTCMonth() + 1];
  return tellBilling(db, services, userId, {
    kind: 'invoice_ready',
    of: id,
    values: { month: monthFormat.format(createdAt), ...(total > 0 && { amount: formatMoney(total) }) },
    link: notificationLinks.invoice({ year: String(year), month: String(month) }),
    recipientType: planScope ? 'educator' : 'learner',
  });
};

/**
 * @param tryId What failed.
 * @param until Until when access stays; null if it has ended.
 * @param isLast Another notification says what follows, so this one is not mailed.
 */
export const tellFailed = (
  db: Db,
  services: Services,
  userId: string,
  { tryId, until, isLast }: { tryId: string; until: Date | null; isLast: boolean },
): Promise<void> =>
  tellBilling(db, services, userId, {
    kind: 'payment_failed',
    of: tryId,
    values: until ? { until: dayName(until) } : {},
    link: notificationLinks.paymentMethods,
    isMailed: !isLast,
  });

/** Access to what an invoice was for is closed, because all tries to charge it failed. */
export const tellClosed = async (
  db: Db,
  services: Services,
  { id, userId }: InvoiceRow,
  items: readonly ItemRow[],
  { suspended, ended }: Closed,
): Promise<void> => {
  if (!userId) return;
  const sports = items.filter(({ subscriptionId }) => suspended.includes(subscriptionId));
  if (sports.length > 0)
    await tellBilling(db, services, userId, {
      kind: 'subscription_suspended',
      of: id,
      values: { sports: listFormat.format(sports.map(({ sportName }) => sportName)) },
      link: notificationLinks.paymentMethods,
    });
  for (const { subscriptionId, sportName, sportId, periodEnd } of items)
    if (ended.includes(subscriptionId))
      await tellBilling(db, services, userId, {
        kind: 'subscription_ended',
        of: `${subscriptionId}:${periodEnd.toISOString()}`,
        values: { sport: sportName },
        link: notificationLinks.subscriptions,
        sportId,
      });
};

interface Moved {
  invoice: InvoiceRow;
  attempt: AttemptRow;
  movement: ProviderMovement;
}

const tellMoved = async (
  db: Db,
  services: Services,
  { invoice: { id, userId, planScope }, attempt, movement }: Moved,
  kind: Told['kind'],
  values: Told['values'] = {},
): Promise<void> => {
  if (!userId) return;
  const amount = formatMoney(Math.abs(movement.amount), movement.currency);
  await tellBilling(db, services, userId, {
    kind,
    of: movement.id,
    values: { amount, card: nameCard({ brand: attempt.cardBrand, last4: attempt.cardLast4 }), ...values },
    link: notificationLinks.oneInvoice({ invoiceId: id }),
    recipientType: planScope ? 'educator' : 'learner',
  });
};

/** A payment was given back, or could not be. */
export const tellRefund = (db: Db, services: Services, moved: Moved): Promise<void> =>
  tellMoved(db, services, moved, moved.movement.kind === 'refund_failure' ? 'refund_failed' : 'refund_sent');

/** A bank took a payment back, or paid it again. @param sports Names of those that this has closed or opened. */
export const tellDispute = (
  db: Db,
  services: Services,
  { sports, ...moved }: Moved & { sports: readonly string[] },
): Promise<void> =>
  tellMoved(
    db,
    services,
    moved,
    moved.movement.kind === 'dispute_reversal' ? 'dispute_closed' : 'payment_disputed',
    sports.length > 0 ? { sports: listFormat.format(sports) } : {},
  );
