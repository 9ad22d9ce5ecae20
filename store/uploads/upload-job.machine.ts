import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { ContentType } from '#contract/rows.ts';
import { stepOf, type StoredUploadJob, type UploadErrorKind, type UploadErrorLevel } from './job.ts';
import { UploadTrouble } from './trouble.ts';

/** Raised when a snapshot of the chart before would mean something else: such a job is rebuilt from its facts. */
export const CHART_VERSION = 1;

/** What stopped the job, as plain data. */
export interface Trouble {
  errorKind: UploadErrorKind | null;
  code: string | null;
  words: string | null;
  retryAfterMs: number | null;
}
export interface UploadJobContext {
  id: string;
  type: ContentType;
  level: UploadErrorLevel;
  /** Pauses since anything went well: the next one is longer. */
  pauses: number;
  trouble: Trouble | null;
}
export type UploadJobEvent =
  | { type: 'cancel' }
  | { type: 'retry' }
  | { type: 'came online' }
  | { type: 'went offline' };

/** What an actor is told: it reads the job's facts itself, so that a restored one never works with old ones. */
export interface JobInput {
  id: string;
}
export interface PauseInput {
  pauses: number;
  trouble: Trouble | null;
}
export type Verdict = 'ready' | 'not yet';

// The work stands in upload-job.actors.ts; a chart that is run without it says so.
const missing = () => Promise.reject(new Error('The work of this step is not provided.'));
const step = fromPromise<void, JobInput>(missing);
const question = fromPromise<Verdict, JobInput>(missing);

const OFFLINE: Trouble = { errorKind: 'NoInternet', code: null, words: null, retryAfterMs: null };

const plain = (error: unknown): Trouble =>
  error instanceof UploadTrouble
    ? { errorKind: error.errorKind, code: error.code, words: error.words, retryAfterMs: error.retryAfterMs }
    : { errorKind: 'SomethingIsWrong', code: null, words: null, retryAfterMs: null };
const kindOf = (event: unknown): string | undefined => {
  const { error } = event as { error?: unknown };
  return error instanceof UploadTrouble ? error.kind : undefined;
};

const charted = setup({
  types: {
    context: {} as UploadJobContext,
    events: {} as UploadJobEvent,
    input: {} as Pick<StoredUploadJob, 'id' | 'type' | 'level' | 'state'>,
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
    'stands at': ({ context }, params: { level: UploadErrorLevel; type?: ContentType }) =>
      context.level === params.level &&
      (params.type === undefined || (params.type === 'text') === (context.type === 'text')),
    'is text': ({ context }) => context.type === 'text',
    'is gone': ({ event }) => kindOf(event) === 'gone',
    'must wait': ({ event }) => kindOf(event) === 'pause' || kindOf(event) === 'again',
  },
  actions: {
    'note trouble': assign(({ event }) => ({ trouble: plain((event as { error?: unknown }).error) })),
    'note offline': assign({ trouble: OFFLINE }),
    'count the pause': assign({ pauses: ({ context }) => context.pauses + 1 }),
    'forget trouble': assign({ trouble: null }),
    'begin anew': assign({ trouble: null, pauses: 0 }),
    'stand at': assign((_, params: { level: UploadErrorLevel }) => ({ level: params.level, pauses: 0 })),
  },
});

const at = (level: UploadErrorLevel) => ({ type: 'stand at' as const, params: { level } });
const whoFailed = [
  { guard: 'is gone' as const, target: '#upload job.cancelled' },
  { guard: 'must wait' as const, target: '#upload job.paused', actions: 'note trouble' as const },
  { target: '#upload job.failing', actions: 'note trouble' as const },
];
const job = ({ context }: { context: UploadJobContext }): JobInput => ({ id: context.id });

/**
 * One upload from its first byte to the Library: `uploading → optimizing → reviewing → done`. A pause goes on by
 * itself, a failure waits for Retry, both at the level they stopped; Cancel works anywhere.
 *
 * Waits are actors, not delays: a restored snapshot starts them again.
 *
 * Source: UPL-004…UPL-026.
 */
