import { useMemo, useSyncExternalStore } from 'react';
import type { AccountDatabase } from '#store/database.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { useAccount } from './account.ts';
import { useScope } from './me.ts';
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

/**
 * The number of jobs of the role in use, whose Library the badge is on; those of another role are in its own Library and in
 * Sync and storage. Renders again only when it changes.
 */
export const useUploadJobCount = (): number | undefined => {
  const jobs = listOf(useAccount().db);
  const scope = useScope();
  return useSyncExternalStore(jobs.subscribe, () => jobs.value?.filter((job) => job.scope === scope).length);
};

/** The jobs that the cards of a screen show: of the scope, or of one folder. */
const unfinished = (
  jobs: readonly StoredUploadJob[] | undefined,
  scope: string,
  folderId: string | undefined,
): StoredUploadJob[] =>
  (jobs ?? []).filter(
    (job) =>
      job.scope === scope &&
      job.state !== 'done' &&
      job.state !== 'cancelled' &&
      (folderId === undefined || job.folderId === folderId),
  );

/** Unfinished uploads, oldest first. @param folderId Only uploads into this folder. */
export const useUnfinishedUploads = (folderId?: string): StoredUploadJob[] =>
  unfinished(useUploadJobs(), useScope(), folderId);

/**
 * The ids of those uploads, which are the ids of their contents: a screen that shows their cards does not list them a
 * second time. Renders again only when an upload begins or ends. Source: design §6.
 */
export const useUploadIds = (folderId?: string): ReadonlySet<string> => {
  const scope = useScope();
  const jobs = listOf(useAccount().db);
  const ids = useSyncExternalStore(jobs.subscribe, () =>
    unfinished(jobs.value, scope, folderId)
      .map(({ id }) => id)
      .join(' '),
  );
  return useMemo(() => new Set(ids === '' ? [] : ids.split(' ')), [ids]);
};
