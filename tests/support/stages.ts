import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Stage = {
  program: string;
  args: string[];
  root: string;
  env?: NodeJS.ProcessEnv;
  /** How long it may print nothing, ms. */
  silentMs?: number;
};

/** A stage that prints nothing for so long hangs; one that is slow goes on printing, ms. */
const SILENT_MS = 10 * 60_000;
const END_WITHIN_MS = 15_000;
/** What a process that has ended may still have to say, ms. */
const LAST_WORDS_MS = 2_000;
const running = new Set<ChildProcess>();
let isEnding = false;

/** Runs one stage with its output shown. @returns Whether it ended well by itself. */
export async function run(title: string, { program, args, root, env, silentMs = SILENT_MS }: Stage): Promise<boolean> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`);
  if (isEnding) return false;
  const startedAtMs = performance.now();
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...color, ...env },
  });
  running.add(child);
  const hangs = setTimeout(() => {
    console.log(`${title}: printed nothing for ${silentMs / 1000} seconds, ending it.`);
    void end(child);
  }, silentMs);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (some: Buffer) => {
      hangs.refresh();
      to.write(some);
    });
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(hangs);
  running.delete(child);
  // A process that it left behind may hold its output open for ever.
  await Promise.race([closed, wait(LAST_WORDS_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${title}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)`);
  return code === 0;
}

/** Ends the running stages; no other is started. */
export async function endRunning(): Promise<void> {
  isEnding = true;
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
