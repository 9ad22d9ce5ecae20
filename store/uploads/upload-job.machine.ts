import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { ContentType } from '#contract/rows.ts';
import { stepOf, type StoredUploadJob, type UploadErrorKind, type UploadErrorLevel } from './job.ts';
import { UploadFailure, type FailureAction } from './failure.ts';

/**
 * Raise it when a stored snapshot of the previous chart would mean something else: such a job is rebuilt from its facts.
 * Snapshots contain the names of states and actors and the fields of the context, so renaming one counts too.
 */
export const CHART_VERSION = 1;

/** The UploadFailure that stopped the job, as plain data. Stored in snapshots. */
export interface Trouble {
  errorKind: UploadErrorKind | null;
  code: string | null;
  /** Message for the person; null for the tile's default. */
  words: string | null;
  retryAfterMs: number | null;
}
export interface UploadJobContext {
  id: string;
  type: ContentType;
  /** Whether its bytes replace the file of a content: the rest is shown by that content. Missing in older snapshots. */
  isReplacement?: boolean;
  level: UploadErrorLevel;
  /** Consecutive pauses without progress: the next one is longer. */
  pauses: number;
  trouble: Trouble | null;
}
export type UploadJobEvent =
  | { type: 'cancel' }
  | { type: 'retry' }
  | { type: 'came online' }
  | { type: 'went offline' };

/** Input of an actor. It reads the job's facts itself, so that a restored actor does not work with old ones. */
export interface JobInput {
  id: string;
}
export interface PauseInput extends JobInput {
  pauses: number;
  trouble: Trouble | null;
}
export type Verdict = 'ready' | 'not yet';

// The actors are in upload-job.actors.ts; the chart must be provided with them.
const missing = () => Promise.reject(new Error('No actor is provided for this step.'));
const step = fromPromise<void, JobInput>(missing);
const question = fromPromise<Verdict, JobInput>(missing);

const OFFLINE: Trouble = { errorKind: 'NoInternet', code: null, words: null, retryAfterMs: null };

const toPlain = (error: unknown): Trouble =>
  error instanceof UploadFailure
    ? { errorKind: error.errorKind, code: error.code, words: error.userMessage, retryAfterMs: error.retryAfterMs }
    : { errorKind: 'SomethingIsWrong', code: null, words: null, retryAfterMs: null };
const actionOf = (event: unknown): FailureAction | undefined => {
  const { error } = event as { error?: unknown };
  return error instanceof UploadFailure ? error.action : undefined;
};

const charted = setup({
  types: {
    context: {} as UploadJobContext,
    events: {} as UploadJobEvent,
    input: {} as Pick<StoredUploadJob, 'id' | 'type' | 'level' | 'state' | 'replaces'>,
  },
  actors: {
    'send file': step,
    'make record': step,
    'confirm content': step,
    'ask encoding': question,
    'wait for encoding': step,
    'take content': step,
    'ask active': question,
    'wait for active': step,
    'ask review': question,
    'wait for review': step,
    'wait to go on': fromPromise<void, PauseInput>(missing),
    'hold the error': fromPromise<void, void>(missing),
  },
  guards: {
    'is at level': ({ context }, params: { level: UploadErrorLevel; type?: ContentType }) =>
      context.level === params.level &&
      (params.type === undefined || (params.type === 'text') === (context.type === 'text')),
    'is replacement': ({ context }) => context.isReplacement === true,
    'is text': ({ context }) => context.type === 'text',
    'was cancelled': ({ event }) => actionOf(event) === 'cancel',
    'must wait': ({ event }) => actionOf(event) === 'pause' || actionOf(event) === 'reconcile',
  },
  actions: {
    'record failure': assign(({ event }) => ({ trouble: toPlain((event as { error?: unknown }).error) })),
    'record offline': assign({ trouble: OFFLINE }),
    'count pause': assign({ pauses: ({ context }) => context.pauses + 1 }),
    'clear failure': assign({ trouble: null }),
    'reset pauses': assign({ trouble: null, pauses: 0 }),
    'set level': assign((_, params: { level: UploadErrorLevel }) => ({ level: params.level, pauses: 0 })),
  },
});

const setLevel = (level: UploadErrorLevel) => ({ type: 'set level' as const, params: { level } });
const onError = [
  { guard: 'was cancelled' as const, target: '#upload job.cancelled' },
  { guard: 'must wait' as const, target: '#upload job.paused', actions: 'record failure' as const },
  { target: '#upload job.failing', actions: 'record failure' as const },
];
const job = ({ context }: { context: UploadJobContext }): JobInput => ({ id: context.id });

/**
 * One upload from its first byte to the Library: `uploading → optimizing → reviewing → done`. A pause ends after a wait, a
 * failure with Retry; both continue at the level where they stopped. Cancel works in every state.
 *
 * Waits are actors, not delays, because a restored snapshot starts its actors again.
 *
 * Source: UPL-004…UPL-026.
 */
