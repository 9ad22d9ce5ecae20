import { and, assign, fromPromise, setup, stateIn } from 'xstate';
import type { ApplicationType } from '#contract/applications-questions.ts';
import type { ApplicationDraft, ApplicationResult } from '#contract/applications.ts';
import { newId } from '#contract/ids.ts';
import { applicationsText } from '#contract/text/applications.ts';
import { missingIn, stepsOf, type CreatorForm, type Reference, type StepName } from './creator-form.ts';
import type { KeptApplication } from './kept-application.ts';

export interface CreatorContext {
  sportId: string;
  sportName: string;
  type: ApplicationType;
  invitationCode: string | null;
  reference: Reference;
  form: CreatorForm;
  /** Index of the step on screen; the commitment opens above the last one. */
  step: number;
  /** Id of the application, the same until it is made. */
  id: string;
  /** Idempotency key of the try: the same one until it has an answer or the form changes. */
  key: string;
  /** Version of the draft on the server that this form is based on; 0: none. */
  version: number;
  /** Counts changes, to know whether the draft on the server has them. */
  changes: number;
  savedChanges: number;
  /** The draft that another tab or device has saved meanwhile. */
  other: ApplicationDraft | null;
  problem: string | null;
  result: ApplicationResult | null;
  /** From when a denied application can be repeated. */
  repeatableAt: string | null;
}

export interface CreatorInput extends Pick<
  CreatorContext,
  'sportId' | 'sportName' | 'type' | 'invitationCode' | 'reference'
> {
  kept: KeptApplication;
}

export type CreatorEvent =
  | { type: 'change'; form: Partial<CreatorForm> }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'show step'; step: number }
  | { type: 'commit' }
  /** The network has returned. */
  | { type: 'online' }
  | { type: 'use other' }
  | { type: 'keep own' };

/** What the server knows of an application for this sport. */
export interface Existing {
  end: 'existing' | 'denied' | null;
  repeatableAt: string | null;
}

/** Why an application was not made. */
export class CreatorProblem extends Error {
  override readonly name = 'CreatorProblem';
  readonly isExisting: boolean;
  constructor(message: string, isExisting: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isExisting = isExisting;
  }
}

/** The draft was changed elsewhere. */
export class DraftChanged extends Error {
  override readonly name = 'DraftChanged';
  readonly other: ApplicationDraft;
  constructor(other: ApplicationDraft) {
    super('The draft was changed elsewhere.');
    this.other = other;
  }
}

/** Time after the last change before the draft is sent to the server, ms. */
const SAVE_DELAY_MS = 1500;

const notProvided = fromPromise<never, CreatorContext>(async () => {
  throw new Error('This step has no work.');
});
type Work<T> = ReturnType<typeof fromPromise<T, CreatorContext>>;
const outputOf = <T>(event: unknown): T => (event as { output: T }).output;
const errorOf = (event: unknown): unknown => (event as { error: unknown }).error;

/** What a saved draft has become. */
export interface Saved {
  version: number;
  changes: number;
}

/** Form and step of a draft of the server; a step that no longer exists is the first one. */
const fromDraft = (
  { type, reference }: CreatorContext,
  { step, data, version }: ApplicationDraft,
): Partial<CreatorContext> => {
  const form = (data as { form?: CreatorForm } | null)?.form;
  if (!form) return { version };
  return {
    form,
    version,
    step: Math.max(0, stepsOf(type, reference.categories).indexOf(step as StepName)),
    key: newId(),
  };
};

const machine = setup({
  types: {
    context: {} as CreatorContext,
    events: {} as CreatorEvent,
    input: {} as CreatorInput,
    tags: {} as 'busy',
  },
  actors: {
    'find existing': notProvided as unknown as Work<Existing>,
    'read draft': notProvided as unknown as Work<ApplicationDraft>,
    'save draft': notProvided as unknown as Work<Saved>,
    send: notProvided as unknown as Work<ApplicationResult>,
  },
  actions: {
    'keep change': assign(({ context, event }) =>
      event.type === 'change'
        ? {
            form: { ...context.form, ...event.form },
            key: newId(),
            problem: null,
            changes: context.changes + 1,
          }
        : {},
    ),
    'show next': assign(({ context }) => ({ step: context.step + 1, changes: context.changes + 1 })),
    'show previous': assign(({ context }) => ({ step: context.step - 1 })),
    'show earlier': assign(({ context, event }) => (event.type === 'show step' ? { step: event.step } : context)),
    'forget problem': assign({ problem: null }),
    'keep problem': assign(({ event }) => {
      const error = errorOf(event);
      return { problem: error instanceof CreatorProblem ? error.message : applicationsText.failures.registration };
    }),
    'take draft': assign(({ context, event }) => fromDraft(context, outputOf<ApplicationDraft>(event))),
    'take other': assign(({ context }) => ({
      ...(context.other && fromDraft(context, context.other)),
      other: null,
      savedChanges: context.changes,
    })),
    'replace other': assign(({ context }) => ({ version: context.other?.version ?? context.version, other: null })),
    'keep other': assign(({ event }) => {
      const error = errorOf(event);
      return { other: error instanceof DraftChanged ? error.other : outputOf<ApplicationDraft>(event) };
    }),
  },
  guards: {
    'is complete': ({ context: { type, reference, step, form } }) =>
      missingIn(stepsOf(type, reference.categories)[step]!, form, reference) === undefined,
    'is last': ({ context: { type, reference, step } }) => step === stepsOf(type, reference.categories).length - 1,
    'is first': ({ context }) => context.step === 0,
    'is earlier': ({ context, event }) => event.type === 'show step' && event.step < context.step,
    'is changed': ({ context }) => context.changes !== context.savedChanges,
    'is newer': ({ context, event }) => outputOf<ApplicationDraft>(event).version > context.version,
    'was changed elsewhere': ({ event }) => errorOf(event) instanceof DraftChanged,
    'has ended': ({ event }, { end }: { end: Existing['end'] }) => outputOf<Existing>(event).end === end,
    'is existing': ({ event }) => {
      const error = errorOf(event);
      return error instanceof CreatorProblem && error.isExisting;
    },
  },
  delays: { saveDelay: SAVE_DELAY_MS },
});

