/** A request as it is sent to a worker (serve.ts). */
export interface Asked<Request> {
  id: number;
  request: Request;
}
/** What a worker sends: a part of a result, its end, or why there is none. */
export type Said<Part, End> = { id: number; part: Part } | { id: number; end: End } | { id: number; error: unknown };

/** A worker that runs (open.ts). */
export interface RunningWorker {
  send(message: unknown): void;
  /** Whether it keeps this process alive. */
  hold(holds: boolean): void;
}
export interface WorkerListener {
  onMessage: (message: unknown) => void;
  /** Called at least once when it has failed or ended. */
  onEnd: (error: unknown) => void;
}

interface Task<Part, End> {
  onPart: (part: Part) => void;
  resolve: (end: End) => void;
  reject: (error: unknown) => void;
}

/**
 * Requests to a worker, which is started with the first one, stays, and does not keep this process alive while it has nothing
 * to do. After a failure of the worker all its requests fail, and the next one starts another worker.
 */
export class WorkerClient<Request, Part, End> {
  readonly #open: (listener: WorkerListener) => RunningWorker;
  #worker: RunningWorker | undefined;
  readonly #tasks = new Map<number, Task<Part, End>>();
  #lastId = 0;

  /** @param open `workerThread` or `workerProcess` (open.ts). */
  constructor(open: (listener: WorkerListener) => RunningWorker) {
    this.#open = open;
  }

  /**
   * @param onPart Called with each part of the result, in order, before the end.
   * @throws What the work threw, or Error if the worker ended.
   */
  run(request: Request, onPart: (part: Part) => void = () => {}): Promise<End> {
    const worker = (this.#worker ??= this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    this.#tasks.set(id, { onPart, resolve, reject });
    worker.hold(true);
    worker.send({ id, request } satisfies Asked<Request>);
    return promise;
  }

  #start(): RunningWorker {
    const worker = this.#open({
      onMessage: (said) => this.#hear(worker, said as Said<Part, End>),
      onEnd: (error) => {
        if (this.#worker !== worker) return;
        this.#worker = undefined;
        for (const { reject } of this.#tasks.values()) reject(error);
        this.#tasks.clear();
      },
    });
    return worker;
  }

  #hear(worker: RunningWorker, said: Said<Part, End>): void {
    const task = this.#tasks.get(said.id);
    if (!task) return;
    if ('part' in said) return task.onPart(said.part);
    this.#tasks.delete(said.id);
    if (this.#tasks.size === 0) worker.hold(false);
    if ('end' in said) task.resolve(said.end);
    else task.reject(said.error);
  }
}
