import { assign, fromPromise, setup } from 'xstate';
import { newId } from '#contract/ids.ts';
import { DISCOUNT_CODE } from '#contract/patterns.ts';
import type { PaymentResult } from '#contract/payments.ts';
import type { RoleMapping } from '#contract/sports.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { paymentsText } from '#contract/text/payments.ts';
import type { Outcome } from '#app/payments/card-port.ts';
import type { Tried } from './subscribe.actors.ts';
import {
  CODE_MIN,
  needsPayment,
  PayProblem,
  strippedCode,
  successTypeOf,
  type Discount,
  type KeptSubscribe,
  type Preview,
  type ProblemKind,
  type ProblemPlace,
  type SubscribeKind,
} from './subscribe-form.ts';

export interface SubscribeContext {
  sportId: string;
  sportName: string;
  kind: SubscribeKind;
  roles: RoleMapping[] | null;
  /** As typed. */
  code: string;
  discount: Discount | null;
  preview: Preview | null;
  cardId: string | null;
  preferredId: string | null;
  /** The person agrees to be charged. */
  agrees: boolean;
  /** Confirm was pressed without it. Source: SUB-051. */
  isConsentMissing: boolean;
  problem: { place: ProblemPlace; message: string } | null;
  /** The card was refused; its ways on are shown. */
  isDeclined: boolean;
  /** Idempotency key of the try: the same one until it has an answer. */
  key: string;
  invoiceId: string | null;
  clientSecret: string | null;
  /** What the bank said when it refused. */
  bankMessage: string | null;
  success: ReturnType<typeof successTypeOf>;
  /** The page was left while a payment ran. */
  wasPaying: boolean;
}

export interface SubscribeInput {
  sportId: string;
  sportName: string;
  kind: SubscribeKind;
  kept: KeptSubscribe;
}

export type SubscribeEvent =
  | { type: 'type code'; code: string }
  | { type: 'apply code'; code?: string }
  | { type: 'remove code' }
  /** The cards were read, or read again. */
  | { type: 'cards'; preferredId: string | null; ids: readonly string[] }
  | { type: 'choose card'; cardId: string }
  | { type: 'add card' }
  | { type: 'card added'; cardId: string; isPreferred: boolean }
  | { type: 'agree'; agrees: boolean }
  | { type: 'confirm' }
  | { type: 'retry' }
  | { type: 'back' };

/** Time between two questions about a payment on which the bank still works, ms. */
const ASK_AGAIN_MS = 3000;

const notProvided = fromPromise<never, SubscribeContext>(async () => {
  throw new Error('This step has no work.');
});
const outputOf = <T>(event: unknown): T => (event as { output: T }).output;
const problemOf = (event: unknown): PayProblem => {
  const { error } = event as { error: unknown };
  return error instanceof PayProblem ? error : new PayProblem('shown', text.failed);
};
const statusOf = (event: unknown): PaymentResult['status'] | undefined => outputOf<Tried>(event).payment?.status;