const whole = ({ context }: { context: CreatorContext }): CreatorContext => context;

/**
 * A Creator's application: steps, commitment, sending, and beside them the draft on the server. All that is answered is kept on
 * this device at once; sending needs the network. Source: APP-003…APP-005, APP-036; decision 0089.
 */
export const creatorMachine = machine.createMachine({
  id: 'creator',
  type: 'parallel',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    form: kept.form,
    step: Math.max(0, stepsOf(input.type, input.reference.categories).indexOf(kept.step as StepName)),
    id: kept.id,
    key: kept.key,
    version: kept.version,
    changes: kept.isSaved ? 0 : 1,
    savedChanges: 0,
    other: null,
    problem: null,
    result: null,
    repeatableAt: null,
  }),
  states: {
    wizard: {
      initial: 'filling',
      states: {
        filling: {
          invoke: {
            src: 'find existing',
            input: whole,
            onDone: [
              { guard: { type: 'has ended', params: { end: 'existing' } }, target: 'existing' },
              {
                guard: { type: 'has ended', params: { end: 'denied' } },
                target: 'denied',
                actions: assign(({ event }) => ({ repeatableAt: outputOf<Existing>(event).repeatableAt })),
              },
            ],
            // Without an answer the server says it when the application is sent.
            onError: {},
          },
          on: {
            change: { actions: 'keep change' },
            next: [
              { guard: and(['is complete', 'is last']), target: 'committing' },
              { guard: 'is complete', actions: 'show next' },
            ],
            back: [{ guard: 'is first', target: 'left' }, { actions: 'show previous' }],
            'show step': { guard: 'is earlier', actions: 'show earlier' },
          },
        },
        /** The commitment dialog, above the last step. Source: D-225. */
        committing: {
          on: { commit: { target: 'sending', actions: 'forget problem' }, back: 'filling' },
        },
        sending: {
          tags: ['busy'],
          invoke: {
            src: 'send',
            input: whole,
            onDone: {
              target: 'done',
              actions: assign(({ event }) => ({ result: outputOf<ApplicationResult>(event) })),
            },
            onError: [
              { guard: 'is existing', target: 'existing' },
              { target: 'committing', actions: 'keep problem' },
            ],
          },
        },
        done: { type: 'final' },
        /** There is an application for this sport. Source: D-233. */
        existing: { type: 'final' },
        denied: {},
        left: { type: 'final' },
      },
    },
    /** The draft on the server, for other devices. */
    draft: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'read draft',
            input: whole,
            onDone: [
              { guard: and(['is newer', 'is changed']), target: 'changed elsewhere', actions: 'keep other' },
              { guard: 'is newer', target: 'saved', actions: 'take draft' },
              { target: 'deciding' },
            ],
            onError: 'unread',
          },
        },
        /** Until the network returns. */
        unread: { on: { online: 'reading' } },
        deciding: { always: [{ guard: 'is changed', target: 'waiting' }, { target: 'saved' }] },
        saved: { on: { change: 'waiting', next: 'waiting' } },
        waiting: {
          // Once it is sent, there is nothing left to save.
          after: { saveDelay: { guard: stateIn({ wizard: 'filling' }), target: 'saving' } },
          on: { change: { target: 'waiting', reenter: true } },
        },
        saving: {
          invoke: {
            src: 'save draft',
            input: whole,
            onDone: {
              target: 'deciding',
              actions: assign(({ event }) => {
                const { version, changes } = outputOf<Saved>(event);
                return { version, savedChanges: changes };
              }),
            },
            onError: [
              { guard: 'was changed elsewhere', target: 'changed elsewhere', actions: 'keep other' },
              { target: 'unsaved' },
            ],
          },
        },
        /** Until the next change, or until the network returns. */
        unsaved: { on: { online: 'saving', change: 'waiting', next: 'waiting' } },
        /** The person chooses which one remains. */
        'changed elsewhere': {
          on: {
            'use other': { target: 'saved', actions: 'take other' },
            'keep own': { target: 'saving', actions: 'replace other' },
          },
        },
      },
    },
  },
});
