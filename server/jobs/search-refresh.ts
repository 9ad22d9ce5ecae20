import { refreshSearch } from '../domains/search/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Longest time of a run, seconds: over a million documents take minutes. */
const LONGEST_S = 1_800;

export const searchRefreshWork = ({ database }: Services): JobWork<'search.refresh'> => ({
  expireInSeconds: LONGEST_S,
  run: (_, signal) => refreshSearch(database.db, signal),
});
