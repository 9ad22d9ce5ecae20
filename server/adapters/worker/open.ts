import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { RunningWorker, WorkerListener } from './client.ts';

/**
 * A thread of this process whose module calls `serveRequests` (serve.ts).
 *
 * @param open Starts it, without the flags of this process, which may belong to a test runner (`execArgv: []`).
 * @returns For `new WorkerClient`.
 */
export const workerThread =
  (open: () => Worker) =>
  ({ onMessage, onEnd }: WorkerListener): RunningWorker => {
    const worker = open();
    worker.on('message', onMessage).on('messageerror', onEnd).on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`A worker ended with code ${code}.`)));
    return {
      send: (message) => worker.postMessage(message),
      hold: (holds) => (holds ? worker.ref() : worker.unref()),
    };
  };

/**
 * A process whose module calls `serveRequests`, with a session of its own; it ends with this one. Where processes are in no control
 * group, Linux gives each session the same share of a processor: work of low priority must not count against this one's.
 *
 * @returns For `new WorkerClient`.
 */
export const workerProcess =
  (module: URL) =>
  ({ onMessage, onEnd }: WorkerListener): RunningWorker => {
    const child = fork(fileURLToPath(module), {
      execArgv: [],
      // It needs no secret of ours.
      env: {},
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.on('message', onMessage).on('error', onEnd);
    child.on('exit', (code, signal) => onEnd(new Error(`A worker ended with code ${code ?? signal}.`)));
    return {
      // Without a callback a message that cannot be sent would be an 'error' as well.
      send: (message) => child.send(message as object, (error) => error && onEnd(error)),
      hold: (holds) => (holds ? child.channel?.ref() : child.channel?.unref()),
    };
  };