const machine = setup({
  types: {
    context: {} as SubscribeContext,
    events: {} as SubscribeEvent,
    input: {} as SubscribeInput,
    tags: {} as 'busy' | 'paying' | 'card',
  },
  actors: {
    quote: notProvided as unknown as ReturnType<typeof fromPromise<Preview, SubscribeContext>>,
    'check code': notProvided as unknown as ReturnType<typeof fromPromise<Discount, SubscribeContext>>,
    confirm: notProvided as unknown as ReturnType<typeof fromPromise<Tried, SubscribeContext>>,
    'ask bank': notProvided as unknown as ReturnType<typeof fromPromise<Outcome, SubscribeContext>>,
    refresh: notProvided as unknown as ReturnType<typeof fromPromise<Tried, SubscribeContext>>,
    find: notProvided as unknown as ReturnType<typeof fromPromise<Tried, SubscribeContext>>,
  },
  actions: {
    'forget problem': assign({ problem: null, isDeclined: false, isConsentMissing: false }),
    /** No subscription was created. Source: SUB-093. */
    'say failed': assign({ problem: { place: 'form', message: text.failed } as const }),
    'keep problem': assign(({ event }) => {
      const { kind, place, message } = problemOf(event);
      return {
        problem: message === '' ? null : { place, message },
        isDeclined: kind === 'declined',
        bankMessage: null,
      };
    }),
    'keep preview': assign(({ event }) => ({ preview: outputOf<Preview>(event) })),
    'keep discount': assign(({ event }) => ({
      discount: outputOf<Discount>(event),
      code: outputOf<Discount>(event).code,
    })),
    'drop discount': assign({ discount: null }),
    'keep payment': assign(({ context, event }) => {
      const { payment, subscription } = outputOf<Tried>(event);
      return {
        invoiceId: payment?.invoiceId ?? context.invoiceId,
        clientSecret: payment?.clientSecret ?? null,
        success: subscription ? successTypeOf(subscription) : 'subscribed',
      } as const;
    }),
    'show refusal': assign(({ context }) => ({
      problem: { place: 'card' as const, message: context.bankMessage ?? text.cardFailed },
      isDeclined: true,
      bankMessage: null,
      key: newId(),
    })),
    'keep bank answer': assign(({ event }) => {
      const { status, message } = outputOf<Outcome>(event);
      return { bankMessage: status === 'failed' ? (message ?? paymentsText.bank.refused) : null };
    }),
    'new key': assign(() => ({ key: newId() })),
    'show amount changed': assign({ problem: { place: 'form', message: text.changed } }),
    'show missing consent': assign({ isConsentMissing: true }),
    'show missing card': assign({ problem: { place: 'card', message: text.noCard } }),
    'show code problem': assign(({ context }) => ({
      problem: {
        place: 'code' as const,
        message: strippedCode(context.code).length < CODE_MIN ? text.codeShort : text.codeWrong,
      },
    })),
  },
  guards: {
    'has consent': ({ context }) => !needsPayment(context.preview) || context.agrees,
    'lacks card': ({ context }) => needsPayment(context.preview) && context.cardId === null,
    'was paying': ({ context }) => context.wasPaying,
    'is code': ({ context }) => DISCOUNT_CODE.test(strippedCode(context.code)),
    is: ({ event }, { kind }: { kind: ProblemKind }) => problemOf(event).kind === kind,
    'is done': ({ event }) => {
      const { payment, subscription } = outputOf<Tried>(event);
      return payment?.status === 'succeeded' || (payment === null && subscription !== null);
    },
    'needs bank': ({ event }) =>
      statusOf(event) === 'requires_action' && Boolean(outputOf<Tried>(event).payment?.clientSecret),
    'is processing': ({ event }) => statusOf(event) === 'processing',
    'was nothing': ({ event }) => outputOf<Tried>(event).payment === null,
    'bank refused': ({ context }) => context.bankMessage !== null,
  },
  delays: { askAgain: ASK_AGAIN_MS },
});

/** Where a payment leads by what became of it. */
const results = [
  { guard: 'is done', target: '#subscribe.done', actions: 'keep payment' },
  { guard: 'needs bank', target: '#subscribe.authenticating', actions: 'keep payment' },
  { guard: 'is processing', target: '#subscribe.waiting', actions: 'keep payment' },
] as const;
const refused = { target: '#subscribe.reviewing', actions: ['keep payment', 'show refusal'] } as const;
const whole = ({ context }: { context: SubscribeContext }): SubscribeContext => context;

/**
 * Subscribing to a sport: amount, code, card, consent, payment, the bank's question. A payment whose end is not known is
 * looked for before anything else, and nothing is charged twice. Source: SUB-047…SUB-051, D-193; decision 0082.
 */
