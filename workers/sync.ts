import * as Comlink from 'comlink';
import type { SyncReport, SyncWorker } from './sync.worker.ts';

let remote: Comlink.Remote<SyncWorker> | undefined;

/** Starts the worker that sends and pulls, once a page. */
export const startSync = (onReport: (report: SyncReport) => void): void => {
  if (remote) return;
  remote = Comlink.wrap<SyncWorker>(new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' }));
  void remote.start(Comlink.proxy(onReport));
};

/** Asks for a round now; resolves when it is over. Does nothing before the start. */
export const kickSync = async (): Promise<void> => {
  await remote?.kick();
};

export type { SyncReport };
