import { sql } from 'kysely';
import { notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { findUsedCards, nameCard, tellBilling } from '#server/domains/invoices/index.ts';

/** A card's end is announced so long before: mailing a new one takes a bank some days. */
export const CARD_NOTICE_DAYS = 14;

/** The end of the last month of a card, as SQL. The table's alias is `m`. */
export const CARD_END = sql`(make_date(m.exp_year, m.exp_month, 1) + interval '1 month') at time zone 'UTC'`;
/** What a notification of it is about. */
export const CARD_CAUSE = sql`'card_expiring:' || m.id || ':' || iso(${CARD_END})`;

interface EndingCard {
  id: string;
  brand: string;
  last4: string;
  endsAt: Date;
}

/** Says that the card that will be charged ends soon. A bank that renews the card begins a new time. */
export const announceCard = async (db: Db, services: Services, userId: string): Promise<void> => {
  const now = services.now();
  const { rows } = await sql<EndingCard>`select m.id, m.brand, m.last4, ${CARD_END} as "endsAt" from payment_methods m
    where m.user_id = ${userId} and m.is_default and m.deleted_at is null and ${CARD_END} > ${now}
      and ${CARD_END} <= ${now}::timestamptz + make_interval(days => ${CARD_NOTICE_DAYS}::int)`.execute(db);
  const [card] = rows;
  if (!card || !(await findUsedCards(db, userId)).has(card.id)) return;
  const lastDay = new Date(card.endsAt.getTime() - 1);
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(lastDay);
  await tellBilling(db, services, userId, {
    kind: 'card_expiring',
    of: `${card.id}:${card.endsAt.toISOString()}`,
    values: { card: nameCard(card), month },
    link: notificationLinks.paymentMethods,
  });
};
