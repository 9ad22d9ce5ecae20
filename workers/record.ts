import * as Comlink from 'comlink';
import { startWorker } from './start-worker.ts';
import type { RecordWorker } from './record.worker.ts';

let running: Promise<Comlink.Remote<RecordWorker>> | undefined;

/** Starts the worker that stores and sends a recording, once per page. */
export const startRecordWorker = (): Promise<Comlink.Remote<RecordWorker>> =>
  (running ??= startWorker<RecordWorker>(
    () => new Worker(new URL('./record.worker.ts', import.meta.url), { type: 'module', name: 'record' }),
    (remote) => void remote.keptIn(),
  ));

/** A function that the worker may call. */
export const forWorker = Comlink.proxy;
