import * as Comlink from 'comlink';

/** A worker whose file did not come is started again after that. */
const START_AGAIN_MS = 2_000;
/** From this many failures on, the person hears of it. */
const SAID_FROM = 2;

/**
 * Starts a worker, and again where its file could not be loaded: without it nothing is sent.
 *
 * @param greet Its first word to each worker that is started.
 * @returns The worker that answers.
 */
export const startWorker = <T>(
  make: () => Worker,
  greet: (remote: Comlink.Remote<T>) => void,
): Promise<Comlink.Remote<T>> =>
  new Promise((resolve) => {
    const start = (tried: number): void => {
      const worker = make();
      // An error inside of it says what it is; a file that could not be loaded is a plain event.
      worker.addEventListener('error', (event) => {
        if (event instanceof ErrorEvent) return;
        if (tried === SAID_FROM) void Promise.reject(missingFile());
        setTimeout(() => start(tried + 1), START_AGAIN_MS);
      });
      const remote = Comlink.wrap<T>(worker);
      worker.addEventListener('message', () => resolve(remote), { once: true });
      greet(remote);
    };
    start(1);
  });

/** As of any other file of the app (src/ui/missing-file.ts); nobody catches it, so that it is said. */
const missingFile = (): Error => Object.assign(new Error('The file of a worker did not come'), { name: 'MissingFile' });
