import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { ProviderProblem, type PaymentSandbox, type ProviderMovement } from '#server/adapters/payments/index.ts';
import { signEvent } from '#server/adapters/payments/signature.ts';
import { toStripeCustomer, toStripeMethod, toStripeSetup, toStripeTransaction } from './stripe-objects.ts';
import {
  toStripeAccount,
  toStripeArrival,
  toStripeLink,
  toStripePayout,
  toStripeReversal,
  toStripeTransfer,
} from './stripe-payouts.ts';
import { toStripeCharge, toStripeDispute, toStripePayment, toStripeRefund, toStripeTaxes } from './stripe-money.ts';

export const STRIPE_KEYS = {
  secretKey: 'sk_test_standin0000',
  publishableKey: 'pk_test_standin0000',
  webhookSecret: 'whsec_standin0000',
};

/** What the next request meets instead of an answer. `lost`: the connection ends after the work was done. */
export type StripeFault = 'lost' | 'unavailable' | 'too_many' | 'locked' | 'refused' | 'none';

export interface StripeServer {
  url: string;
  /** Requests so far, `POST /v1/customers`. */
  requests: string[];
  /** Every answer by the name of its object, for the comparison of keys. */
  answers: Map<string, object>;
  meets(...faults: StripeFault[]): void;
  /** No faults are left. */
  calm(): void;
  /** An event of the sandbox as Stripe would send it. */
  sign(body: string, at: Date): string;
  close(): Promise<void>;
}

/** A form of Stripe's: `line_items[0][amount]=1` as objects and arrays. */
const readForm = (form: string): Record<string, never> => {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '');
    let at = root;
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
    at[keys.at(-1)!] = value;
  }
  return root as Record<string, never>;
};

interface StripeRequest {
  params: Record<string, never>;
  key: string;
  id: string;
  /** The connected account that is meant. */
  account: string;
}
type Answer = (request: StripeRequest) => Promise<object>;

const addressOf = (address: Stripe.AddressParam) => ({
  line1: address.line1 ?? '',
  line2: address.line2 || null,
  city: address.city ?? '',
  state: address.state ?? '',
  postalCode: address.postal_code ?? '',
  country: address.country ?? '',
});
const listOf = (data: object[], hasMore: boolean, url: string) => ({ object: 'list', data, has_more: hasMore, url });
const PAGE = 100;
/** A page of a list that is sorted newest first. */
const pageOf = <T extends { id: string }>(all: readonly T[], { params }: StripeRequest): [T[], boolean] => {
  const newestFirst = all.toReversed();
  const { ending_before: newerThan, starting_after: olderThan } = params as Record<string, string | undefined>;
  const at = newestFirst.findIndex(({ id }) => id === (newerThan ?? olderThan));
  if ((newerThan ?? olderThan) !== undefined && at < 0)
    throw new ProviderProblem('not_found', 'No such object', 'resource_missing');
  if (newerThan !== undefined) return [newestFirst.slice(Math.max(0, at - PAGE), at), at > PAGE];
  return [newestFirst.slice(at + 1, at + 1 + PAGE), newestFirst.length > at + 1 + PAGE];
};
const everything = async <T>(
  list: (cursor: string | null) => Promise<{ entries: T[]; cursor: string | null; hasMore: boolean }>,
) => {
  const all: T[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await list(cursor);
    all.push(...page.entries);
    cursor = page.cursor;
    if (!page.hasMore) return all;
  }
};

