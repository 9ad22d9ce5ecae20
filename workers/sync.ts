import * as Comlink from 'comlink';
import { startWorker, type PageWorker } from './start-worker.ts';
import type { SyncReport, SyncWorker } from './sync.worker.ts';

let running: PageWorker<SyncWorker> | undefined;
/** How often the network came or went since this file was loaded. */
let networkChanges = 0;

/** A report, and whether its round started before the network last changed: it then says nothing about the network now. */
export type PageReport = SyncReport & { isOutdated: boolean };

/** Starts the worker that drains the outbox and pulls, once per page. */
export const startSync = (onReport: (report: PageReport) => void): void => {
  running ??= startWorker<SyncWorker>(
    () => new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' }),
    (remote) =>
      void remote.start(
        Comlink.proxy((report) => onReport({ ...report, isOutdated: report.networkChanges < networkChanges })),
        document.visibilityState === 'visible',
      ),
  );
};

/** Requests a round of drain and pull now; resolves at its end. Does nothing before the start. */
export const kickSync = async (): Promise<void> => {
  await running?.ask((worker) => worker.kick(networkChanges));
};

/** The person looks at this page: it is the one that is told of changes on the server. Does nothing before the start. */
export const listenHere = async (): Promise<void> => {
  await running?.ask((worker) => worker.listenHere());
};

/** The browser reports that the network came or went: only a round that starts now can tell whether the server answers. */
export const changeNetwork = (): void => {
  networkChanges += 1;
  void kickSync();
};
