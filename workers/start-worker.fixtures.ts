import * as Comlink from 'comlink';
import { newId } from '#contract/ids.ts';

const id = newId();

/** A worker for tests. */
const facade = {
  id: () => id,
  /** Takes a lock and keeps it. */
  hold: (name: string): Promise<void> =>
    new Promise((held) => {
      void navigator.locks.request(name, () => {
        held();
        return new Promise<never>(() => {});
      });
    }),
  /** Never answers. */
  hang: () => new Promise<string>(() => {}),
};
export type FixtureWorker = typeof facade;
Comlink.expose(facade);