const cardRoutes = (sandbox: PaymentSandbox, secrets: Map<string, string>): Record<string, Answer> => ({
  'POST /v1/customers': async ({ params, key }) => {
    const {
      name,
      email = null,
      metadata,
    } = params as unknown as { name: string; email?: string; metadata: { userId: string } };
    return toStripeCustomer(await sandbox.createCustomer({ userId: metadata.userId, email, name }, key));
  },
  'POST /v1/setup_intents': async ({ params, key }) => {
    const { customer, usage } = params as Stripe.SetupIntentCreateParams;
    if (usage !== 'off_session') throw new ProviderProblem('refused', 'The card is for later payments.');
    const { id, clientSecret } = await sandbox.createSetup(customer!, key);
    secrets.set(id, clientSecret);
    return toStripeSetup(await sandbox.readSetup(id), clientSecret);
  },
  'GET /v1/setup_intents/:id': async ({ id }) => toStripeSetup(await sandbox.readSetup(id), secrets.get(id) ?? ''),
  'GET /v1/payment_methods/:id': async ({ id }) => toStripeMethod(await sandbox.readCard(id)),
  'GET /v1/customers/:id/payment_methods': async ({ id }) =>
    listOf((await sandbox.listCards(id)).map(toStripeMethod), false, `/v1/customers/${id}/payment_methods`),
  'POST /v1/payment_methods/:id': async ({ id, params }) => {
    const { billing_details: details } = params as Stripe.PaymentMethodUpdateParams;
    await sandbox.setAddress(id, addressOf((details as { address: Stripe.AddressParam }).address));
    return toStripeMethod(await sandbox.readCard(id));
  },
  'POST /v1/payment_methods/:id/detach': async ({ id }) => {
    if ((await sandbox.readCard(id)).customerId === null)
      throw new ProviderProblem('refused', 'The payment method is not attached to a customer.');
    await sandbox.detachCard(id);
    return toStripeMethod(await sandbox.readCard(id));
  },
  'GET /v1/balance': async () => ({ object: 'balance', available: [], pending: [], livemode: false }),
});

const refundRoutes = (sandbox: PaymentSandbox): Record<string, Answer> => {
  const made = new Map<string, { paymentId: string; metadata: Record<string, string> }>();
  const refundOf = async (id: string) =>
    toStripeRefund(await sandbox.readRefund(id), { metadata: made.get(id)?.metadata ?? {} });
  return {
    'GET /v1/refunds': async ({ params }) => {
      const { payment_intent: paymentId } = params as Stripe.RefundListParams;
      const ids = [...made].filter(([, one]) => one.paymentId === paymentId).map(([id]) => id);
      return listOf(await Promise.all(ids.toReversed().map(refundOf)), false, '/v1/refunds');
    },
    'POST /v1/refunds': async ({ params, key }) => {
      const { payment_intent: paymentId, amount, metadata } = params as unknown as Stripe.RefundCreateParams;
      const wanted = {
        paymentId: paymentId!,
        amount: Number(amount),
        metadata: (metadata ?? {}) as Record<string, string>,
      };
      const { id } = await sandbox.refund(wanted, key);
      made.set(id, wanted);
      return refundOf(id);
    },
    'GET /v1/refunds/:id': ({ id }) => refundOf(id),
  };
};

const moneyRoutes = (sandbox: PaymentSandbox): Record<string, Answer> => ({
  ...refundRoutes(sandbox),
  'POST /v1/payment_intents': async ({ params, key }) => {
    const wanted = params as unknown as Stripe.PaymentIntentCreateParams;
    const payment = await sandbox.charge(
      {
        customerId: wanted.customer!,
        cardId: wanted.payment_method!,
        amount: Number(wanted.amount),
        currency: wanted.currency,
        description: wanted.description ?? '',
        isOffSession: String(wanted.off_session) === 'true',
        metadata: (wanted.metadata ?? {}) as Record<string, string>,
      },
      key,
    );
    const intent = toStripePayment(payment, payment.failure === null);
    // A refusal by the bank is answered as an error that has the payment.
    if (payment.failure) throw Object.assign(new Error('declined'), { intent });
    return intent;
  },
  'GET /v1/payment_intents/:id': async ({ id }) => toStripePayment(await sandbox.readPayment(id), true),
  'POST /v1/payment_intents/:id/cancel': async ({ id }) => {
    if ((await sandbox.readPayment(id)).status === 'succeeded')
      throw new ProviderProblem('refused', 'It has succeeded.', 'payment_intent_unexpected_state');
    return toStripePayment(await sandbox.cancelPayment(id), false);
  },
  'GET /v1/disputes/:id': async ({ id }) => toStripeDispute(await sandbox.readDispute(id)),
  'POST /v1/tax/calculations': async ({ params }) => {
    const {
      currency,
      customer_details: details,
      line_items: items,
    } = params as unknown as Stripe.Tax.CalculationCreateParams;
    const lines = Object.values(items).map((one) => ({ reference: one.reference ?? '', amount: Number(one.amount) }));
    const invoice = { address: addressOf(details!.address as Stripe.AddressParam), currency, lines };
    return toStripeTaxes(invoice, await sandbox.taxes(invoice));
  },
});

