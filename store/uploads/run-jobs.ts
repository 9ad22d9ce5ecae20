import { liveQuery, type Subscription } from 'dexie';
import { createActor, type ActorRefFrom } from 'xstate';
import { CHUNKS_IN_FLIGHT, FILES_IN_FLIGHT } from '#contract/limits.ts';
import type { AccountDatabase } from '../database.ts';
import { isConnectionLost } from '../door.ts';
import { withLease } from '../outbox/lease.ts';
import { readDeviceSetting } from '../device.ts';
import { WAITS_FOR_WIFI, type StoredUploadJob } from './job.ts';
import { abandonJob, removeJob } from './jobs.ts';
import { isPageOpen } from './page-lock.ts';
import { inQueueOrder, isQueued, placeOf } from './queue.ts';
import { Slots } from './slots.ts';
import { isBeingMade } from './smaller.ts';
import { uploadJobActors } from './upload-job.actors.ts';
import { CHART_VERSION, factsOf, uploadJobMachine, type UploadJobSnapshot } from './upload-job.machine.ts';
import { isHeldForWifi, onNetworkChange } from './wifi-only.ts';

export interface RunOptions {
  db: AccountDatabase;
  /** Files that this page picked, by `fileId`. */
  files?: Map<string, Blob>;
  /** Stop a job once the server has every byte: the rest needs only polls, which would keep a service worker awake. */
  untilStored?: boolean;
  /** Called when a file is read by the handle that the browser keeps: it can be copied. */
  onHandle?(job: StoredUploadJob, file: Blob): void;
  /** Called when the outbox may have something to send: a content exists for which a publish waited. */
  onSendable?(): void;
}

/** A job held by another context is tried again after this, ms. */
const RECHECK_MS = 1_000;
/** A new job is left to the page that picked its file for this long, ms. */
const OWN_PAGE_FIRST_MS = 10_000;
/** Codes that refuse the file before it is a content: its upload on the server is deleted. */
const REFUSED_UPLOAD = new Set(['upload.wrong_type', 'upload.too_large']);

type JobActor = ActorRefFrom<typeof uploadJobMachine>;

/**
 * Runs the upload jobs of one account: two files at a time, three chunks in all. A lease ensures that one context runs a
 * job. Used in the upload worker of a page and in the service worker; others control it through the job rows.
 */
