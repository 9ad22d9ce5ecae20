import { Worker } from 'node:worker_threads';
import { WorkerClient, workerThread } from '../worker/index.ts';

/** A program to start, in its own process group. */
export interface ProgramRequest {
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** Descriptors of this process that it gets as 3, 4, … */
  inherited: readonly number[];
}
/** What a program does until its end. */
export type ProgramPart = { pid: number } | { stdout: Uint8Array } | { stderr: string };
export interface ProgramEnd {
  exitCode: number | null;
  killedBy: NodeJS.Signals | null;
}

/**
 * Starts programs in a thread of their own: Node waits until a program has been executed, on a busy machine 25 to 50 ms, and in
 * the main thread nobody would be answered meanwhile. The thread stays, because the programs end with the thread that started
 * them (`pdeathsig`).
 */
const programs = new WorkerClient<ProgramRequest, ProgramPart, ProgramEnd>(
  workerThread(() => new Worker(new URL('./programs.worker.ts', import.meta.url), { execArgv: [] })),
);

/** Runs a program to its end. @throws Error if it cannot be started. */
export const runProgram = (request: ProgramRequest, onPart: (part: ProgramPart) => void): Promise<ProgramEnd> =>
  programs.run(request, onPart);