export const subscribeMachine = machine.createMachine({
  id: 'subscribe',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    roles: kept.roles,
    code: kept.code,
    discount: null,
    preview: null,
    cardId: kept.cardId,
    preferredId: null,
    agrees: false,
    isConsentMissing: false,
    problem: null,
    isDeclined: false,
    key: newId(),
    invoiceId: kept.invoiceId,
    clientSecret: null,
    bankMessage: null,
    success: 'subscribed',
    wasPaying: kept.isPaying,
  }),
  initial: 'starting',
  // What a person types or chooses is taken in every state: the amount may be read anew meanwhile.
  on: {
    'type code': { actions: assign(({ event }) => ({ code: event.code })) },
    'choose card': { actions: [assign(({ event }) => ({ cardId: event.cardId })), 'forget problem'] },
    agree: { actions: assign(({ event }) => ({ agrees: event.agrees, isConsentMissing: false })) },
    cards: {
      actions: assign(({ context, event: { preferredId, ids } }) => ({
        preferredId,
        cardId: context.cardId !== null && ids.includes(context.cardId) ? context.cardId : preferredId,
      })),
    },
  },
  states: {
    starting: {
      always: [
        { guard: 'was paying', target: 'looking' },
        { guard: ({ context }) => context.code !== '', target: 'checking' },
        { target: 'quoting' },
      ],
    },
    /** A payment was begun in another life of this page. */
    looking: {
      tags: ['busy', 'paying'],
      invoke: {
        src: 'find',
        input: whole,
        onDone: [...results, { guard: 'was nothing', target: 'quoting', actions: ['say failed', 'new key'] }, refused],
        onError: [
          {
            guard: { type: 'is', params: { kind: 'declined' } },
            target: 'quoting',
            actions: ['keep problem', 'new key'],
          },
          { target: 'unknown', actions: 'keep problem' },
        ],
      },
    },
    /** What became of the payment is not known. */
    unknown: { tags: ['paying'], on: { retry: 'looking' } },
    checking: {
      tags: ['busy'],
      invoke: {
        src: 'check code',
        input: whole,
        onDone: { target: 'quoting', actions: ['forget problem', 'keep discount'] },
        onError: { target: 'quoting', actions: ['keep problem', 'drop discount'] },
      },
    },
    quoting: {
      tags: ['busy'],
      invoke: {
        src: 'quote',
        input: whole,
        onDone: { target: 'reviewing', actions: 'keep preview' },
        onError: [
          { guard: { type: 'is', params: { kind: 'exists' } }, target: 'done' },
          {
            guard: { type: 'is', params: { kind: 'code' } },
            target: 'quoting',
            actions: ['keep problem', 'drop discount'],
            reenter: true,
          },
          { target: 'priceless' },
        ],
      },
    },
    /** The amount could not be read. Source: SUB-103. */
    priceless: { on: { retry: 'quoting' } },
    reviewing: {
      on: {
        'remove code': {
          target: 'quoting',
          actions: [assign({ code: '', discount: null }), 'forget problem', 'new key'],
        },
        'add card': { target: 'adding', actions: 'forget problem' },
        'apply code': {
          target: 'applying',
          actions: assign(({ context, event }) => ({ code: event.code ?? context.code })),
        },
        confirm: [
          { guard: 'lacks card', actions: 'show missing card' },
          { guard: 'has consent', target: 'confirming', actions: 'forget problem' },
          { actions: 'show missing consent' },
        ],
      },
    },
    applying: {
      always: [
        { guard: 'is code', target: 'checking', actions: 'forget problem' },
        { target: 'reviewing', actions: 'show code problem' },
      ],
    },
    adding: {
      tags: ['card'],
      on: {
        back: 'reviewing',
        'card added': {
          // Its address decides the taxes.
          target: 'quoting',
          actions: assign(({ context, event: { cardId, isPreferred } }) => ({
            cardId,
            preferredId: isPreferred ? cardId : context.preferredId,
          })),
        },
      },
    },
    confirming: {
      tags: ['busy', 'paying'],
      invoke: {
        src: 'confirm',
        input: whole,
        onDone: [...results, refused],
        onError: [
          { guard: { type: 'is', params: { kind: 'lost' } }, target: 'looking' },
          { guard: { type: 'is', params: { kind: 'exists' } }, target: 'looking' },
          {
            guard: { type: 'is', params: { kind: 'changed' } },
            target: 'quoting',
            actions: ['new key', 'show amount changed'],
          },
          {
            guard: { type: 'is', params: { kind: 'code' } },
            target: 'quoting',
            actions: ['keep problem', 'drop discount', 'new key'],
          },
          { guard: { type: 'is', params: { kind: 'cardless' } }, target: 'adding', actions: 'new key' },
          { target: 'reviewing', actions: ['keep problem', 'new key'] },
        ],
      },
    },
    /** The bank asks the person. Source: D-193. */
    authenticating: {
      tags: ['busy', 'paying'],
      invoke: {
        src: 'ask bank',
        input: whole,
        onDone: { target: 'settling', actions: 'keep bank answer' },
        onError: 'unknown',
      },
    },
    settling: {
      tags: ['busy', 'paying'],
      invoke: {
        src: 'refresh',
        input: whole,
        onDone: [results[0], { guard: 'bank refused', ...refused }, results[2], refused],
        onError: [
          {
            guard: { type: 'is', params: { kind: 'declined' } },
            target: 'reviewing',
            actions: ['keep problem', 'new key'],
          },
          { target: 'unknown', actions: 'keep problem' },
        ],
      },
    },
    waiting: { tags: ['busy', 'paying'], after: { askAgain: 'settling' }, on: { retry: 'settling' } },
    done: { type: 'final' },
  },
});
