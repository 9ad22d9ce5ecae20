import { liveQuery } from 'dexie';
import { readDeviceSetting } from '../device.ts';
import { accountDatabase, hasSignedOut, isConnectionLost } from '../door.ts';
import { holdPage, pageId } from '../uploads/page-lock.ts';
import { onNetworkChange } from '../uploads/wifi-only.ts';
import { CallError } from '../api.ts';
import { noteLeases, sweepPieces, trimOpened } from './tidy-copies.ts';
import type { Fetcher } from './fetch-copy.ts';
import { runSaveJobs } from './run-jobs.ts';
import { renewLeases } from './renew.ts';
import { fillSets } from './sets.ts';

/** Between two rounds without any other trigger, ms. */
const ROUND_EVERY_MS = 5 * 60_000;

/** Saves, renews and frees copies while a page is open. All triggers start a round; none of them is relied on alone. */
class Saves {
  readonly #fetcher: Fetcher;
  #round: AbortController | undefined;
  #isWanted = false;
  #accessChanged = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string) {
    this.#fetcher = { db: accountDatabase(userId), userId, holder: pageId };
  }

  start(): void {
    const { db } = this.#fetcher;
    void holdPage();
    void sweepPieces(db).catch(() => {});
    addEventListener('online', () => {
      // What only waited for the network goes on at once.
      const waiting = db.saveJobs.filter(({ problem }) => problem === null);
      void waiting.modify({ nextAttemptAtMs: 0 }).then(this.kick, () => {});
    });
    document.addEventListener('visibilitychange', this.kick);
    // What is being fetched may have to wait for Wi-Fi now.
    onNetworkChange(this.restart);
    liveQuery(() => readDeviceSetting('uploadsOnWifiOnly')).subscribe({ next: this.restart, error: () => {} });
    const jobs = async () => (await db.saveJobs.toArray()).map(({ id, problem }) => `${id} ${problem}`).join();
    liveQuery(jobs).subscribe({ next: this.kick, error: () => {} });
    let known: string | undefined;
    liveQuery(() => db.subscriptions.toArray()).subscribe({
      next: (subscriptions) => {
        const now = JSON.stringify(
          subscriptions.map((each) => [
            each.sportId,
            each.subscriptionType,
            each.subscriptionStatus,
            each.subscriptionTrialTo,
          ]),
        );
        this.#accessChanged ||= known !== undefined && known !== now;
        known = now;
        if (this.#accessChanged) this.kick();
      },
      error: () => {},
    });
  }

  readonly kick = (): void => {
    this.#isWanted = true;
    if (!this.#round) void this.#run();
  };

  readonly restart = (): void => {
    this.#round?.abort();
    this.kick();
  };

  async #run(): Promise<void> {
    let nextAtMs: number | null = null;
    while (this.#isWanted && !hasSignedOut(this.#fetcher.userId)) {
      this.#isWanted = false;
      this.#round = new AbortController();
      nextAtMs = await this.#work(this.#round.signal).catch((error: unknown) => {
        // A closed database opens again on its next use; everything else was stored in the job.
        if (error instanceof CallError || isConnectionLost(error) || this.#round?.signal.aborted) return null;
        throw error;
      });
    }
    this.#round = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.kick, Math.max(500, Math.min(ROUND_EVERY_MS, (nextAtMs ?? Infinity) - Date.now())));
  }

  async #work(signal: AbortSignal): Promise<number | null> {
    const { db } = this.#fetcher;
    await noteLeases(db);
    await trimOpened(db);
    const all = this.#accessChanged;
    this.#accessChanged = false;
    try {
      await fillSets(this.#fetcher, signal, { all }).catch((error: unknown) => {
        // Without a network what was begun is still tried: the jobs store their own failures.
        if (!(error instanceof CallError)) throw error;
        this.#accessChanged ||= all;
      });
      const nextAtMs = await runSaveJobs(this.#fetcher, signal);
      await renewLeases(this.#fetcher, signal, { all });
      return nextAtMs;
    } catch (error) {
      this.#accessChanged ||= all;
      throw error;
    }
  }
}

const started = new Map<string, Saves>();

/** Starts saving in this page, or a round of it at once. */
export const startSaves = (userId: string): void => {
  const running = started.get(userId);
  if (running) return running.kick();
  const saves = new Saves(userId);
  started.set(userId, saves);
  saves.start();
  saves.kick();
};
