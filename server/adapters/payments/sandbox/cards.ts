import type { Db, Tx } from '#server/db/database.ts';
import type { PaymentProvider, ProviderCard, ProviderFailure, ProviderSetup } from '../provider.ts';
import { readCountry } from './country.ts';
import { change, known, makeId, makeSecret, once, readCardRow, refused, tell, type SandboxParts } from './state.ts';
import { failure, fingerprintOf, lookAt, type Behaviour, type TypedCard } from './test-cards.ts';

/** What became of a setup, as the script in the page learns it. */
export interface Confirmation {
  status: 'succeeded' | 'requires_action' | 'failed';
  failure: ProviderFailure | null;
}

/** Behaviours that fail as soon as the bank is asked. */
const REFUSED_AT_ONCE = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
] as const satisfies readonly Behaviour[];
const isRefused = (behaviour: Behaviour): behaviour is (typeof REFUSED_AT_ONCE)[number] =>
  (REFUSED_AT_ONCE as readonly Behaviour[]).includes(behaviour);

const toCard = (row: Awaited<ReturnType<typeof readCardRow>>): ProviderCard => ({
  id: row.id,
  customerId: row.customer_id,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  fingerprint: row.fingerprint,
  address: row.address as ProviderCard['address'],
});

const setupBySecret = async (db: Db, secret: string) =>
  known(
    await db.selectFrom('sandbox_setups').selectAll().where('client_secret', '=', secret).executeTakeFirst(),
    secret.split('_secret_')[0]!,
  );
type SetupRow = Awaited<ReturnType<typeof setupBySecret>>;

/** Moves a setup on, and tells of it. */
const setStatus = async (
  parts: SandboxParts,
  tx: Tx,
  { id }: SetupRow,
  status: ProviderSetup['status'],
  cardId?: string,
): Promise<void> => {
  await tx
    .updateTable('sandbox_setups')
    .set({ status, ...(cardId && { card_id: cardId }) })
    .where('id', '=', id)
    .execute();
  const type =
    status === 'succeeded' || status === 'requires_action' ? `setup_intent.${status}` : 'setup_intent.setup_failed';
  await tell(parts, tx, { type, objectId: id, objectKind: 'setup' });
};

const attach = async (parts: SandboxParts, tx: Tx, setup: SetupRow, cardId: string): Promise<Confirmation> => {
  await tx.updateTable('sandbox_cards').set({ customer_id: setup.customer_id }).where('id', '=', cardId).execute();
  await tell(parts, tx, { type: 'payment_method.attached', objectId: cardId, objectKind: 'card' });
  await setStatus(parts, tx, setup, 'succeeded', cardId);
  return { status: 'succeeded', failure: null };
};

/** Customers and setups of the sandbox. */
export const sandboxSetups = (parts: SandboxParts) =>
  ({
    createCustomer: (customer, key) =>
      once(parts, key, ['createCustomer', customer], async (tx) => {
        const id = makeId('cus');
        await tx.insertInto('sandbox_customers').values({ id, created_at: parts.now() }).execute();
        return id;
      }),
    createSetup: (customerId, key) =>
      once(parts, key, ['createSetup', customerId], async (tx) => {
        known(
          await tx.selectFrom('sandbox_customers').select('id').where('id', '=', customerId).executeTakeFirst(),
          customerId,
        );
        const id = makeId('seti');
        const clientSecret = makeSecret(id);
        const status: ProviderSetup['status'] = 'requires_payment_method';
        await tx
          .insertInto('sandbox_setups')
          .values({ id, client_secret: clientSecret, customer_id: customerId, status, created_at: parts.now() })
          .execute();
        return { id, clientSecret };
      }),
    async readSetup(id) {
      const row = known(
        await parts.db.selectFrom('sandbox_setups').selectAll().where('id', '=', id).executeTakeFirst(),
        id,
      );
      return {
        id: row.id,
        status: row.status as ProviderSetup['status'],
        customerId: row.customer_id,
        cardId: row.card_id,
      };
    },
  }) satisfies Partial<PaymentProvider>;

/** Cards of the sandbox. */
export const sandboxCards = (parts: SandboxParts) =>
  ({
    readCard: async (id) => toCard(await readCardRow(parts.db, id)),
    async listCards(customerId) {
      const rows = await parts.db
        .selectFrom('sandbox_cards')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toCard);
    },
    setAddress: (cardId, address) =>
      change(parts, async (tx) => {
        const card = await readCardRow(tx, cardId);
        if (!card.customer_id) throw refused('payment_method_unactivated', 'The card is not attached to a customer.');
        await tx
          .updateTable('sandbox_cards')
          .set({ address: JSON.stringify(address) })
          .where('id', '=', cardId)
          .execute();
        await tell(parts, tx, { type: 'payment_method.updated', objectId: cardId, objectKind: 'card' });
      }),
    detachCard: (id) =>
      change(parts, async (tx) => {
        const card = await readCardRow(tx, id);
        if (!card.customer_id) return;
        await tx.updateTable('sandbox_cards').set({ customer_id: null }).where('id', '=', id).execute();
        await tell(parts, tx, { type: 'payment_method.detached', objectId: id, objectKind: 'card' });
      }),
  }) satisfies Partial<PaymentProvider>;

/** What happens in the page: Stripe's script takes the card, and the bank asks the person. */
export const sandboxConfirmations = (parts: SandboxParts) => ({
  /** Takes a card for a setup. */
  confirmSetup: (clientSecret: string, card: TypedCard): Promise<Confirmation> =>
    change(parts, async (tx) => {
      const setup = await setupBySecret(tx, clientSecret);
      if (setup.status === 'succeeded') return { status: 'succeeded', failure: null };
      const country = card.address && readCountry(card.address.country);
      const looked = card.address && !country ? failure('country_invalid') : lookAt(card, parts.now());
      const problem = 'code' in looked ? looked : isRefused(looked.behaviour) ? failure(looked.behaviour) : null;
      if ('code' in looked || problem) {
        await setStatus(parts, tx, setup, 'requires_payment_method');
        return { status: 'failed', failure: problem };
      }
      const id = makeId('pm');
      const { line1, line2 = null, city, state, postal_code: postalCode } = card.address ?? {};
      await tx
        .insertInto('sandbox_cards')
        .values({
          id,
          brand: looked.brand,
          behaviour: looked.behaviour,
          last4: card.number.slice(-4),
          exp_month: card.expMonth,
          exp_year: card.expYear,
          fingerprint: fingerprintOf(parts.secret, card.number),
          address: card.address ? JSON.stringify({ line1, line2, city, state, postalCode, country }) : null,
          created_at: parts.now(),
        })
        .execute();
      if (looked.behaviour !== 'authenticates') return attach(parts, tx, setup, id);
      await setStatus(parts, tx, setup, 'requires_action', id);
      return { status: 'requires_action', failure: null };
    }),
  /** The person answers the bank's question about a setup. */
  authenticateSetup: (clientSecret: string, agrees: boolean): Promise<Confirmation> =>
    change(parts, async (tx) => {
      const setup = await setupBySecret(tx, clientSecret);
      if (setup.status === 'succeeded') return { status: 'succeeded', failure: null };
      if (setup.status === 'requires_action' && setup.card_id && agrees) return attach(parts, tx, setup, setup.card_id);
      if (setup.status === 'requires_action') await setStatus(parts, tx, setup, 'requires_payment_method');
      return { status: 'failed', failure: failure('authentication_failure') };
    }),
});
