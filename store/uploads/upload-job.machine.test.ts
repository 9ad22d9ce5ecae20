import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, type AnyActorRef } from 'xstate';
import { newId } from '#contract/ids.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { newJob, type StoredUploadJob, type UploadErrorLevel } from './job.ts';
import { restore } from './run-jobs.ts';
import { UploadFailure } from './failure.ts';
import {
  CHART_VERSION,
  factsOf,
  uploadJobMachine,
  type JobInput,
  type PauseInput,
  type Verdict,
} from './upload-job.machine.ts';
import { sleep } from '../sleep.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const jobOf = (type: StoredUploadJob['type'] = 'video', more: Partial<StoredUploadJob> = {}): StoredUploadJob => ({
  ...newJob(
    {
      id: newId(),
      owner: newId(),
      scope: `user:${newId()}`,
      name: 'a',
      type,
      size: 10,
      lastModifiedMs: 0,
      folderId: null,
    },
    0,
  ),
  ...more,
});

type Work =
  | 'send file'
  | 'make record'
  | 'confirm content'
  | 'ask encoding'
  | 'take content'
  | 'ask active'
  | 'ask review';

/** Runs the chart with actors that take one second each; `log` lists their starts as `work@seconds`. */
const setup = (job: StoredUploadJob, script: Partial<Record<Work, (nth: number) => Verdict | void>> = {}) => {
  const log: string[] = [];
  const counts = new Map<string, number>();
  const did = async (work: Work, signal: AbortSignal): Promise<Verdict> => {
    log.push(`${work}@${Date.now() / 1000}`);
    await sleep(1_000, signal);
    const nth = (counts.get(work) ?? 0) + 1;
    counts.set(work, nth);
    return script[work]?.(nth) ?? 'ready';
  };
  const step = (work: Work) => fromPromise<void, JobInput>(async ({ signal }) => void (await did(work, signal)));
  const question = (work: Work) => fromPromise<Verdict, JobInput>(({ signal }) => did(work, signal));
  const wait = (ms: number) => fromPromise<void, JobInput>(({ signal }) => sleep(ms, signal));
  const machine = uploadJobMachine.provide({
    actors: {
      'send file': step('send file'),
      'make record': step('make record'),
      'confirm content': step('confirm content'),
      'take content': step('take content'),
      'ask encoding': question('ask encoding'),
      'ask active': question('ask active'),
      'ask review': question('ask review'),
      'wait for encoding': wait(20_000),
      'wait for active': wait(2_000),
      'wait for review': wait(5_000),
      'wait to go on': fromPromise<void, PauseInput>(({ signal }) => sleep(60_000, signal)),
      'hold the error': fromPromise<void, void>(({ signal }) => sleep(1_000, signal)),
    },
  });
  const start = (from: StoredUploadJob) => {
    const actor = createActor(machine, restore(from));
    actor.start();
    return actor;
  };
  return { log, start, actor: start(job) };
};
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const saved = (actor: ReturnType<ReturnType<typeof setup>['start']>, job: StoredUploadJob): StoredUploadJob => ({
  ...job,
  ...factsOf(actor.getSnapshot()),
  snapshot: {
    version: CHART_VERSION,
    value: JSON.parse(JSON.stringify((actor as AnyActorRef & typeof actor).getPersistedSnapshot())),
  },
});
const offline = (): never => {
  throw new UploadFailure('pause', { errorKind: 'NoInternet' });
};
const failing = (): never => {
  throw new UploadFailure('fail', { errorKind: 'SomethingIsWrong', userMessage: 'no' });
};

