import * as Comlink from 'comlink';
import { startWorker } from './start-worker.ts';
import type { SyncReport, SyncWorker } from './sync.worker.ts';

let running: Promise<Comlink.Remote<SyncWorker>> | undefined;
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
      ),
  );
};

/** Requests a round of drain and pull now; resolves at its end. Does nothing before the start. */
export const kickSync = async (): Promise<void> => {
  await (await running)?.kick(networkChanges);
};

/** The browser reports that the network came or went: only a round that starts now can tell whether the server answers. */
export const changeNetwork = (): void => {
  networkChanges += 1;
  void kickSync();
};
