import { useLive } from '../data/use-live.ts';

/**
 * Ids of the people whom the person blocks, from this device: also those whose block waits to be sent.
 *
 * @returns undefined while the first read runs.
 */
export const useBlocked = (): ReadonlySet<string> | undefined =>
  // oxlint-disable-next-line sideline/own-rows -- until the first pull, what the server answers has none of them
  useLive(async (db) => new Set(await db.blocks.toCollection().primaryKeys()), []);