describe('an upload job', () => {
  it('UPL-004 UPL-008 media: sends, confirms its record, polls every 20 s until encoded, waits 5 s for the review, and is done', async () => {
    const { log, actor } = setup(jobOf(), { 'ask encoding': (nth) => (nth < 3 ? 'not yet' : 'ready') });
    await advance(60);
    expect(log).toEqual([
      'send file@0',
      'confirm content@1',
      'ask encoding@2',
      'ask encoding@23',
      'ask encoding@44',
      'take content@45',
      'ask review@51',
    ]);
    expect(actor.getSnapshot().status).toBe('done');
    expect(factsOf(actor.getSnapshot()).state).toBe('done');
  });

  it('UPL-014 UPL-017 a PDF: makes its record, sends, polls every 2 s until active, then is reviewed', async () => {
    const { log } = setup(jobOf('text'), { 'ask active': (nth) => (nth < 3 ? 'not yet' : 'ready') });
    await advance(30);
    expect(log).toEqual([
      'make record@0',
      'send file@1',
      'ask active@2',
      'ask active@5',
      'ask active@8',
      'ask review@14',
    ]);
  });

  it('UPL-022 UPL-023 is Paused when it goes offline while optimizing, and continues there online; nothing is sent twice', async () => {
    const { log, actor } = setup(jobOf(), { 'ask encoding': (nth) => (nth === 1 ? offline() : 'ready') });
    await advance(10);
    expect(factsOf(actor.getSnapshot())).toMatchObject({
      state: 'paused',
      step: 'Optimizing',
      level: 'StatusChecking',
      errorKind: 'NoInternet',
      errorLevel: null,
    });
    actor.send({ type: 'came online' });
    await advance(20);
    expect(log).toEqual([
      'send file@0',
      'confirm content@1',
      'ask encoding@2',
      'ask encoding@10',
      'take content@11',
      'ask review@17',
    ]);
  });

  it('UPL-023 the online event after a long outage makes the waits short again', async () => {
    const { actor } = setup(jobOf(), { 'send file': offline });
    await advance(5 * 61 - 10);
    expect(actor.getSnapshot().context.pauses).toBeGreaterThan(3);
    actor.send({ type: 'came online' });
    await advance(2);
    expect(actor.getSnapshot().value).toBe('paused');
    expect(actor.getSnapshot().context.pauses).toBe(1);
  });

  it('the offline event pauses it at once, and the pause ends after its wait', async () => {
    const { log, actor } = setup(jobOf());
    await advance(0.5);
    actor.send({ type: 'went offline' });
    expect(factsOf(actor.getSnapshot())).toMatchObject({ state: 'paused', errorKind: 'NoInternet' });
    await advance(61);
    expect(log.slice(0, 2)).toEqual(['send file@0', 'send file@60.5']);
  });

  it('UPL-020 a failure shows after a second, and Retry continues at the failed level', async () => {
    const { log, actor } = setup(jobOf(), { 'ask review': (nth) => (nth === 1 ? failing() : 'ready') });
    await advance(10.5);
    expect(factsOf(actor.getSnapshot()).state).toBe('working');
    await advance(1);
    expect(factsOf(actor.getSnapshot())).toMatchObject({
      state: 'failed',
      errorLevel: 'ReviewContent',
      errorKind: 'SomethingIsWrong',
      errorMessage: 'no',
    });
    await advance(100);
    actor.send({ type: 'retry' });
    await advance(10);
    expect(log.filter((each) => each.startsWith('send'))).toEqual(['send file@0']);
    expect(actor.getSnapshot().status).toBe('done');
  });
});

describe('an upload job that ends early', () => {
  it('UPL-025 Cancel ends it in every state, and stops its timers', async () => {
    for (const seconds of [0.5, 1.5, 3.5, 20, 46, 50]) {
      const { actor, log } = setup(jobOf(), { 'ask encoding': (nth) => (nth < 3 ? 'not yet' : 'ready') });
      await advance(seconds);
      actor.send({ type: 'cancel' });
      expect(factsOf(actor.getSnapshot()).state).toBe('cancelled');
      const done = log.length;
      await advance(200);
      expect(log).toHaveLength(done);
    }
  });

  it.each<[string, () => never, number]>([
    ['paused', offline, 10],
    ['working', failing, 1.5],
    ['failed', failing, 10],
  ])(
    'UPL-025 Cancel ends one that is %s after its first try, and it is not tried again',
    async (state, trouble, seconds) => {
      const { actor, log } = setup(jobOf(), { 'send file': trouble });
      await advance(seconds);
      expect(factsOf(actor.getSnapshot()).state).toBe(state);
      actor.send({ type: 'cancel' });
      expect(factsOf(actor.getSnapshot()).state).toBe('cancelled');
      for (const type of ['came online', 'retry'] as const) actor.send({ type });
      await advance(200);
      expect(log).toEqual(['send file@0']);
    },
  );

  it('is cancelled if the server does not have the upload any more', async () => {
    const { actor } = setup(jobOf(), {
      'send file': () => {
        throw new UploadFailure('cancel');
      },
    });
    await advance(2);
    expect(factsOf(actor.getSnapshot()).state).toBe('cancelled');
  });
});

