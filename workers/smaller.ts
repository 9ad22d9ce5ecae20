import type { AccountDatabase } from '#store/database.ts';
import { requestSmaller } from '#store/uploads/smaller.ts';
import type { SmallerWorker } from './smaller.worker.ts';
import { startWorker, type PageWorker } from './start-worker.ts';
import { kickSync } from './sync.ts';

let running: PageWorker<SmallerWorker> | undefined;

/** Starts the worker that encodes, once per page. */
const smallerWorker = (): PageWorker<SmallerWorker> =>
  (running ??= startWorker<SmallerWorker>(
    () => new Worker(new URL('./smaller.worker.ts', import.meta.url), { type: 'module', name: 'smaller' }),
    (remote) => void remote.canEncode(),
  ));

const measured = new Set<string>();

/** Measures by a short trial what a job's video can be made smaller to, once per page; the offer appears in its row. */
export const measureSmaller = async (id: string): Promise<void> => {
  if (measured.has(id)) return;
  measured.add(id);
  // Asked here first: a browser without encoders does not load their code.
  if (!('VideoEncoder' in globalThis)) return;
  await smallerWorker().ask(async (worker) => {
    if (await worker.canEncode()) await worker.measure(id);
  });
};

const make = async (id: string): Promise<void> => {
  if (await smallerWorker().ask((worker) => worker.make(id))) void kickSync();
};

/** Makes the video of a job smaller and sends that instead; progress and result appear in the job's row. */
export const makeSmaller = async (db: AccountDatabase, id: string, lines: number): Promise<void> => {
  if (await requestSmaller(db, id, lines)) await make(id);
};

/** Begins again with what a killed page has left unfinished. */
export const resumeSmaller = async (db: AccountDatabase): Promise<void> => {
  const jobs = await db.uploadJobs.filter(({ smaller }) => smaller?.state === 'making').toArray();
  for (const { id } of jobs) void make(id);
};
