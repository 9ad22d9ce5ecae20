import type { DeviceFound } from '#store/search/device-index.ts';
import { startWorker, type PageWorker } from './start-worker.ts';
import type { SearchWorker } from './search.worker.ts';

let running: PageWorker<SearchWorker> | undefined;

const searchWorker = (): PageWorker<SearchWorker> =>
  (running ??= startWorker<SearchWorker>(
    () => new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'search' }),
    (remote) => void remote.ready(),
  ));

/** Searches what this device holds of an account, best first. */
export const findOnDevice = (userId: string, text: string, sportId?: string): Promise<DeviceFound> =>
  searchWorker().ask((worker) => worker.find(userId, text, sportId));

/** Titles and names on this device that a text which is being typed may become. */
export const suggestOnDevice = (userId: string, text: string, sportId?: string): Promise<string[]> =>
  searchWorker().ask((worker) => worker.suggest(userId, text, sportId));

export type { DeviceFound };
