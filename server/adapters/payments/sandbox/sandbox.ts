import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isEventObject, toProviderEvent, type EventObject } from '../events.ts';
import { ProviderProblem, type PaymentProvider, type ProviderEvent, type ProviderPage } from '../provider.ts';
import { isSigned, signEvent } from '../signature.ts';
import { sandboxCards, sandboxConfirmations, sandboxSetups, type Confirmation } from './cards.ts';
import { sandboxCharges } from './charges.ts';
import { sandboxAccounts, type SandboxAccounts } from './accounts.ts';
import { sandboxFaults, type SandboxFaults } from './faults.ts';
import { sandboxPayouts, type SandboxPayouts } from './payouts.ts';
import { sandboxDisputes, sandboxRefunds } from './refunds.ts';
import { known, toMovement, type SandboxParts } from './state.ts';
import { taxesOf } from './taxes.ts';
import type { TypedCard } from './test-cards.ts';

/** Most entries of a page. */
const PAGE = 100;

/** An event as it is sent. */
export interface SignedEvent {
  body: string;
  signature: string;
}

/** The provider of development and tests, with what the page, the bank and the bank's customers do there. */
export interface PaymentSandbox
  extends PaymentProvider, Pick<SandboxAccounts, 'register' | 'registerByLink'>, Pick<SandboxPayouts, 'decidePayout'> {
  /** The two steps of a payout, as Stripe's API has them. */
  readonly payoutSteps: Pick<SandboxPayouts, 'transfer' | 'send' | 'findTransfer'>;
  readonly name: 'sandbox';
  confirmSetup(clientSecret: string, card: TypedCard): Promise<Confirmation>;
  /** The person answers the bank, for a setup or a payment. */
  authenticate(clientSecret: string, agrees: boolean): Promise<Confirmation>;
  /** The customer whose setup or payment it is; undefined for an unknown secret. */
  customerOf(clientSecret: string): Promise<string | undefined>;
  failRefund(id: string): Promise<void>;
  openDispute(paymentId: string, amount?: number): Promise<string>;
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void>;
  /** An event as often as it is to be delivered. */
  takeDeliveries(eventId: string): Promise<SignedEvent[]>;
  /** Signs its events. */
  readonly signingSecret: string;
  readonly faults: SandboxFaults;
}

export const isSandbox = (provider: PaymentProvider | null): provider is PaymentSandbox => provider?.name === 'sandbox';

const OBJECTS: Readonly<Record<string, string>> = {
  payment: 'payment_intent',
  setup: 'setup_intent',
  card: 'payment_method',
  refund: 'refund',
  dispute: 'dispute',
  account: 'account',
  payout: 'payout',
};
interface EventRow {
  id: string;
  type: string;
  object_id: string;
  object_kind: string;
  payment_id: string | null;
  created_at: Date;
}
/** An event in Stripe's form, with as much of its object as is read. */
const toEventObject = (row: EventRow) =>
  ({
    id: row.id,
    object: 'event',
    type: row.type,
    created: Math.floor(row.created_at.getTime() / 1000),
    data: {
      object: {
        id: row.object_id,
        object: OBJECTS[row.object_kind] ?? row.object_kind,
        payment_intent: row.payment_id,
        ...(row.object_kind === 'payout' && { metadata: { transfer: row.object_id } }),
      },
    },
  }) satisfies EventObject & { object: string };

const toPage = <T>(rows: readonly { id: string }[], entries: T[], cursor: string | null): ProviderPage<T> => ({
  entries: entries.slice(0, PAGE),
  cursor: rows.slice(0, PAGE).at(-1)?.id ?? cursor,
  hasMore: rows.length > PAGE,
});

/** What is later than a cursor. */
const after = (table: 'sandbox_events' | 'sandbox_movements', cursor: string | null) =>
  cursor === null ? sql<boolean>`true` : sql<boolean>`seq > (select seq from ${sql.table(table)} where id = ${cursor})`;

const history = (db: Db) =>
  ({
    async listEvents(cursor) {
      const rows = await db
        .selectFrom('sandbox_events')
        .selectAll()
        .where(after('sandbox_events', cursor))
        .orderBy('seq')
        .limit(PAGE + 1)
        .execute();
      return toPage(
        rows,
        rows.map((row) => toProviderEvent(toEventObject(row))),
        cursor,
      );
    },
    async listMovements(cursor) {
      const rows = await db
        .selectFrom('sandbox_movements')
        .selectAll()
        .where(after('sandbox_movements', cursor))
        .orderBy('seq')
        .limit(PAGE + 1)
        .execute();
      return toPage(rows, rows.map(toMovement), cursor);
    },
  }) satisfies Partial<PaymentProvider>;

