/** Batches of one job: between two jobs a worker pauses for longer than a batch takes. */
const BATCHES_PER_JOB = 20;

/**
 * Runs batches, each in a transaction of its own, until none is left. In the last batch of a job, or of a server that stops, the
 * job of those behind it is sent in the same transaction, so a killed server loses none: it does its batches again, which must
 * change nothing.
 *
 * @param first Behind which row the first batch begins.
 * @param run Does a batch; with `isLast` it sends the job of the rows behind it. @returns The last row, if there are more.
 */
export const inBatches = async (
  stopped: AbortSignal,
  first: string | undefined,
  run: (after: string | undefined, isLast: boolean) => Promise<string | undefined>,
): Promise<void> => {
  let after = first;
  for (let batch = 1; batch <= BATCHES_PER_JOB; batch += 1) {
    const isLast = batch === BATCHES_PER_JOB || stopped.aborted;
    after = await run(after, isLast);
    if (isLast || after === undefined) return;
  }
};