/** Accounts to which is paid out, transfers to them and payouts from them. */
const payoutRoutes = (sandbox: PaymentSandbox): Record<string, Answer> => {
  const { payoutSteps: steps } = sandbox;
  const groups = new Map<string, string>();
  const transferOf = async (id: string) => toStripeTransfer(await sandbox.readPayout(id), groups.get(id) ?? null);
  return {
    'GET /v1/account': async () => toStripeAccount({ id: 'acct_ours', country: 'US', isReady: true, last4: '0000' }),
    'GET /v1/country_specs/:id': async ({ id }) => ({
      id,
      object: 'country_spec',
      default_currency: 'usd',
      supported_bank_account_currencies: {},
      supported_payment_currencies: ['usd'],
      supported_payment_methods: ['card'],
      supported_transfer_countries: await sandbox.listPayoutCountries(),
      verification_fields: {},
    }),
    'POST /v1/accounts': async ({ params, key }) => {
      const { country, email = null, metadata } = params as unknown as Stripe.AccountCreateParams;
      const { scope } = metadata as { scope: string };
      return toStripeAccount(
        await sandbox.readAccount(
          await sandbox.createAccount({ scope, country: country!, email: (email as string | null) || null }, key),
        ),
      );
    },
    'GET /v1/accounts/:id': async ({ id }) => toStripeAccount(await sandbox.readAccount(id)),
    'POST /v1/account_links': async ({ params }) => {
      const { account, return_url: returnUrl, refresh_url: refreshUrl } = params as unknown as Record<string, string>;
      return toStripeLink(
        await sandbox.createRegistrationLink(account!, { returnUrl: returnUrl!, refreshUrl: refreshUrl! }),
      );
    },
    'GET /v1/transfers': async ({ params }) => {
      const { transfer_group: group } = params as Stripe.TransferListParams;
      const found = await steps.findTransfer(`${group}:transfer`);
      return listOf(found ? [toStripeTransfer(found, group ?? null)] : [], false, '/v1/transfers');
    },
    'POST /v1/transfers': async ({ params, key }) => {
      const wanted = params as unknown as Stripe.TransferCreateParams;
      const payout = await steps.transfer(
        {
          accountId: wanted.destination,
          amount: Number(wanted.amount),
          currency: wanted.currency,
          metadata: (wanted.metadata ?? {}) as Record<string, string>,
        },
        key,
      );
      groups.set(payout.id, wanted.transfer_group ?? '');
      return transferOf(payout.id);
    },
    'GET /v1/transfers/:id': ({ id }) => transferOf(id),
    'POST /v1/transfers/:id/reversals': async ({ id }) => toStripeReversal(await sandbox.takeBack(id)),
    'GET /v1/charges/:id': async ({ id }) => toStripeArrival(await sandbox.readPayout(id.replace(/^py_/, 'tr_'))),
    'GET /v1/payouts': async ({ account }) => {
      const rows = [...groups.keys()];
      const all = await Promise.all(rows.map((id) => sandbox.readPayout(id)));
      const own = all.filter(({ accountId, status }) => accountId === account && status !== 'unsent');
      return listOf(own.map(toStripePayout), false, '/v1/payouts');
    },
    'POST /v1/payouts': async ({ params }) => {
      const { metadata } = params as unknown as { metadata: { transfer: string } };
      return toStripePayout(await steps.send(metadata.transfer));
    },
  };
};

