import * as Comlink from 'comlink';

/** Wait before starting a worker again whose file could not be loaded, ms. */
const RESTART_MS = 2_000;
/** The failure that is reported to the person; the ones before it are retried silently. */
const REPORTED_FAILURE = 2;

/**
 * Starts a worker, and retries while its file cannot be loaded.
 *
 * @param greet Sends the first message to each worker that is started.
 * @returns The worker that answered.
 */
export const startWorker = <T>(
  make: () => Worker,
  greet: (remote: Comlink.Remote<T>) => void,
): Promise<Comlink.Remote<T>> =>
  new Promise((resolve) => {
    const start = (attempt: number): void => {
      const worker = make();
      // An error in the worker's code is an ErrorEvent; a file that could not be loaded is a plain event.
      worker.addEventListener('error', (event) => {
        if (event instanceof ErrorEvent) return;
        if (attempt === REPORTED_FAILURE) void Promise.reject(missingFile());
        setTimeout(() => start(attempt + 1), RESTART_MS);
      });
      const remote = Comlink.wrap<T>(worker);
      worker.addEventListener('message', () => resolve(remote), { once: true });
      greet(remote);
    };
    start(1);
  });

/** Left unhandled, so that the page's global handler reports it like any other file that could not be loaded. */
const missingFile = (): Error =>
  Object.assign(new Error('The file of a worker could not be loaded'), { name: 'MissingFile' });