export const uploadJobMachine = charted.createMachine({
  id: 'upload job',
  context: ({ input }) => ({
    id: input.id,
    type: input.type,
    isReplacement: input.replaces !== undefined,
    level: input.level,
    pauses: 0,
    trouble: null,
  }),
  initial: 'resuming',
  on: { cancel: '.cancelled' },
  states: {
    resuming: {
      always: [
        {
          guard: { type: 'is at level', params: { level: 'CreateContent', type: 'text' } },
          target: 'working.making record',
        },
        { guard: { type: 'is at level', params: { level: 'CreateContent' } }, target: 'working.confirming' },
        { guard: { type: 'is at level', params: { level: 'StatusChecking' } }, target: 'working.asking encoding' },
        { guard: { type: 'is at level', params: { level: 'ActiveChecking' } }, target: 'working.asking active' },
        { guard: { type: 'is at level', params: { level: 'UpdateContent' } }, target: 'working.taking content' },
        { guard: { type: 'is at level', params: { level: 'ReviewContent' } }, target: 'working.waiting for review' },
        { target: 'working.uploading' },
      ],
    },
    working: {
      initial: 'uploading',
      entry: 'clear failure',
      on: { 'went offline': { target: 'paused', actions: 'record offline' } },
      states: {
        'making record': {
          invoke: {
            src: 'make record',
            input: job,
            onDone: { target: 'uploading', actions: setLevel('Uploading') },
            onError,
          },
        },
        uploading: {
          invoke: {
            src: 'send file',
            input: job,
            onError,
            onDone: [
              { guard: 'is replacement', target: '#upload job.done' },
              { guard: 'is text', target: 'asking active', actions: setLevel('ActiveChecking') },
              { target: 'confirming', actions: setLevel('CreateContent') },
            ],
          },
        },
        confirming: {
          invoke: {
            src: 'confirm content',
            input: job,
            onDone: { target: 'asking encoding', actions: setLevel('StatusChecking') },
            onError,
          },
        },
        'asking encoding': {
          invoke: {
            src: 'ask encoding',
            input: job,
            onError,
            onDone: [
              {
                guard: ({ event }) => event.output === 'ready',
                target: 'taking content',
                actions: setLevel('UpdateContent'),
              },
              { target: 'waiting for encoding', actions: 'reset pauses' },
            ],
          },
        },
        'waiting for encoding': {
          invoke: { src: 'wait for encoding', input: job, onDone: 'asking encoding', onError },
        },
        'taking content': {
          invoke: {
            src: 'take content',
            input: job,
            onDone: { target: 'waiting for review', actions: setLevel('ReviewContent') },
            onError,
          },
        },
        'asking active': {
          invoke: {
            src: 'ask active',
            input: job,
            onError,
            onDone: [
              {
                guard: ({ event }) => event.output === 'ready',
                target: 'waiting for review',
                actions: setLevel('ReviewContent'),
              },
              { target: 'waiting for active', actions: 'reset pauses' },
            ],
          },
        },
        'waiting for active': {
          invoke: { src: 'wait for active', input: job, onDone: 'asking active', onError },
        },
        'waiting for review': {
          invoke: { src: 'wait for review', input: job, onDone: 'asking review', onError },
        },
        'asking review': {
          invoke: {
            src: 'ask review',
            input: job,
            onError,
            onDone: [
              { guard: ({ event }) => event.output === 'ready', target: '#upload job.done' },
              { target: 'waiting for review', actions: 'reset pauses' },
            ],
          },
        },
      },
    },
    paused: {
      entry: 'count pause',
      invoke: {
        src: 'wait to go on',
        input: ({ context }) => ({ id: context.id, pauses: context.pauses, trouble: context.trouble }),
        onDone: 'resuming',
        onError: 'resuming',
      },
      // The network may work only some seconds after this event, so the next pause is short again.
      on: {
        'came online': { target: 'resuming', actions: 'reset pauses' },
        retry: { target: 'resuming', actions: 'reset pauses' },
      },
    },
    failing: { invoke: { src: 'hold the error', onDone: 'failed', onError: 'failed' } },
    failed: { on: { retry: { target: 'resuming', actions: 'reset pauses' } } },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

export type UploadJobSnapshot = SnapshotFrom<typeof uploadJobMachine>;

/** The job's facts in a snapshot. A failure shows only after ERROR_DELAY_MS. */
export const factsOf = (
  snapshot: UploadJobSnapshot,
): Pick<StoredUploadJob, 'state' | 'step' | 'level' | 'errorLevel' | 'errorKind' | 'errorCode' | 'errorMessage'> => {
  const { level, trouble, type } = snapshot.context;
  const isStopped = snapshot.matches('paused') || snapshot.matches('failed');
  return {
    state: snapshot.matches('paused')
      ? 'paused'
      : snapshot.matches('failed')
        ? 'failed'
        : snapshot.matches('done')
          ? 'done'
          : snapshot.matches('cancelled')
            ? 'cancelled'
            : 'working',
    step: stepOf({ type, level }),
    level,
    errorLevel: snapshot.matches('failed') ? level : null,
    errorKind: isStopped ? (trouble?.errorKind ?? null) : null,
    errorCode: isStopped ? (trouble?.code ?? null) : null,
    errorMessage: isStopped ? (trouble?.words ?? null) : null,
  };
};
