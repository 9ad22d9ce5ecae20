import { assign, setup } from 'xstate';
import { RESEND_AGAIN_S, RESEND_FIRST_S } from '#contract/limits.ts';
import {
  codeCheck,
  codeResending,
  codeSending,
  emailCheck,
  phoneCheck,
  registration,
  StepProblem,
  usernameCheck,
} from './sign-up.actors.ts';
import {
  EMPTY_FORM,
  STEP_OF_FIELD,
  STEPS,
  type FormField,
  type KeptSignUp,
  type SignUpForm,
  type Step,
} from './sign-up-form.ts';

export interface SignUpContext {
  form: SignUpForm;
  /** Index of the step on screen, 0 to 5; dialogs open above it. */
  step: number;
  problem: { field: FormField; message: string } | null;
  /** Delay before a code can be sent again: 119 s, after a resend 59 s. */
  resendWaitS: number;
  /** When a code can be sent again, Unix ms. */
  resendAtMs: number;
}

export type SignUpEvent =
  /** A field was changed. */
  | { type: 'typed'; values: Partial<SignUpForm> }
  | { type: 'next'; values: Partial<SignUpForm> }
  | { type: 'back'; values: Partial<SignUpForm> }
  | { type: 'show step'; step: number }
  | { type: 'resend' }
  | { type: 'accept' }
  | { type: 'decline' }
  | { type: 'exit' }
  | { type: 'close' };

const wait = (resendWaitS: number) => ({ resendWaitS, resendAtMs: Date.now() + resendWaitS * 1000 });

const machine = setup({
  types: {
    context: {} as SignUpContext,
    events: {} as SignUpEvent,
    input: {} as KeptSignUp,
    tags: {} as 'busy',
  },
  actors: {
    'check email': emailCheck,
    'check username': usernameCheck,
    'check phone': phoneCheck,
    'send code': codeSending,
    'send code again': codeResending,
    'check code': codeCheck,
    register: registration,
  },
  actions: {
    'keep values': assign(({ context, event }) =>
      'values' in event ? { form: { ...context.form, ...event.values } } : {},
    ),
    /** A password that is changed needs its check again. */
    'keep typed': assign(({ context, event }) => {
      if (event.type !== 'typed') return {};
      const isPasswordValid = context.form.isPasswordValid && !('password1' in event.values);
      return { form: { ...context.form, ...event.values, isPasswordValid } };
    }),
    'forget problem': assign({ problem: null }),
    'keep acceptance': assign(({ context }) => ({ form: { ...context.form, terms: true } })),
    'keep declining': assign(({ context }) => ({ form: { ...context.form, terms: false } })),
    'keep problem': assign(({ event }) => {
      const { error } = event as unknown as { error: unknown };
      return { problem: error instanceof StepProblem ? { field: error.field, message: error.message } : null };
    }),
    'keep code id': assign(({ context, event }) => ({
      form: { ...context.form, codeId: (event as unknown as { output: string }).output },
    })),
    'start first wait': assign(() => wait(RESEND_FIRST_S)),
    'start next wait': assign(() => wait(RESEND_AGAIN_S)),
    'forget everything': assign({ form: EMPTY_FORM, problem: null }),
    show: assign((_, { step }: { step: Step }) => ({ step: STEPS.indexOf(step) })),
  },
  guards: {
    'has a valid password': ({ event }) => 'values' in event && event.values.isPasswordValid === true,
    /** Only backwards: going forward requires the checks of each step. */
    'is earlier step': ({ context, event }, { step }: { step: Step }) =>
      event.type === 'show step' && event.step < context.step && STEPS[event.step] === step,
    'begins at': ({ context }, { step }: { step: Step }) => STEPS[context.step] === step,
    'belongs to': ({ event }, { step }: { step: Step }) => {
      const { error } = event as unknown as { error: unknown };
      return error instanceof StepProblem && !error.isTransient && STEP_OF_FIELD[error.field] === step;
    },
    'is transient': ({ event }) => {
      const { error } = event as unknown as { error: unknown };
      return error instanceof StepProblem && error.isTransient;
    },
  },
  delays: { resendWait: ({ context }) => context.resendWaitS * 1000 },
});

/** A step whose Next makes a server call first. */
const checkedStep = (step: Step, check: 'check email' | 'check username', previous: string, next: string) =>
  ({
    initial: 'editing',
    entry: { type: 'show', params: { step } },
    states: {
      editing: {
        on: {
          next: { target: 'checking', actions: ['keep values', 'forget problem'] },
          back: { target: `#sign up.filling.${previous}`, actions: ['keep values', 'forget problem'] },
        },
      },
      checking: {
        tags: ['busy'],
        invoke: {
          src: check,
          input: ({ context }: { context: SignUpContext }) => context.form,
          onDone: `#sign up.filling.${next}`,
          onError: { target: 'editing', actions: 'keep problem' },
        },
      },
    },
  }) as const;

