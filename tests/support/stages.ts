import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

export type Stage = {
  program: string;
  args: string[];
  root: string;
  limitMs: number;
  env?: NodeJS.ProcessEnv;
};

const END_WITHIN_MS = 15_000;
const running = new Set<ChildProcess>();

/** Runs one stage with its output shown. @returns whether it ended well and in time. */
export async function run(title: string, { program, args, root, limitMs, env }: Stage): Promise<boolean> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`);
  const startedAtMs = performance.now();
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  running.add(child);
  const late = setTimeout(() => {
    console.log(`${title}: not finished after ${limitMs / 60_000} minutes, ending it.`);
    void end(child);
  }, limitMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  running.delete(child);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${title}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)`);
  return code === 0;
}

/** Ends the running stages. */
export async function endRunning(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** Ends a stage: first cleanly, then with SIGKILL. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await once(child, 'exit');
  clearTimeout(force);
}

/** Makes an empty folder for reports, so that an old report cannot count for a stage that wrote none. */
export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.resolve(folder), { recursive: true });
}