describe('an upload job that was saved', () => {
  it('D-122 a restored one continues where it was, also during a wait', async () => {
    const { actor, log, start } = setup(jobOf(), { 'ask encoding': (nth) => (nth < 2 ? 'not yet' : 'ready') });
    const job = jobOf();
    await advance(10);
    const stored = saved(actor, job);
    actor.stop();
    log.length = 0;
    const restored = start(stored);
    await advance(40);
    expect(log).toEqual(['ask encoding@30', 'take content@31', 'ask review@37']);
    expect(restored.getSnapshot().status).toBe('done');
  });

  it.each<[UploadErrorLevel, string]>([
    ['Uploading', 'send file@0'],
    ['CreateContent', 'confirm content@0'],
    ['StatusChecking', 'ask encoding@0'],
    ['UpdateContent', 'take content@0'],
    ['ReviewContent', 'ask review@5'],
  ])('a snapshot of another chart is rebuilt from the facts: at %s it begins with %s', async (level, first) => {
    const { log } = setup(
      jobOf('video', { level, snapshot: { version: CHART_VERSION + 1, value: { value: 'something else' } } }),
    );
    await advance(6);
    expect(log[0]).toBe(first);
  });

  it(
    'P13 UPL-019 makes only legal transitions: the level never goes back, and nothing happens after the end',
    async () => {
      const levels: Record<string, UploadErrorLevel[]> = {
        video: ['Uploading', 'CreateContent', 'StatusChecking', 'UpdateContent', 'ReviewContent'],
        text: ['CreateContent', 'Uploading', 'ActiveChecking', 'ReviewContent'],
      };
      const act = fc.constantFrom(
        'cancel',
        'retry',
        'came online',
        'went offline',
        'pass',
        'pass',
        'pass',
        'pass',
        'outlast a pause',
      );
      const luck = fc.constantFrom('ready', 'ready', 'not yet', 'pause', 'fail');
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('video' as const, 'text' as const),
          plays(act),
          fc.array(luck, { minLength: 1, maxLength: 30 }),
          async (type, acts, lucks) => {
            let drawn = 0;
            const draw = (): Verdict => {
              const now = lucks[drawn++ % lucks.length]!;
              if (now === 'pause') offline();
              if (now === 'fail') failing();
              return now as Verdict;
            };
            const { actor, log } = setup(jobOf(type), {
              'send file': draw,
              'make record': draw,
              'confirm content': draw,
              'ask encoding': draw,
              'take content': draw,
              'ask active': draw,
              'ask review': draw,
            });
            /** Each work belongs to a level: none runs again once the next level was reached. */
            const order: Work[] =
              type === 'video'
                ? ['send file', 'confirm content', 'ask encoding', 'take content', 'ask review']
                : ['make record', 'send file', 'ask active', 'ask review'];
            let reached = 0;
            let over: string | undefined;
            for (const each of acts) {
              const before = log.length;
              if (each === 'pass') await advance(7);
              else if (each === 'outlast a pause') await advance(61);
              else if (!over) actor.send({ type: each as 'cancel' });
              const facts = factsOf(actor.getSnapshot());
              const now = levels[type]!.indexOf(facts.level);
              expect(now).toBeGreaterThanOrEqual(reached);
              reached = now;
              const done = log.map((work) => order.indexOf(work.split('@')[0] as Work));
              expect(done).toEqual(done.toSorted((a, b) => a - b));
              if (over) expect([facts.state, log.length]).toEqual([over, before]);
              if (facts.state === 'done' || facts.state === 'cancelled') over = facts.state;
              expect(facts.errorLevel).toBe(facts.state === 'failed' ? facts.level : null);
            }
            actor.stop();
          },
        ),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
