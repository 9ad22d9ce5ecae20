import type { Worker } from 'node:worker_threads';

/** A message to the thread (thread-work.ts). */
export interface Asked<Request> {
  id: number;
  request: Request;
}
/** A message of the thread: a part of a result, its end, or why there is none. */
export type Said<Part, End> = { id: number; part: Part } | { id: number; end: End } | { id: number; error: unknown };

interface Task<Part, End> {
  onPart: (part: Part) => void;
  resolve: (end: End) => void;
  reject: (error: unknown) => void;
}

/**
 * Work in a thread of its own, which is started with the first request, stays, and does not keep the process alive while it
 * has nothing to do. After a failure of the thread all its work fails, and the next request starts another one.
 */
export class Thread<Request, Part, End> {
  readonly #open: () => Worker;
  #worker: Worker | undefined;
  readonly #tasks = new Map<number, Task<Part, End>>();
  #lastId = 0;

  /** @param open Makes a worker of a module that calls `workInThread`, without the flags of this process (`execArgv`). */
  constructor(open: () => Worker) {
    this.#open = open;
  }

  /**
   * @param onPart Called with each part of the result, in order, before the end.
   * @throws What the work threw, or Error if the thread ended.
   */
  run(request: Request, onPart: (part: Part) => void = () => {}): Promise<End> {
    const worker = (this.#worker ??= this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    this.#tasks.set(id, { onPart, resolve, reject });
    worker.ref();
    worker.postMessage({ id, request } satisfies Asked<Request>);
    return promise;
  }

  #start(): Worker {
    const worker = this.#open();
    const fail = (error: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#tasks.values()) reject(error);
      this.#tasks.clear();
    };
    worker.on('message', (said: Said<Part, End>) => this.#hear(worker, said));
    worker.on('messageerror', fail);
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`A thread ended with code ${code}.`)));
    return worker;
  }

  #hear(worker: Worker, said: Said<Part, End>): void {
    const task = this.#tasks.get(said.id);
    if (!task) return;
    if ('part' in said) return task.onPart(said.part);
    this.#tasks.delete(said.id);
    if (this.#tasks.size === 0) worker.unref();
    if ('end' in said) task.resolve(said.end);
    else task.reject(said.error);
  }
}
