import type { PaymentMethod } from '#contract/payments.ts';
import { isSandbox, type PaymentSandbox } from '#server/adapters/payments/index.ts';
import { handlers } from '#server/handlers.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import {
  paymentDetachWork,
  paymentEventWork,
  paymentReconcileWork,
  paymentRetryWork,
  paymentSandboxWork,
} from '#server/jobs/payments.ts';
import { typed, type TestCard } from '#tests/support/payment-cards.ts';
import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '#tests/support/server.ts';

interface SetupChoice {
  makePreferredWayToPay?: boolean;
  usePreviousAddress?: boolean;
}
/** What finishing a setup answers, or why it was refused. */
interface SetupAnswer {
  paymentMethod: PaymentMethod;
  isPreferred: boolean;
  errors: { code: string }[];
}

export interface PaymentStage extends TestServer {
  sandbox: PaymentSandbox;
  /** Runs the waiting jobs of payments, and those that they send. @returns Their names. */
  drain(): Promise<string[]>;
  /** Begins a setup. @returns The client secret. */
  begin(as: TestPerson, replaces?: string): Promise<string>;
  finish(as: TestPerson, clientSecret: string, choice?: SetupChoice): Promise<TestAnswer<SetupAnswer>>;
  /** Adds a card as a person does. @returns Its id. */
  addCard(as: TestPerson, card?: TestCard, choice?: SetupChoice & { replaces?: string }): Promise<string>;
  cards(as: TestPerson): Promise<{ id: string; last4: string; isDefaultMethod: boolean; errorCode: string | null }[]>;
}

/** A server with all calls whose jobs run when a test drains them. */
export const startPayments = async (env: NodeJS.ProcessEnv = {}): Promise<PaymentStage> => {
  const server = await startTestServer({ handlers, routes: [] }, env);
  const { services } = server;
  const { payments, database } = services;
  if (!isSandbox(payments)) throw new Error('The sandbox is off.');
  const works = {
    'payments.event': paymentEventWork(services),
    'payments.retry': paymentRetryWork(services),
    'payments.detach': paymentDetachWork(services),
    'payments.reconcile': paymentReconcileWork(services),
    'payments.sandbox': paymentSandboxWork(services),
  };
  const take = async () =>
    (
      await database.pool.query<{ name: keyof typeof works & JobName; data: never }>(
        'delete from jobs.job where name = any($1) returning name, data',
        [Object.keys(works)],
      )
    ).rows;
  const begin: PaymentStage['begin'] = async (as, replaces) => {
    const input = replaces === undefined ? {} : { updatePaymentMethodId: replaces };
    return (await server.call('POST /stripe-setup-intent/create', input, { as })).body.clientSecret;
  };
  const finish: PaymentStage['finish'] = (as, clientSecret, choice = {}) =>
    server.call('POST /stripe-setup-intent/finish', { clientSecret, ...choice }, { as });
  return {
    ...server,
    sandbox: payments,
    async drain() {
      const names: string[] = [];
      for (let jobs = await take(); jobs.length > 0; jobs = await take())
        for (const { name, data } of jobs) {
          await works[name].run(data, new AbortController().signal);
          names.push(name);
        }
      return names;
    },
    begin,
    finish,
    async addCard(as, card = 'visa', { replaces, ...choice } = {}) {
      const clientSecret = await begin(as, replaces);
      await server.call('POST /sandbox-payments/confirm-setup', { clientSecret, card: typed(card) }, { as });
      return (await finish(as, clientSecret, choice)).body.paymentMethod.id;
    },
    cards: async (as) => (await server.call('GET /payment-methods', undefined, { as })).body.results,
  };
};
