import { LONG_WORK } from '../adapters/media/index.ts';
import { wakeAtCommit } from '../calls/wake.ts';
import { chooseTurns, PRIORITY, showWaits, type TurnRules } from '../domains/library/index.ts';
import type { Services } from '../services.ts';
import type { Turns } from './jobs.ts';

/** Interval at which owners see that their contents wait again, and why, ms. */
const EXPLAIN_EVERY_MS = 10_000;

export const turnRules = ({ config }: Services): TurnRules => ({
  longWork: LONG_WORK,
  secondsPerDay: config.media.minutesPerDay * 60,
});

/**
 * How encodings share the workers of this process: one of them prefers long files, the others take only short ones and
 * texts, so that these always go on.
 */
export const encodingTurns = (services: Services): Turns => {
  let explainedAtMs = 0;
  return {
    lanes: [
      { workers: Math.max(1, services.config.jobs.concurrency - 1), from: PRIORITY.short, to: PRIORITY.short },
      { workers: 1, from: PRIORITY.short, to: PRIORITY.long },
    ],
    async choose(tx) {
      if (Date.now() - explainedAtMs > EXPLAIN_EVERY_MS) {
        explainedAtMs = Date.now();
        const changed = await showWaits(tx, turnRules(services), services.media.jailMode !== 'none');
        if (changed.length > 0) await wakeAtCommit(tx, changed);
      }
      return chooseTurns(tx, turnRules(services));
    },
  };
};
