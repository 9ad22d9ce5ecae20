import { liveQuery, type Subscription } from 'dexie';
import { createActor, type ActorRefFrom } from 'xstate';
import { CHUNKS_IN_FLIGHT, FILES_IN_FLIGHT } from '#contract/limits.ts';
import type { AccountDatabase } from '../database.ts';
import { isConnectionLost } from '../door.ts';
import { withLease } from '../outbox/lease.ts';
import type { StoredUploadJob } from './job.ts';
import { giveUpJob, removeJob } from './jobs.ts';
import { Slots } from './slots.ts';
import { uploadJobActors } from './upload-job.actors.ts';
import { CHART_VERSION, factsOf, uploadJobMachine, type UploadJobSnapshot } from './upload-job.machine.ts';

export interface RunOptions {
  db: AccountDatabase;
  /** Files that this page picked, by the id of their kept bytes. */
  files?: Map<string, Blob>;
  /** Only until the server has every byte: it finishes by itself, and no poll keeps a service worker awake. */
  untilStored?: boolean;
  /** The outbox has something that may be sent now: a content has come to be that a publish waited for. */
  onSendable?(): void;
}

/** A job held by another tab is looked at again after this. */
const LOOK_AGAIN_MS = 1_000;
/** A job of a page that is still copying is left to it for so long. */
const FRESH_MS = 10_000;
/** Refusals of the file itself: the server keeps nothing of it. */
const HOPELESS = new Set(['upload.wrong_type', 'upload.too_large']);

type JobActor = ActorRefFrom<typeof uploadJobMachine>;

/**
 * Runs the upload jobs of one account: two files at a time, three chunks in all, each job in one place at a time by
 * Web Lock. Runs in a worker of a page and in the service worker; other contexts speak to it through the job rows.
 */