export const uploadJobMachine = charted.createMachine({
  id: 'upload job',
  context: ({ input }) => ({ id: input.id, type: input.type, level: input.level, pauses: 0, trouble: null }),
  initial: 'where it stands',
  on: { cancel: '.cancelled' },
  states: {
    'where it stands': {
      always: [
        {
          guard: { type: 'stands at', params: { level: 'CreateContent', type: 'text' } },
          target: 'working.making record',
        },
        { guard: { type: 'stands at', params: { level: 'CreateContent' } }, target: 'working.confirming' },
        { guard: { type: 'stands at', params: { level: 'StatusChecking' } }, target: 'working.asking encoding' },
        { guard: { type: 'stands at', params: { level: 'ActiveChecking' } }, target: 'working.asking active' },
        { guard: { type: 'stands at', params: { level: 'UpdateContent' } }, target: 'working.taking content' },
        { guard: { type: 'stands at', params: { level: 'ReviewContent' } }, target: 'working.waiting for review' },
        { target: 'working.uploading' },
      ],
    },
    working: {
      initial: 'uploading',
      entry: 'forget trouble',
      on: { 'went offline': { target: 'paused', actions: 'note offline' } },
      states: {
        'making record': {
          invoke: {
            src: 'make record',
            input: job,
            onDone: { target: 'uploading', actions: at('Uploading') },
            onError: whoFailed,
          },
        },
        uploading: {
          invoke: {
            src: 'send file',
            input: job,
            onError: whoFailed,
            onDone: [
              { guard: 'is text', target: 'asking active', actions: at('ActiveChecking') },
              { target: 'confirming', actions: at('CreateContent') },
            ],
          },
        },
        confirming: {
          invoke: {
            src: 'confirm content',
            input: job,
            onDone: { target: 'asking encoding', actions: at('StatusChecking') },
            onError: whoFailed,
          },
        },
        'asking encoding': {
          invoke: {
            src: 'ask encoding',
            input: job,
            onError: whoFailed,
            onDone: [
              {
                guard: ({ event }) => event.output === 'ready',
                target: 'taking content',
                actions: at('UpdateContent'),
              },
              { target: 'waiting for encoding', actions: 'begin anew' },
            ],
          },
        },
        'waiting for encoding': {
          invoke: { src: 'wait for encoding', input: job, onDone: 'asking encoding', onError: whoFailed },
        },
        'taking content': {
          invoke: {
            src: 'take content',
            input: job,
            onDone: { target: 'waiting for review', actions: at('ReviewContent') },
            onError: whoFailed,
          },
        },
        'asking active': {
          invoke: {
            src: 'ask active',
            input: job,
            onError: whoFailed,
            onDone: [
              {
                guard: ({ event }) => event.output === 'ready',
                target: 'waiting for review',
                actions: at('ReviewContent'),
              },
              { target: 'waiting for active', actions: 'begin anew' },
            ],
          },
        },
        'waiting for active': {
          invoke: { src: 'wait for active', input: job, onDone: 'asking active', onError: whoFailed },
        },
        'waiting for review': {
          invoke: { src: 'wait for review', input: job, onDone: 'asking review', onError: whoFailed },
        },
        'asking review': {
          invoke: {
            src: 'ask review',
            input: job,
            onError: whoFailed,
            onDone: [
              { guard: ({ event }) => event.output === 'ready', target: '#upload job.done' },
              { target: 'waiting for review', actions: 'begin anew' },
            ],
          },
        },
      },
    },
    paused: {
      entry: 'count the pause',
      invoke: {
        src: 'wait to go on',
        input: ({ context }) => ({ pauses: context.pauses, trouble: context.trouble }),
        onDone: 'where it stands',
        onError: 'where it stands',
      },
      // The line may need some seconds more than the browser says: it is looked for soon again, however long the outage was.
      on: {
        'came online': { target: 'where it stands', actions: 'begin anew' },
        retry: { target: 'where it stands', actions: 'begin anew' },
      },
    },
    failing: { invoke: { src: 'hold the error', onDone: 'failed', onError: 'failed' } },
    failed: { on: { retry: { target: 'where it stands', actions: 'begin anew' } } },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

export type UploadJobSnapshot = SnapshotFrom<typeof uploadJobMachine>;

/** The plain facts that a snapshot stands for. A failure shows only after its second of grace. */
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
