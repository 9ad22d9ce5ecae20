import type * as Comlink from 'comlink';
import type { DeviceFound } from '#store/search/device-index.ts';
import { startWorker } from './start-worker.ts';
import type { SearchWorker } from './search.worker.ts';

let running: Promise<Comlink.Remote<SearchWorker>> | undefined;

const worker = (): Promise<Comlink.Remote<SearchWorker>> =>
  (running ??= startWorker<SearchWorker>(
    () => new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'search' }),
    (remote) => void remote.ready(),
  ));

/** Searches what this device holds of an account, best first. */
export const findOnDevice = async (userId: string, text: string, sportId?: string): Promise<DeviceFound> =>
  (await worker()).find(userId, text, sportId);

/** Titles and names on this device that a text which is being typed may become. */
export const suggestOnDevice = async (userId: string, text: string, sportId?: string): Promise<string[]> =>
  (await worker()).suggest(userId, text, sportId);

export type { DeviceFound };