export class JobRunner {
  readonly #options: RunOptions;
  readonly #db: AccountDatabase;
  readonly #machine;
  /** Jobs that this runner runs or tries to run; null until it has the lease. */
  readonly #running = new Map<string, JobActor | null>();
  readonly #heldElsewhereUntilMs = new Map<string, number>();
  /** Jobs whose file another page has, or this one has not handed over yet. */
  readonly #leftToPageUntilMs = new Map<string, number>();
  /** Places of the jobs in the queue, which the person may change at any time. */
  readonly #places = new Map<string, number>();
  /** Releases a job that this runner runs, so that its video can be made smaller. */
  readonly #releases = new Map<string, AbortController>();
  /** Jobs that this runner has tried. */
  readonly #tried = new Set<string>();
  readonly #stopped = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  #rows: Subscription | undefined;
  #wifiSetting: Subscription | undefined;
  #endNetworkWatch: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#db = options.db;
    this.#machine = uploadJobMachine.provide({
      actors: uploadJobActors({
        db: options.db,
        files: options.files ?? new Map<string, Blob>(),
        onHandle: options.onHandle,
        placeOf: (job) => this.#places.get(job.id) ?? placeOf(job),
        fileSlots: new Slots(FILES_IN_FLIGHT),
        chunkSlots: new Slots(CHUNKS_IN_FLIGHT),
        abandon: (job) => this.#abandon(job),
      }),
    });
  }

  /** Runs existing and new jobs until stop(). */
  start(): void {
    this.#rows = liveQuery(() => this.#db.uploadJobs.orderBy('startedAtMs').toArray()).subscribe({
      next: (rows) => this.#reconcileRows(rows),
      error: () => {},
    });
    this.#wifiSetting = liveQuery(() => readDeviceSetting('uploadsOnWifiOnly')).subscribe({
      next: this.#onNetworkChange,
      error: () => {},
    });
    this.#endNetworkWatch = onNetworkChange(this.#onNetworkChange);
    globalThis.addEventListener?.('online', this.#onOnline);
    globalThis.addEventListener?.('offline', this.#onOffline);
  }

  /** Runs existing jobs. Resolves when none can continue here, or when the signal is aborted. */
  async runOnce(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.stop(), { once: true });
    this.#endNetworkWatch = onNetworkChange(this.#onNetworkChange);
    this.#reconcileRows(await this.#db.uploadJobs.orderBy('startedAtMs').toArray());
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks);
    this.stop();
  }

  /** Checks all jobs now, for example after a file was picked or the network came back. */
  kick(): void {
    this.#onOnline();
    void this.#pollRows();
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Releases all jobs at once; another runner can continue them. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#rows?.unsubscribe();
    this.#wifiSetting?.unsubscribe();
    this.#endNetworkWatch();
    globalThis.removeEventListener?.('online', this.#onOnline);
    globalThis.removeEventListener?.('offline', this.#onOffline);
    this.#stopped.abort();
  }

  readonly #onOnline = (): void => {
    for (const actor of this.#running.values()) actor?.send({ type: 'came online' });
  };
  readonly #onOffline = (): void => {
    for (const actor of this.#running.values()) actor?.send({ type: 'went offline' });
  };

  /** Stops what must wait for Wi-Fi from now on, and continues what need not wait any more. */
  readonly #onNetworkChange = (): void => {
    for (const [id, actor] of this.#running) if (actor) void this.#holdOrContinue(id, actor).catch(() => {});
  };

  async #holdOrContinue(id: string, actor: JobActor): Promise<void> {
    const job = await this.#db.uploadJobs.get(id);
    if (!job) return;
    const isHeld = isQueued(job) && (await isHeldForWifi(job));
    if (isHeld) actor.send({ type: 'went offline' });
    else if (job.errorCode === WAITS_FOR_WIFI) actor.send({ type: 'came online' });
  }

  async #pollRows(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const rows = await this.#db.uploadJobs
      .orderBy('startedAtMs')
      .toArray()
      .catch(() => undefined);
    if (rows) this.#reconcileRows(rows);
  }

  #reconcileRows(rows: StoredUploadJob[]): void {
    if (this.#stopped.signal.aborted) return;
    const ids = new Set(rows.map((row) => row.id));
    this.#places.clear();
    for (const row of rows) this.#places.set(row.id, placeOf(row));
    for (const [id, actor] of this.#running)
      if (!ids.has(id) && actor?.getSnapshot().status === 'active') actor.send({ type: 'cancel' });
    for (const row of inQueueOrder(rows)) {
      const actor = this.#running.get(row.id);
      if (actor && row.wish === 'retry') void this.#retry(row.id, actor);
      if (actor && row.smaller?.state === 'making') void this.#releaseIfMade(row);
      if (actor === undefined && this.#shouldRun(row)) this.#startJob(row);
    }
  }

  /** While a video is made smaller, nothing of the original is sent. */
  async #releaseIfMade(row: StoredUploadJob): Promise<void> {
    if (await isBeingMade(this.#db, row).catch(() => false)) this.#releases.get(row.id)?.abort();
  }

  #shouldRun(row: StoredUploadJob): boolean {
    if (row.state === 'done' || row.state === 'cancelled') return true;
    if (row.state === 'failed' && row.wish === null) return false;
    if (this.#options.untilStored && (row.contentId !== null || this.#tried.has(row.id))) return false;
    if ((this.#heldElsewhereUntilMs.get(row.id) ?? 0) > performance.now()) return this.#recheckLater();
    const isFileHere = this.#options.files?.has(row.fileId) === true;
    if (!isFileHere && (this.#leftToPageUntilMs.get(row.id) ?? 0) > performance.now()) return this.#recheckLater();
    // The page that picked the file is still checking it.
    return !(row.isUnchecked && isFileHere);
  }

  /** Whether the page that picked the file is open: it has the file, and will take the lease in a moment. */
  async #isOwnPageFirst({ keptIn, holder, fileId, startedAtMs, isUnchecked }: StoredUploadJob): Promise<boolean> {
    if ((keptIn !== 'copying' && keptIn !== 'page') || this.#options.files?.has(fileId)) return false;
    const isOpen = await isPageOpen(holder);
    if (isOpen === false) return false;
    if (isOpen && isUnchecked) return true;
    // A job dated in the future was made before the clock was set back: its age is unknown.
    const ageMs = Date.now() - startedAtMs;
    return ageMs >= 0 && ageMs < OWN_PAGE_FIRST_MS;
  }

  #recheckLater(): false {
    clearTimeout(this.#timer);
    if (!this.#options.untilStored) this.#timer = setTimeout(() => void this.#pollRows(), RECHECK_MS);
    return false;
  }

  #startJob(row: StoredUploadJob): void {
    this.#running.set(row.id, null);
    this.#tried.add(row.id);
    const task = this.#runUntilClosed(row).finally(() => {
      this.#running.delete(row.id);
      this.#tasks.delete(task);
      void this.#pollRows();
    });
    this.#tasks.add(task);
  }

  async #runUntilClosed(row: StoredUploadJob): Promise<void> {
    try {
      if (await isBeingMade(this.#db, row)) this.#heldElsewhereUntilMs.set(row.id, performance.now() + RECHECK_MS);
      else if (await this.#isOwnPageFirst(row)) this.#leftToPageUntilMs.set(row.id, performance.now() + RECHECK_MS);
      else await this.#runWithLease(row.id);
    } catch (error) {
      // Signed out, or the browser dropped the connection: the next runner continues.
      if (!isConnectionLost(error)) throw error;
      this.stop();
    }
  }

  async #runWithLease(id: string): Promise<void> {
    const release = new AbortController();
    this.#releases.set(id, release);
    const hadLease = await withLease(this.#db, `upload-${id}`, (lost) =>
      this.#run(id, AbortSignal.any([lost, release.signal, this.#stopped.signal])),
    ).finally(() => this.#releases.delete(id));
    if (!hadLease) this.#heldElsewhereUntilMs.set(id, performance.now() + RECHECK_MS);
  }

  /** Runs a job until it is finished, waits for the person, or `signal` is aborted. */
  async #run(id: string, signal: AbortSignal): Promise<void> {
    const job = await this.#db.uploadJobs.get(id);
    if (!job || signal.aborted) return;
    const actor = createActor(this.#machine, restore(job));
    const finished = Promise.withResolvers<void>();
    let saving: Promise<unknown> = Promise.resolve();
    let level = job.level;
    actor.subscribe({
      next: (snapshot) => {
        const hasNewLevel = snapshot.context.level !== level;
        level = snapshot.context.level;
        // Read now: at the time of the write the actor may be stopped, and a stopped snapshot never moves again.
        const persisted = actor.getPersistedSnapshot();
        saving = saving.then(() => this.#save(id, snapshot, persisted, hasNewLevel)).catch(() => {});
        if (hasNewLevel && isStored(snapshot)) this.#options.onSendable?.();
        if (this.#isFinished(snapshot)) finished.resolve();
      },
      error: finished.reject,
    });
    signal.addEventListener('abort', () => finished.resolve(), { once: true });
    this.#running.set(id, actor);
    actor.start();
    if (job.wish === 'retry') await this.#retry(id, actor);
    try {
      await finished.promise;
    } finally {
      const last = actor.getSnapshot();
      actor.stop();
      await saving;
      if (last.status === 'done') await removeJob(this.#db, id);
    }
  }

  #isFinished(snapshot: UploadJobSnapshot): boolean {
    if (snapshot.status === 'done' || snapshot.matches('failed')) return true;
    return this.#options.untilStored === true && (isStored(snapshot) || snapshot.matches('paused'));
  }

  /** Saves facts and snapshot in one write, at every transition, so that the next runner can continue. */
  async #save(id: string, snapshot: UploadJobSnapshot, persisted: unknown, hasNewLevel: boolean): Promise<void> {
    const facts = factsOf(snapshot);
    await this.#db.uploadJobs.update(id, {
      ...facts,
      ...(hasNewLevel ? { progressAtMs: Date.now() } : {}),
      snapshot: { version: CHART_VERSION, value: JSON.parse(JSON.stringify(persisted)) },
    });
    if (facts.state === 'failed' && facts.errorCode && REFUSED_UPLOAD.has(facts.errorCode)) {
      const job = await this.#db.uploadJobs.get(id);
      if (job && !job.isGivenUp) await this.#abandon(job);
    }
  }

  async #abandon(job: StoredUploadJob): Promise<void> {
    await abandonJob(this.#db, job);
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
 * Restores the machine of a job from its snapshot. A snapshot of another chart version, or of a stopped machine (which
 * would never move again), is rebuilt from the facts. A paused or retried job starts at once: the network may be back.
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