/** Reads an event that the sandbox has signed. */
const readEvent = (parts: SandboxParts, body: string, signature: string): ProviderEvent => {
  if (!isSigned(parts.secret, body, signature, parts.now()))
    throw new ProviderProblem('signature', 'The signature is not of this body, or too old.');
  const event: unknown = JSON.parse(body);
  if (!isEventObject(event)) throw new ProviderProblem('signature', 'The body is no event.');
  return toProviderEvent(event);
};

const customerOf = async (db: Db, clientSecret: string): Promise<string | undefined> => {
  for (const table of ['sandbox_setups', 'sandbox_payments'] as const) {
    const row = await db
      .selectFrom(table)
      .select('customer_id')
      .where('client_secret', '=', clientSecret)
      .executeTakeFirst();
    if (row) return row.customer_id;
  }
  return undefined;
};

/**
 * A payment provider in our own tables that behaves as Stripe does in test mode: its test cards, states, errors, fees,
 * idempotency keys, signed events. Every process shares it, and it survives a restart. Source: D-194, decision 0081.
 */
export const createSandbox = (parts: SandboxParts): PaymentSandbox => {
  const { faults, meeting } = sandboxFaults();
  const setups = sandboxSetups(parts);
  const cards = sandboxCards(parts);
  const charges = sandboxCharges(parts);
  const refunds = sandboxRefunds(parts);
  const disputes = sandboxDisputes(parts);
  const accounts = sandboxAccounts(parts);
  const payouts = sandboxPayouts(parts);
  const page = sandboxConfirmations(parts);
  const { listEvents, listMovements } = history(parts.db);
  return {
    name: 'sandbox',
    publishableKey: null,
    createCustomer: meeting(setups.createCustomer),
    createSetup: meeting(setups.createSetup),
    readSetup: meeting(setups.readSetup),
    readCard: meeting(cards.readCard),
    listCards: meeting(cards.listCards),
    setAddress: meeting(cards.setAddress),
    detachCard: meeting(cards.detachCard),
    charge: meeting(charges.charge),
    readPayment: meeting(charges.readPayment),
    cancelPayment: meeting(charges.cancelPayment),
    refund: meeting(refunds.refund),
    readRefund: meeting(refunds.readRefund),
    readDispute: meeting(disputes.readDispute),
    taxes: meeting(async (invoice) => taxesOf(invoice)),
    listPayoutCountries: meeting(accounts.listPayoutCountries),
    createAccount: meeting(accounts.createAccount),
    readAccount: meeting(accounts.readAccount),
    createRegistrationLink: meeting(accounts.createRegistrationLink),
    payOut: meeting(payouts.payOut),
    readPayout: meeting(payouts.readPayout),
    takeBack: meeting(payouts.takeBack),
    listEvents: meeting(listEvents),
    listMovements: meeting(listMovements),
    readEvent: (body, signature) => readEvent(parts, body, signature),
    confirmSetup: page.confirmSetup,
    authenticate: (secret, agrees) =>
      secret.startsWith('seti_') ? page.authenticateSetup(secret, agrees) : charges.authenticatePayment(secret, agrees),
    customerOf: (secret) => customerOf(parts.db, secret),
    registerByLink: accounts.registerByLink,
    register: accounts.register,
    decidePayout: payouts.decidePayout,
    payoutSteps: payouts,
    failRefund: refunds.failRefund,
    openDispute: disputes.openDispute,
    closeDispute: disputes.closeDispute,
    async takeDeliveries(eventId) {
      const { events } = faults;
      const row = known(
        await parts.db.selectFrom('sandbox_events').selectAll().where('id', '=', eventId).executeTakeFirst(),
        eventId,
      );
      const body = JSON.stringify(toEventObject(row));
      const signed = { body, signature: signEvent(parts.secret, body, parts.now()) };
      return events === 'lost' ? [] : events === 'doubled' ? [signed, signed] : [signed];
    },
    signingSecret: parts.secret,
    faults,
  };
};
