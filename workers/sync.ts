import * as Comlink from 'comlink';
import type { SyncReport, SyncWorker } from './sync.worker.ts';

/** A worker whose file did not come is started again after that. */
const START_AGAIN_MS = 2_000;

let remote: Comlink.Remote<SyncWorker> | undefined;

/** Starts the worker that sends and pulls, once a page. */
export const startSync = (onReport: (report: SyncReport) => void): void => {
  if (remote) return;
  const worker = new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' });
  // An error inside of it says what it is; a file that could not be loaded is a plain event. Without it nothing is sent.
  worker.addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) return;
    remote = undefined;
    setTimeout(() => startSync(onReport), START_AGAIN_MS);
  });
  remote = Comlink.wrap<SyncWorker>(worker);
  void remote.start(Comlink.proxy(onReport));
};

/** Asks for a round now; resolves when it is over. Does nothing before the start. */
export const kickSync = async (): Promise<void> => {
  await remote?.kick();
};

export type { SyncReport };
