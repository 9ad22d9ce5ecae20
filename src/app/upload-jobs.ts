import { useSyncExternalStore } from 'react';
import { liveQuery, type Subscription } from 'dexie';
import type { AccountDatabase } from '#store/database.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { useAccount } from './account.ts';

/** The jobs of one account, read once for everybody who shows something of them. */
class JobList {
  readonly db: AccountDatabase;
  jobs: readonly StoredUploadJob[] | undefined;
  readonly #listeners = new Set<() => void>();
  #reading: Subscription | undefined;

  constructor(db: AccountDatabase) {
    this.db = db;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#reading ??= liveQuery(() => this.db.uploadJobs.orderBy('startedAtMs').toArray()).subscribe((jobs) => this.#take(jobs));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#reading?.unsubscribe();
      this.#reading = undefined;
    };
  };

  #take(jobs: readonly StoredUploadJob[]): void {
    // Nothing there, as before: nobody draws anew.
    if (this.jobs?.length === 0 && jobs.length === 0) return;
    this.jobs = jobs;
    for (const listener of this.#listeners) listener();
  }
}

let list: JobList | undefined;

const listOf = (db: AccountDatabase): JobList => (list?.db === db ? list : (list = new JobList(db)));

/**
 * Upload jobs of the account, oldest first, live. One read serves all screens: a job's row changes four times a second
 * while its file is sent.
 *
 * @returns undefined while the first read runs.
 */
export const useUploadJobs = (): readonly StoredUploadJob[] | undefined => {
  const jobs = listOf(useAccount().db);
  return useSyncExternalStore(jobs.subscribe, () => jobs.jobs);
};

/** How many there are; draws anew only when that changes. */
export const useUploadJobCount = (): number | undefined => {
  const jobs = listOf(useAccount().db);
  return useSyncExternalStore(jobs.subscribe, () => jobs.jobs?.length);
};
