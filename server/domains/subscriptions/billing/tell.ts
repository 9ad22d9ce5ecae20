import { notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { tellBilling } from '#server/domains/invoices/index.ts';
import type { SubscriptionRow } from '../rows.ts';

type Kind =
  | 'trial_ending'
  | 'trial_ended'
  | 'sport_launched'
  | 'discount_ending'
  | 'subscription_ended'
  | 'subscription_left';

/**
 * Notifies the person of something about a subscription, once.
 *
 * @param of What makes this time another one than the last, such as the end of the trial.
 */
export const tell = (
  db: Db,
  services: Services,
  kind: Kind,
  { id, userId, sportId, sportName }: Pick<SubscriptionRow, 'id' | 'userId' | 'sportId' | 'sportName'>,
  { of, ...values }: { of: Date } & Readonly<Record<string, string | Date>>,
): Promise<void> =>
  tellBilling(db, services, userId, {
    kind,
    of: `${id}:${of.toISOString()}`,
    values: { sport: sportName, ...(values as Record<string, string>) },
    link: notificationLinks.subscriptions,
    sportId,
  });