const historyRoutes = (sandbox: PaymentSandbox): Record<string, Answer> => {
  const objectOf = async (kind: string, id: string): Promise<object> => {
    if (kind === 'payment') return toStripePayment(await sandbox.readPayment(id), false);
    if (kind === 'refund') return toStripeRefund(await sandbox.readRefund(id));
    if (kind === 'dispute') return toStripeDispute(await sandbox.readDispute(id));
    if (kind === 'account') return toStripeAccount(await sandbox.readAccount(id));
    if (kind === 'payout') return toStripePayout(await sandbox.readPayout(id));
    return kind === 'card'
      ? toStripeMethod(await sandbox.readCard(id))
      : toStripeSetup(await sandbox.readSetup(id), '');
  };
  const sourceOf = async ({ kind, sourceId }: ProviderMovement): Promise<object | null> => {
    const id = sourceId ?? '';
    if (kind === 'charge') return toStripeCharge(await sandbox.readPayment(id));
    if (kind === 'refund' || kind === 'refund_failure') return toStripeRefund(await sandbox.readRefund(id));
    if (kind === 'transfer') return toStripeTransfer(await sandbox.readPayout(id), null);
    if (kind === 'transfer_reversal') return toStripeReversal(await sandbox.readPayout(id));
    return toStripeDispute(await sandbox.readDispute(id));
  };
  return {
    'GET /v1/events': async (request) => {
      const [entries, hasMore] = pageOf(await everything((cursor) => sandbox.listEvents(cursor)), request);
      const data = await Promise.all(
        entries.map(async (one) => ({
          id: one.id,
          object: 'event',
          api_version: '2026-10-28.endive',
          created: Math.floor(one.createdAt.getTime() / 1000),
          data: { object: await objectOf(one.objectKind, one.objectId) },
          livemode: false,
          pending_webhooks: 0,
          request: null,
          type: one.type,
        })),
      );
      return listOf(data, hasMore, '/v1/events');
    },
    'GET /v1/balance_transactions': async (request) => {
      const [entries, hasMore] = pageOf(await everything((cursor) => sandbox.listMovements(cursor)), request);
      const data = await Promise.all(
        entries.map(async (one) => toStripeTransaction(one, (await sourceOf(one)) as Stripe.BalanceTransactionSource)),
      );
      return listOf(data, hasMore, '/v1/balance_transactions');
    },
  };
};

/** An error as Stripe answers it. */
const errorOf = (error: unknown): [status: number, body: object] => {
  const { intent } = error as { intent?: Stripe.PaymentIntent };
  if (intent) return [402, { error: { ...intent.last_payment_error, payment_intent: intent } }];
  if (!(error instanceof ProviderProblem)) return [500, { error: { type: 'api_error', message: String(error) } }];
  const { kind, code, message } = error;
  if (code === 'idempotency_error') return [400, { error: { type: 'idempotency_error', message } }];
  const status = kind === 'not_found' ? 404 : kind === 'unavailable' ? 500 : 400;
  return [status, { error: { type: 'invalid_request_error', code, message } }];
};

const FAULTS: Partial<Record<StripeFault, [status: number, body: object]>> = {
  unavailable: [500, { error: { type: 'api_error', message: 'Something went wrong' } }],
  too_many: [429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } }],
  refused: [400, { error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Not now' } }],
  locked: [409, { error: { type: 'invalid_request_error', code: 'lock_timeout', message: 'Try again' } }],
};

/** Stripe's HTTP API over a sandbox: what the adapter uses of it, with Stripe's errors, keys and pages. */
export const startStripeServer = async (sandbox: PaymentSandbox): Promise<StripeServer> => {
  const requests: string[] = [];
  const answers = new Map<string, object>();
  const faults: StripeFault[] = [];
  const routes = {
    ...cardRoutes(sandbox, new Map()),
    ...moneyRoutes(sandbox),
    ...payoutRoutes(sandbox),
    ...historyRoutes(sandbox),
  };
  const find = (method: string, pathname: string): [Answer, string] | undefined => {
    for (const [route, answer] of Object.entries(routes)) {
      const [wanted, path] = route.split(' ') as [string, string];
      const match = new RegExp(`^${path.replace(':id', '([^/]+)')}$`).exec(pathname);
      if (wanted === method && match) return [answer, match[1] ?? ''];
    }
    return undefined;
  };
  const answerTo = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    const { pathname, search } = new URL(request.url!, 'http://stripe');
    requests.push(`${request.method} ${pathname}`);
    if (request.headers.authorization !== `Bearer ${STRIPE_KEYS.secretKey}`)
      return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }];
    const form = request.method === 'GET' ? search.slice(1) : await text(request);
    const found = find(request.method!, pathname);
    if (!found)
      return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL: ${pathname}` } }];
    try {
      const body = await found[0]({
        params: readForm(form),
        key: String(request.headers['idempotency-key'] ?? ''),
        id: found[1],
        account: String(request.headers['stripe-account'] ?? ''),
      });
      const { data } = body as { data?: object[] };
      for (const one of data ?? [body]) answers.set((one as { object: string }).object, one);
      return [200, body];
    } catch (error) {
      return errorOf(error);
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faults.shift();
    const [status, body] = (fault && FAULTS[fault]) ?? (await answerTo(request));
    if (fault === 'lost') return void request.socket.destroy();
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${requests.length}` })
      .end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    meets: (...next) => void faults.push(...next),
    calm: () => void (faults.length = 0),
    sign: (body, at) => signEvent(STRIPE_KEYS.webhookSecret, body, at),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