/** Sign-up, from the name to a session. Server checks by step: D-254; declining: D-23; resending: D-256. */
export const signUpMachine = machine.createMachine({
  id: 'sign up',
  context: ({ input }) => ({
    form: input.form,
    step: STEPS.indexOf(input.step),
    problem: null,
    resendWaitS: RESEND_FIRST_S,
    resendAtMs: 0,
  }),
  initial: 'filling',
  states: {
    filling: {
      initial: 'start',
      on: {
        typed: { actions: 'keep typed' },
        'show step': STEPS.slice(0, -1).map((step) => ({
          guard: { type: 'is earlier step', params: { step } },
          target: `#sign up.filling.${step}`,
          actions: 'forget problem',
        })) as never,
        exit: { target: 'left', actions: 'forget everything' },
      },
      states: {
        start: {
          always: STEPS.map((step) => ({
            guard: { type: 'begins at', params: { step } },
            target: `#sign up.filling.${step}`,
          })) as never,
        },
        name: {
          entry: { type: 'show', params: { step: 'name' } },
          on: { next: { target: 'email', actions: ['keep values', 'forget problem'] } },
        },
        email: checkedStep('email', 'check email', 'name', 'username'),
        username: checkedStep('username', 'check username', 'email', 'password'),
        password: {
          entry: { type: 'show', params: { step: 'password' } },
          on: {
            next: { guard: 'has a valid password', target: 'phone', actions: ['keep values', 'forget problem'] },
            back: { target: 'username', actions: ['keep values', 'forget problem'] },
          },
        },
        phone: {
          initial: 'editing',
          entry: { type: 'show', params: { step: 'phone' } },
          states: {
            editing: {
              on: {
                next: { target: 'checking', actions: ['keep values', 'forget problem'] },
                back: { target: '#sign up.filling.password', actions: ['keep values', 'forget problem'] },
              },
            },
            checking: {
              tags: ['busy'],
              invoke: {
                src: 'check phone',
                input: ({ context }) => context.form,
                onDone: 'sending',
                onError: { target: 'editing', actions: 'keep problem' },
              },
            },
            sending: {
              tags: ['busy'],
              invoke: {
                src: 'send code',
                input: ({ context }) => context.form,
                onDone: {
                  target: '#sign up.filling.code',
                  actions: ['keep code id', assign(({ context }) => ({ form: { ...context.form, code: '' } }))],
                },
                // A rate limit on codes names the field `code`; this step shows it under the number.
                onError: {
                  target: 'editing',
                  actions: [
                    'keep problem',
                    assign(({ context }) => ({
                      problem: context.problem && { ...context.problem, field: 'phoneNumber' as const },
                    })),
                  ],
                },
              },
            },
          },
        },
        code: {
          type: 'parallel',
          entry: [{ type: 'show', params: { step: 'code' } }, 'start first wait'],
          on: { back: { target: '#sign up.filling.phone', actions: ['keep values', 'forget problem'] } },
          states: {
            entry: {
              initial: 'editing',
              states: {
                editing: { on: { next: { target: 'checking', actions: ['keep values', 'forget problem'] } } },
                checking: {
                  tags: ['busy'],
                  invoke: {
                    src: 'check code',
                    input: ({ context }) => context.form,
                    onDone: '#sign up.finishing',
                    onError: { target: 'editing', actions: 'keep problem' },
                  },
                },
              },
            },
            resend: {
              initial: 'waiting',
              states: {
                waiting: { after: { resendWait: 'ready' } },
                ready: { on: { resend: { target: 'sending', actions: 'forget problem' } } },
                sending: {
                  invoke: {
                    src: 'send code again',
                    input: ({ context }) => context.form,
                    onDone: { target: 'waiting', actions: ['keep code id', 'start next wait'] },
                    onError: { target: 'failed', actions: 'keep problem' },
                  },
                },
                /** Until the person goes back to the phone step. */
                failed: {},
              },
            },
          },
        },
      },
    },
    /** The Finish dialog, above the code step. */
    finishing: {
      on: {
        accept: { target: 'registering', actions: ['keep acceptance', 'forget problem'] },
        decline: { target: 'declined', actions: ['keep declining', 'forget problem'] },
      },
    },
    /** The confirmation of declining, above the phone step. */
    declined: {
      entry: { type: 'show', params: { step: 'phone' } },
      on: {
        accept: { target: 'registering', actions: 'keep acceptance' },
        exit: { target: 'left', actions: 'forget everything' },
        close: '#sign up.filling.phone',
      },
    },
    registering: {
      invoke: {
        src: 'register',
        input: ({ context }) => context.form,
        onDone: { target: 'joined', actions: 'forget everything' },
        onError: [
          { guard: 'is transient', target: 'finishing', actions: 'keep problem' },
          ...(['email', 'username', 'password', 'phone', 'name'] as const).map((step) => ({
            guard: { type: 'belongs to' as const, params: { step } },
            target: `#sign up.filling.${step}` as const,
            actions: 'keep problem' as const,
          })),
        ],
      },
    },
    joined: { type: 'final' },
    left: { type: 'final' },
  },
});
