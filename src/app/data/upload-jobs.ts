import { useSyncExternalStore } from 'react';
import type { AccountDatabase } from '#store/database.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { useAccount } from './account.ts';
import { SharedRead } from './shared-read.ts';

let list: undefined | { db: AccountDatabase; read: SharedRead<readonly StoredUploadJob[]> };

const listOf = (db: AccountDatabase): SharedRead<readonly StoredUploadJob[]> => {
  // `isSame`: still without jobs, so nothing needs to render again.
  if (list?.db !== db)
    list = {
      db,
      read: new SharedRead<readonly StoredUploadJob[]>(
        () => db.uploadJobs.orderBy('startedAtMs').toArray(),
        (before, now) => before.length === 0 && now.length === 0,
      ),
    };
  return list.read;
};

/**
 * Upload jobs of the account, oldest first, live. One read serves all screens: a job's row changes four times a second
 * while its file is sent.
 *
 * @returns undefined while the first read runs.
 */
export const useUploadJobs = (): readonly StoredUploadJob[] | undefined => {
  const jobs = listOf(useAccount().db);
  return useSyncExternalStore(jobs.subscribe, () => jobs.value);
};

/** The number of jobs; renders again only when it changes. */
export const useUploadJobCount = (): number | undefined => {
  const jobs = listOf(useAccount().db);
  return useSyncExternalStore(jobs.subscribe, () => jobs.value?.length);
};
