import type Stripe from 'stripe';
import { isProviderProblem, ProviderProblem, type PaymentProvider, type ProviderPayout } from '../provider.ts';
import { ask } from './ask.ts';
import { toAccount, toPayout } from './read.ts';

// Paying out by Connect: a transfer to the Express account of the person, and from there a payout to the bank. Both together are
// the port's payout, known by the id of the transfer. Source: decision 0102.

const TRANSFER_PARTS = ['balance_transaction', 'reversals.data.balance_transaction'];
/** Payouts of an account that are looked through; it has at most one that is open. */
const PAGE = 100;

const readTransfer = (stripe: Stripe, id: string): Promise<Stripe.Transfer> =>
  ask(stripe.transfers.retrieve(id, { expand: TRANSFER_PARTS }));

const accountOf = ({ destination }: Stripe.Transfer): string =>
  typeof destination === 'string' ? destination : (destination?.id ?? '');

/** The payout to the bank that a transfer was made for; undefined before there is one. */
const findPayout = async (stripe: Stripe, transfer: Stripe.Transfer): Promise<Stripe.Payout | undefined> => {
  const params = { limit: PAGE, created: { gte: transfer.created } };
  const { data } = await ask(stripe.payouts.list(params, { stripeAccount: accountOf(transfer) }));
  return data.find(({ metadata }) => metadata?.['transfer'] === transfer.id);
};

/** What has arrived at the account: in its own currency, as Stripe has converted it. */
const readArrived = async (stripe: Stripe, transfer: Stripe.Transfer): Promise<Stripe.BalanceTransaction> => {
  const paymentId = transfer.destination_payment;
  const id = typeof paymentId === 'string' ? paymentId : (paymentId?.id ?? '');
  const charge = await ask(
    stripe.charges.retrieve(id, { expand: ['balance_transaction'] }, { stripeAccount: accountOf(transfer) }),
  );
  return charge.balance_transaction as Stripe.BalanceTransaction;
};

/** The transfer of a key. Stripe forgets keys after a day, so it is looked for by its group too. */
const transferOf = async (
  stripe: Stripe,
  { accountId, amount, currency, metadata }: Parameters<PaymentProvider['payOut']>[0],
  key: string,
): Promise<Stripe.Transfer> => {
  const { data } = await ask(stripe.transfers.list({ transfer_group: key, limit: 1 }));
  const made = data[0];
  if (made && (made.amount !== amount || made.currency !== currency || accountOf(made) !== accountId))
    throw new ProviderProblem('refused', 'The key was used for another payout.', 'idempotency_error');
  if (made) return readTransfer(stripe, made.id);
  const params = { destination: accountId, amount, currency, metadata: { ...metadata }, transfer_group: key };
  return ask(stripe.transfers.create({ ...params, expand: TRANSFER_PARTS }, { idempotencyKey: `${key}:transfer` }));
};

const reverse = async (stripe: Stripe, transfer: Stripe.Transfer): Promise<void> => {
  if (transfer.reversed) return;
  await ask(stripe.transfers.createReversal(transfer.id, {}, { idempotencyKey: `${transfer.id}:reversal` }));
};

const sendOn = async (stripe: Stripe, transfer: Stripe.Transfer): Promise<Stripe.Payout> => {
  const made = await findPayout(stripe, transfer);
  if (made) return made;
  if (transfer.reversed) throw new ProviderProblem('refused', 'It was taken back.', 'transfer_reversed');
  const { net: amount, currency } = await readArrived(stripe, transfer);
  const params = { amount, currency, metadata: { ...transfer.metadata, transfer: transfer.id } };
  const options = { stripeAccount: accountOf(transfer), idempotencyKey: `${transfer.id}:payout` };
  try {
    return await ask(stripe.payouts.create(params, options));
  } catch (error) {
    // Nothing goes to the bank, so that nothing may stay at the account.
    if (isProviderProblem(error, 'refused')) await reverse(stripe, transfer);
    throw error;
  }
};

const read = async (stripe: Stripe, id: string): Promise<ProviderPayout> => {
  const transfer = await readTransfer(stripe, id);
  return toPayout(transfer, await findPayout(stripe, transfer));
};

/** Accounts to which is paid out, and payouts. */
export const stripePayouts = (stripe: Stripe) => {
  let ownCountry: Promise<string> | undefined;
  /** Of our own account at Stripe; asked again after a failure. */
  const readOwnCountry = (): Promise<string> =>
    (ownCountry ??= ask(stripe.accounts.retrieveCurrent()).then(
      ({ country }) => country ?? 'US',
      (error: unknown) => {
        ownCountry = undefined;
        throw error;
      },
    ));
  return {
    async listPayoutCountries() {
      const spec = await ask(stripe.countrySpecs.retrieve(await readOwnCountry()));
      return spec.supported_transfer_countries;
    },
    async createAccount({ scope, country, email }, key) {
      const params: Stripe.AccountCreateParams = {
        type: 'express',
        country,
        capabilities: { transfers: { requested: true } },
        settings: { payouts: { schedule: { interval: 'manual' } } },
        metadata: { scope },
        // An account abroad only receives: it takes no payments of its own.
        ...(country !== (await readOwnCountry()) && { tos_acceptance: { service_agreement: 'recipient' } }),
        ...(email !== null && { email }),
      };
      return (await ask(stripe.accounts.create(params, { idempotencyKey: key }))).id;
    },
    readAccount: async (id) => toAccount(await ask(stripe.accounts.retrieve(id))),
    async createRegistrationLink(account, { returnUrl, refreshUrl }) {
      const pages = { return_url: returnUrl, refresh_url: refreshUrl };
      return (await ask(stripe.accountLinks.create({ account, type: 'account_onboarding', ...pages }))).url;
    },
    async payOut(payout, key) {
      const transfer = await transferOf(stripe, payout, key);
      return toPayout(transfer, await sendOn(stripe, transfer));
    },
    readPayout: (id) => read(stripe, id),
    async takeBack(id) {
      const transfer = await readTransfer(stripe, id);
      const payout = await findPayout(stripe, transfer);
      const mayArrive = payout && payout.status !== 'failed' && payout.status !== 'canceled';
      if (!transfer.reversed && mayArrive)
        throw new ProviderProblem('refused', 'The money is on its way to the bank.', 'insufficient_funds');
      await reverse(stripe, transfer);
      return read(stripe, id);
    },
  } satisfies Partial<PaymentProvider>;
};
