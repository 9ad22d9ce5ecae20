import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Jail, JailMode } from './jail.ts';
import { makeJail } from './jail-kinds.ts';

/** Delays between two rounds of trials, ms: a moment without memory passes soon, a forbidden namespace does not. */
const RETRY_FIRST_MS = 5_000;
const RETRY_LAST_MS = 300_000;
const TRIAL_LIMITS = { wallMs: 20_000, cpuSeconds: 20, fileBytes: 1_000_000, memoryBytes: 2_000_000_000 };

/** Strongest first; the last is used only if it is named, or allowed for development. */
const LADDER: readonly JailMode[] = ['namespaces', 'bubblewrap', 'user'];

export interface KeeperOptions {
  /** MEDIA_JAIL: only this kind is used. */
  readonly only?: JailMode | undefined;
  /** Whether `limits` may be used without being named: for development. */
  readonly mayUseLimits?: boolean | undefined;
  /** MEDIA_NICE: how far programs come behind others. */
  readonly nice?: number | undefined;
  /**
   * Tries a jail. @returns Why it cannot be used; null if it can.
   */
  readonly tryOut?: (jail: Jail) => Promise<string | null>;
  /** Called with one line for the log whenever another jail, or none, is in use. */
  readonly onChange?: (line: string, isWeak: boolean) => void;
  /** Delays between rounds; tests shorten them. */
  readonly retryMs?: { readonly first: number; readonly last: number };
}

/** Keeps the best jail that works: tries again in the background while a stronger one, or any, is missing. */
export interface JailKeeper {
  /** The jail in use; undefined while none works. */
  current(): Jail | undefined;
  /** Why stronger jails, or all, cannot be used; empty if the strongest is in use. */
  reasons(): readonly string[];
  /** Tries again soon: a jail that worked failed. */
  doubt(): void;
  /** @returns Unsubscribes. */
  onChange(listener: () => void): () => void;
  stop(): void;
}

/**
 * Runs Node in the jail: it must start and, except with limits only, must not see a file that is closed to others.
 *
 * @returns Why the jail does not work; null if it does.
 */
export async function tryJail(jail: Jail): Promise<string | null> {
  const base = await mkdtemp(join(tmpdir(), 'jail-try-'));
  try {
    const [outDir, closed] = [join(base, 'out'), join(base, 'closed')];
    await mkdir(outDir);
    await writeFile(closed, '', { mode: 0o600 });
    const { exitCode, stderr } = await jail.run({
      program: process.execPath,
      args: ['-e', `process.exit(require('node:fs').existsSync(${JSON.stringify(closed)}) ? 3 : 0)`],
      readable: [],
      outDir,
      limits: TRIAL_LIMITS,
    });
    if (exitCode === 0 || (exitCode === 3 && jail.mode === 'limits')) return null;
    if (exitCode === 3) return 'it does not hide other files';
    return stderr.trim().split('\n').at(-1) || `exit ${exitCode}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

interface Rung {
  readonly mode: JailMode;
  /** With a filter of system calls. */
  readonly isFiltered: boolean;
}

/** What to try, strongest first. */
const rungsOf = ({ only, mayUseLimits }: KeeperOptions): Rung[] =>
  (only ? [only] : mayUseLimits ? [...LADDER, 'limits' as const] : LADDER).flatMap((mode) => [
    { mode, isFiltered: true },
    { mode, isFiltered: false },
  ]);

/** Tries the jails once, then keeps trying the stronger ones while there are any. */
export async function keepJail(options: KeeperOptions = {}): Promise<JailKeeper> {
  const { tryOut = tryJail, onChange, retryMs = { first: RETRY_FIRST_MS, last: RETRY_LAST_MS } } = options;
  const rungs = rungsOf(options);
  const listeners = new Set<() => void>();
  let current: { jail: Jail; rank: number } | undefined;
  let failures: string[] = [];
  let delayMs = retryMs.first;
  let timer: NodeJS.Timeout | undefined;
  let isDoubtful = false;
  let isStopped = false;

  const report = () => {
    const jail = current?.jail;
    onChange?.(describeJail(jail, failures), jail === undefined || jail.mode === 'limits');
    for (const listener of listeners) listener();
  };
  /** Tries the jails that are stronger than the one in use; that one too if it failed. */
  const round = async (): Promise<void> => {
    timer = undefined;
    const kept = isDoubtful ? undefined : current;
    isDoubtful = false;
    const found = await findJail(rungs.slice(0, kept?.rank ?? rungs.length), tryOut, options.nice);
    if (isStopped) return;
    failures = found.failures;
    const next = found.best ?? kept;
    const isSame = next?.rank === current?.rank;
    current = next;
    if (!isSame) report();
    if (found.hasFailed) again();
  };
  const again = () => {
    timer ??= setTimeout(() => void round(), delayMs).unref();
    delayMs = Math.min(delayMs * 2, retryMs.last);
  };

  await round();
  if (!current) report();
  return {
    current: () => current?.jail,
    reasons: () => failures,
    doubt() {
      if (isDoubtful || isStopped) return;
      isDoubtful = true;
      clearTimeout(timer);
      timer = undefined;
      delayMs = retryMs.first;
      again();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

interface Found {
  best: { jail: Jail; rank: number } | undefined;
  failures: string[];
  /** Whether a jail that this machine may have did not work: a later trial may succeed. */
  hasFailed: boolean;
}

/** Finds the strongest jail that works. Each is made anew: a program may have been installed since. */
async function findJail(
  rungs: readonly Rung[],
  tryOut: (jail: Jail) => Promise<string | null>,
  nice: number | undefined,
): Promise<Found> {
  const failures: string[] = [];
  for (const [rank, { mode, isFiltered }] of rungs.entries()) {
    const jail = makeJail(mode, { isFiltered, nice });
    const why = jail ? await tryOut(jail).catch((error: unknown) => String(error)) : 'not to be had on this machine';
    if (jail && why === null) return { best: { jail, rank }, failures, hasFailed: failures.length > 0 };
    // Many machines have no program that sets a filter: that alone is not worth a line.
    if (jail || !isFiltered) failures.push(`${mode}${isFiltered ? ' with a filter' : ''}: ${why}`);
  }
  return { best: undefined, failures, hasFailed: true };
}

const DESCRIPTIONS: Readonly<Record<JailMode, string>> = {
  namespaces: 'Media programs run in their own namespaces: they see one file, write one folder, and have no network.',
  bubblewrap: 'Media programs run in bubblewrap: they see one file, write one folder, and have no network.',
  user: 'Media programs run as a user of their own without privileges; they see what every user may read.',
  limits: 'Media programs run with limits and format lists only: nothing hides files or the network from them.',
};

/** Describes the jail in use in one line, for the log. @param failures Why stronger ones are not in use. */
export const describeJail = (jail: Jail | undefined, failures: readonly string[] = []): string => {
  const why = failures.length > 0 ? ` (${failures.join('; ')})` : '';
  if (!jail)
    return `No jail works here, so files are not processed: uploads are accepted and wait. See docs/operating.md, "The encoder's jail"${why}.`;
  const filter = jail.isFiltered ? ' Their system calls are filtered.' : '';
  return `${DESCRIPTIONS[jail.mode]}${filter}${why && ` Not in use${why}.`}`;
};
