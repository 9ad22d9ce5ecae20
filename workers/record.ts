import * as Comlink from 'comlink';
import { startWorker, type PageWorker } from './start-worker.ts';
import type { RecordWorker } from './record.worker.ts';

let running: PageWorker<RecordWorker> | undefined;

/** Starts the worker that stores and sends a recording, once per page. */
export const startRecordWorker = (): Promise<Comlink.Remote<RecordWorker>> => {
  if (!running) {
    running = startWorker<RecordWorker>(
      () => new Worker(new URL('./record.worker.ts', import.meta.url), { type: 'module', name: 'record' }),
      (remote) => void remote.keptIn(),
    );
    // Its camera is off and its worker is another one: a fresh page offers what was stored.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  }
  return running.ask(async (worker) => worker);
};

/** A function that the worker may call. */
export const forWorker = Comlink.proxy;