export class JobRunner {
  readonly #options: RunOptions;
  readonly #db: AccountDatabase;
  readonly #machine;
  /** Jobs that this runner holds or tries to hold; the actor once it has the lock. */
  readonly #running = new Map<string, JobActor | null>();
  readonly #refusedUntilMs = new Map<string, number>();
  /** Jobs that one run had its try at. */
  readonly #tried = new Set<string>();
  readonly #stopped = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  #rows: Subscription | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#db = options.db;
    this.#machine = uploadJobMachine.provide({
      actors: uploadJobActors({
        db: options.db,
        files: options.files ?? new Map<string, Blob>(),
        fileSlots: new Slots(FILES_IN_FLIGHT),
        chunkSlots: new Slots(CHUNKS_IN_FLIGHT),
        giveUp: (job) => this.#giveUp(job),
      }),
    });
  }

  /** Runs whatever there is, and whatever comes. */
  start(): void {
    this.#rows = liveQuery(() => this.#db.uploadJobs.orderBy('startedAtMs').toArray()).subscribe({
      next: (rows) => this.#look(rows),
      error: () => {},
    });
    globalThis.addEventListener?.('online', this.#cameOnline);
    globalThis.addEventListener?.('offline', this.#wentOffline);
  }

  /** Runs what there is now. Resolves when nothing of it can go on here, or when the signal is aborted. */
  async runOnce(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.stop(), { once: true });
    this.#look(await this.#db.uploadJobs.orderBy('startedAtMs').toArray());
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks);
    this.stop();
  }

  /** Something may have changed: a picked file has come, the network is back. */
  kick(): void {
    this.#cameOnline();
    void this.#lookAgain();
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Lets go of every job at once; another runner goes on with them. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#rows?.unsubscribe();
    globalThis.removeEventListener?.('online', this.#cameOnline);
    globalThis.removeEventListener?.('offline', this.#wentOffline);
    this.#stopped.abort();
  }

  readonly #cameOnline = (): void => {
    for (const actor of this.#running.values()) actor?.send({ type: 'came online' });
  };
  readonly #wentOffline = (): void => {
    for (const actor of this.#running.values()) actor?.send({ type: 'went offline' });
  };

  async #lookAgain(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const rows = await this.#db.uploadJobs
      .orderBy('startedAtMs')
      .toArray()
      .catch(() => undefined);
    if (rows) this.#look(rows);
  }

  #look(rows: StoredUploadJob[]): void {
    if (this.#stopped.signal.aborted) return;
    const ids = new Set(rows.map((row) => row.id));
    for (const [id, actor] of this.#running)
      if (!ids.has(id) && actor?.getSnapshot().status === 'active') actor.send({ type: 'cancel' });
    for (const row of rows) {
      const actor = this.#running.get(row.id);
      if (actor && row.wish === 'retry') void this.#retry(row.id, actor);
      if (actor === undefined && this.#isWanted(row)) this.#take(row);
    }
  }

  #isWanted(row: StoredUploadJob): boolean {
    if (row.state === 'done' || row.state === 'cancelled') return true;
    if (row.state === 'failed' && row.wish === null) return false;
    if (this.#options.untilStored && (row.contentId !== null || this.#tried.has(row.id))) return false;
    if ((this.#refusedUntilMs.get(row.id) ?? 0) > performance.now()) return this.#later();
    // The page that picked it is at it: it has the file and will take the lock in a moment.
    const isElsewhere = (row.keptIn === 'copying' || row.keptIn === 'page') && !this.#options.files?.has(row.fileId);
    // One of the future was made before the clock was set back: how fresh it is nobody knows.
    const ageMs = Date.now() - row.startedAtMs;
    return isElsewhere && ageMs >= 0 && ageMs < FRESH_MS ? this.#later() : true;
  }

  #later(): false {
    clearTimeout(this.#timer);
    if (!this.#options.untilStored) this.#timer = setTimeout(() => void this.#lookAgain(), LOOK_AGAIN_MS);
    return false;
  }

  #take(row: StoredUploadJob): void {
    this.#running.set(row.id, null);
    this.#tried.add(row.id);
    const task = this.#hold(row.id).finally(() => {
      this.#running.delete(row.id);
      this.#tasks.delete(task);
      void this.#lookAgain();
    });
    this.#tasks.add(task);
  }

  async #hold(id: string): Promise<void> {
    try {
      await this.#holdAndRun(id);
    } catch (error) {
      // Signed out, or the browser dropped the connection: whoever opens it next goes on.
      if (!isConnectionLost(error)) throw error;
      this.stop();
    }
  }

  async #holdAndRun(id: string): Promise<void> {
    const held = await withLease(this.#db, `upload-${id}`, (lost) =>
      this.#run(id, AbortSignal.any([lost, this.#stopped.signal])),
    );
    if (!held) this.#refusedUntilMs.set(id, performance.now() + LOOK_AGAIN_MS);
  }

  /** Runs one job until it is over, waits for the person, or is taken away. */
  async #run(id: string, signal: AbortSignal): Promise<void> {
    const job = await this.#db.uploadJobs.get(id);
    if (!job || signal.aborted) return;
    const actor = createActor(this.#machine, restore(job));
    const over = Promise.withResolvers<void>();
    let saving: Promise<unknown> = Promise.resolve();
    let level = job.level;
    actor.subscribe({
      next: (snapshot) => {
        const isHeadway = snapshot.context.level !== level;
        level = snapshot.context.level;
        // Taken now: by the time it is written the actor may be stopped, and would be restored as one that does nothing.
        const persisted = actor.getPersistedSnapshot();
        saving = saving.then(() => this.#save(id, snapshot, persisted, isHeadway)).catch(() => {});
        if (isHeadway && isStored(snapshot)) this.#options.onSendable?.();
        if (this.#isOver(snapshot)) over.resolve();
      },
      error: over.reject,
    });
    signal.addEventListener('abort', () => over.resolve(), { once: true });
    this.#running.set(id, actor);
    actor.start();
    if (job.wish === 'retry') await this.#retry(id, actor);
    try {
      await over.promise;
    } finally {
      const last = actor.getSnapshot();
      actor.stop();
      await saving;
      if (last.status === 'done') await removeJob(this.#db, id);
    }
  }

  #isOver(snapshot: UploadJobSnapshot): boolean {
    if (snapshot.status === 'done' || snapshot.matches('failed')) return true;
    return this.#options.untilStored === true && (isStored(snapshot) || snapshot.matches('paused'));
  }

  /** Facts and snapshot in one write, at every transition: whoever comes next goes on from here. */
  async #save(id: string, snapshot: UploadJobSnapshot, persisted: unknown, isHeadway: boolean): Promise<void> {
    const facts = factsOf(snapshot);
    await this.#db.uploadJobs.update(id, {
      ...facts,
      ...(isHeadway ? { progressAtMs: Date.now() } : {}),
      snapshot: { version: CHART_VERSION, value: JSON.parse(JSON.stringify(persisted)) },
    });
    if (facts.state === 'failed' && facts.errorCode && HOPELESS.has(facts.errorCode)) {
      const job = await this.#db.uploadJobs.get(id);
      if (job && !job.isGivenUp) await this.#giveUp(job);
    }
  }

  async #giveUp(job: StoredUploadJob): Promise<void> {
    await giveUpJob(this.#db, job);
    this.#options.onSendable?.();
  }

  async #retry(id: string, actor: JobActor): Promise<void> {
    await this.#db.uploadJobs.update(id, { wish: null });
    actor.send({ type: 'retry' });
  }
}

const isStored = ({ context: { level, type } }: UploadJobSnapshot): boolean =>
  level !== 'Uploading' && !(level === 'CreateContent' && type === 'text');

/**
 * A job's machine as it was; one of another chart is rebuilt from the facts, and so is one that was stopped, which would
 * never move again. A paused or failed one tries again at once: whatever started this runner may have brought the network
 * back, or the person asked for it.
 */
export const restore = (job: StoredUploadJob): { input: StoredUploadJob; snapshot?: UploadJobSnapshot } => {
  const { snapshot } = job;
  const value = snapshot?.value as { context?: { level?: string }; status?: string } | undefined;
  const isUsable =
    job.state !== 'paused' &&
    job.wish !== 'retry' &&
    snapshot?.version === CHART_VERSION &&
    value?.context?.level === job.level &&
    value.status !== 'stopped';
  return isUsable ? { input: job, snapshot: snapshot.value as UploadJobSnapshot } : { input: job };
};
