import { ENCODING } from '#contract/encoding.ts';
import { showStage, type Preparing, type Progress } from '../domains/library/index.ts';
import type { Services } from '../services.ts';

/** Least time between writes of the progress, ms: each one wakes every device of the owner. */
const WRITE_EVERY_MS = 3_000;
/** Before so much of the work is done, the rest of it cannot be judged. */
const JUDGED_FROM_MS = 4_000;
const JUDGED_FROM_PERCENT = 2;

/** Minutes that work takes which took so long for so many percent, rounded up; null if it cannot be judged yet. */
export const minutesLeft = (percent: number, tookMs: number): number | null =>
  tookMs < JUDGED_FROM_MS || percent < JUDGED_FROM_PERCENT
    ? null
    : Math.ceil((tookMs * (100 - percent)) / percent / 60_000);

/**
 * Writes the progress of an encoding, at most once in WRITE_EVERY_MS, one write after the other. Only whole percents are
 * reported to it, so a long video has at most a hundred writes.
 *
 * @param deleted Aborted when the work has become useless.
 */
export const createProgressWriter = (services: Services, content: Preparing, deleted: AbortController) => {
  const startedAtMs = Date.now();
  let writtenAtMs = startedAtMs;
  let writing: Promise<void> = Promise.resolve();
  return {
    report(percent: number): void {
      const nowMs = Date.now();
      if (nowMs - writtenAtMs < WRITE_EVERY_MS) return;
      writtenAtMs = nowMs;
      const progress: Progress = { percent, minutesLeft: minutesLeft(percent, nowMs - startedAtMs) };
      writing = writing
        .then(async () => {
          if (!(await showStage(services, content, ENCODING.encoding, progress))) deleted.abort();
        })
        .catch((error: unknown) =>
          services.log.warn({ err: error, content: content.id }, 'encoding progress not saved'),
        );
    },
    flush: () => writing,
  };
};
