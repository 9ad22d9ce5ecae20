import * as Comlink from 'comlink';
import { startWorker } from './start-worker.ts';
import type { SyncReport, SyncWorker } from './sync.worker.ts';

let running: Promise<Comlink.Remote<SyncWorker>> | undefined;

/** Starts the worker that drains the outbox and pulls, once per page. */
export const startSync = (onReport: (report: SyncReport) => void): void => {
  running ??= startWorker<SyncWorker>(
    () => new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' }),
    (remote) => void remote.start(Comlink.proxy(onReport)),
  );
};

/** Requests a round of drain and pull now; resolves at its end. Does nothing before the start. */
export const kickSync = async (): Promise<void> => {
  await (await running)?.kick();
};

export type { SyncReport };
