import * as Comlink from 'comlink';

/** Wait before starting a worker again whose file could not be loaded, ms. */
const RESTART_MS = 2_000;
/** The failure that is reported to the person; the ones before it are retried silently. */
const REPORTED_FAILURE = 2;

/** A worker that runs while its page is shown. */
export interface PageWorker<T> {
  /**
   * Asks the worker, once it answers.
   *
   * @param question Asked again of the next worker if the page was left before the answer and came back: it must be safe
   *   to repeat.
   */
  ask<R>(question: (worker: Comlink.Remote<T>) => Promise<R>): Promise<R>;
}

/** One run of the worker: from a start to the moment at which the page is left. */
interface Run<T> {
  remote: Promise<Comlink.Remote<T>>;
  ended: Promise<void>;
  end(): void;
}

/**
 * Starts a worker, and retries while its file cannot be loaded. It ends when the page is left and starts again if the page
 * comes back: a page in the browser's back/forward cache is stopped with its workers, in the middle of a write transaction
 * or with a lock or a connection in hand, which the next page of the app would then wait for. Source: decision 0115.
 *
 * @param greet Sends the first message to each worker that is started.
 */
export const startWorker = <T>(make: () => Worker, greet: (remote: Comlink.Remote<T>) => void): PageWorker<T> => {
  let next = Promise.withResolvers<Run<T>>();
  let run: Run<T> | undefined;
  const begin = (): void => {
    run = beginRun(make, greet);
    next.resolve(run);
  };
  addEventListener('pagehide', () => {
    if (!run) return;
    next = Promise.withResolvers();
    run.end();
    run = undefined;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !run) begin();
  });
  begin();
  return {
    async ask(question) {
      for (;;) {
        const { remote, ended } = await next.promise;
        const asked = remote.then(async (worker) => ({ answer: await question(worker) }));
        const answered = await Promise.race([asked, ended]);
        if (answered) return answered.answer;
      }
    },
  };
};

const beginRun = <T>(make: () => Worker, greet: (remote: Comlink.Remote<T>) => void): Run<T> => {
  const ready = Promise.withResolvers<Comlink.Remote<T>>();
  const ended = Promise.withResolvers<void>();
  let worker: Worker;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (attempt: number): void => {
    worker = make();
    // An error in the worker's code is an ErrorEvent; a file that could not be loaded is a plain event.
    worker.addEventListener('error', (event) => {
      if (event instanceof ErrorEvent) return;
      if (attempt === REPORTED_FAILURE) void Promise.reject(missingFile());
      timer = setTimeout(() => start(attempt + 1), RESTART_MS);
    });
    const remote = Comlink.wrap<T>(worker);
    worker.addEventListener('message', () => ready.resolve(remote), { once: true });
    greet(remote);
  };
  start(1);
  return {
    remote: ready.promise,
    ended: ended.promise,
    end() {
      clearTimeout(timer);
      worker.terminate();
      ended.resolve();
    },
  };
};

/** Left unhandled, so that the page's global handler reports it like any other file that could not be loaded. */
const missingFile = (): Error =>
  Object.assign(new Error('The file of a worker could not be loaded'), { name: 'MissingFile' });
