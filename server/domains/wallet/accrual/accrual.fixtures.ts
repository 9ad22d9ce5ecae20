import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { createRows } from '#server/domains/channels/channels.fixtures.ts';
import { startTill, type Till } from '#server/domains/invoices/billing.fixtures.ts';

export interface Sale {
  sport: string;
  /** After discounts, cents. */
  price: number;
  tax?: number;
  fee?: number;
  from: Date;
  to: Date;
  paidAt?: Date;
  /** Who paid; nobody that is known by default. */
  userId?: string;
}

export interface Sold {
  invoiceId: string;
  attemptId: string;
  itemId: string;
}

/** A till with Creators, whose sales, views and publications tests make up. */
export interface Shop extends Till {
  db: Db;
  /** A Creator with a channel of the sport that has some publications. @returns Ids of the publications. */
  creator(sport: string, publications: number): Promise<{ person: TestPerson; channelId: string; published: string[] }>;
  publish(person: TestPerson, channelId: string): Promise<string>;
  /** A paid invoice with one item. */
  sell(sale: Sale): Promise<Sold>;
  /** Another movement of the provider for a sale: a refund, a dispute. Amounts are signed. */
  move(sold: Sold, kind: string, amount: number, fee: number, at: Date): Promise<void>;
  /** Views of paying members that were counted on a day. */
  watch(publicationId: string, day: string, paying: number): Promise<void>;
}

const CURRENCY = 'usd';

const createSales = (db: Db) => {
  let movements = 0;
  const move: Shop['move'] = async ({ invoiceId, attemptId }, kind, amount, fee, at) => {
    movements += 1;
    await db
      .insertInto('invoice_movements')
      .values({
        id: `txn_${newId()}_${movements}`,
        invoice_id: invoiceId,
        attempt_id: attemptId,
        kind,
        amount,
        fee,
        net: amount - fee,
        currency: CURRENCY,
        at,
      })
      .execute();
  };
  const sell: Shop['sell'] = async ({ sport, price, tax = 0, fee = 0, from, to, paidAt = from, userId = null }) => {
    const [invoiceId, attemptId, itemId] = [newId(), newId(), newId()];
    await db
      .insertInto('invoices')
      .values({
        id: invoiceId,
        user_id: userId,
        kind: 'month',
        currency: CURRENCY,
        status: 'paid',
        subtotal: price,
        tax,
        debt: 0,
        total: price + tax,
        created_at: from,
        paid_at: paidAt,
      })
      .execute();
    await db
      .insertInto('invoice_items')
      .values({
        id: itemId,
        invoice_id: invoiceId,
        user_id: userId,
        subscription_id: newId(),
        sport_id: sport,
        sport_name: sport,
        period_start: from,
        period_end: to,
        full_amount: price,
        discount_amount: 0,
        reason: 'month',
      })
      .execute();
    await db
      .insertInto('invoice_attempts')
      .values({
        id: attemptId,
        invoice_id: invoiceId,
        amount: price + tax,
        currency: CURRENCY,
        customer_id: 'c',
        card_id: 'c',
        is_off_session: true,
        status: 'succeeded',
        created_at: paidAt,
        decided_at: paidAt,
      })
      .execute();
    const sold = { invoiceId, attemptId, itemId };
    await move(sold, 'charge', price + tax, fee, paidAt);
    return sold;
  };
  return { sell, move };
};

export const startShop = async (): Promise<Shop> => {
  const till = await startTill();
  const { db } = till.server.services.database;
  const rows = createRows(db);
  const publish: Shop['publish'] = async (person, channelId) => {
    const [id, contentId] = [newId(), await rows.addContent(person)];
    const { sport_id: sportId } = await db
      .selectFrom('channels')
      .select('sport_id')
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('publications')
      .values({
        id,
        scope: person.scope,
        content_id: contentId,
        channel_id: channelId,
        sport_id: sportId,
        title: `Item ${id.slice(-6)}`,
        pricing: 'member_only',
        is_live: true,
        published_by: person.userId,
      })
      .execute();
    return id;
  };
  return {
    ...till,
    db,
    publish,
    ...createSales(db),
    async creator(sport, publications) {
      const person = await till.server.addPerson({ isEducator: true });
      const channelId = await rows.addChannel(person, sport);
      const published: string[] = [];
      for (let made = 0; made < publications; made += 1) published.push(await publish(person, channelId));
      return { person, channelId, published };
    },
    async watch(publicationId, day, paying) {
      await db
        .insertInto('view_days')
        .values({ publication_id: publicationId, day, counted: paying, paying })
        .onConflict((on) =>
          on.columns(['publication_id', 'day']).doUpdateSet((is) => ({
            counted: is('view_days.counted', '+', paying),
            paying: is('view_days.paying', '+', paying),
          })),
        )
        .execute();
    },
  };
};
