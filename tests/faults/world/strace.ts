import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** One system call of a traced process, in trace order. */
export interface SystemCall {
  name: string;
  /** Arguments as strace prints them, with file paths and socket addresses. */
  text: string;
  /** Positions in the trace where it began and ended. */
  beganAt: number;
  doneAt: number;
}

const CALLS = 'openat,write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,rename,renameat,renameat2';

/** Whether strace works here. */
export const canTrace = (): boolean =>
  spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true'], { stdio: 'ignore' }).status === 0;

/** Whether all threads of a process are traced; one that has ended has nothing left to trace. */
const isTraced = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).every(
      (task) => !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8')),
    );
  } catch {
    return true;
  }
};

/** Tries to attach to all processes: another one may begin meanwhile, e.g. for a new connection of the database. */
const ATTACH_TRIES = 10;

/**
 * Traces writes to disk and sockets, and flushes.
 *
 * @param pids Reads the processes to trace now.
 * @returns Stops tracing and returns every call.
 */
export const traceWrites = async (
  pids: () => readonly number[],
  file: string,
): Promise<() => Promise<SystemCall[]>> => {
  for (let tries = 1; tries <= ATTACH_TRIES; tries += 1) {
    const stop = await attach(pids(), file);
    if (pids().every(isTraced)) return stop;
    await stop();
  }
  throw new Error('strace could not attach to all processes');
};

const attach = async (pids: readonly number[], file: string): Promise<() => Promise<SystemCall[]>> => {
  const tracer = spawn(
    'strace',
    [
      '-f',
      '-yy',
      '-s',
      '64',
      '-e',
      `trace=${CALLS}`,
      '-e',
      'signal=none',
      '-o',
      file,
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(tracer, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (pids.every((pid) => output.includes(`Process ${pid} attached`))) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${output}`)));
  });
  return async () => {
    tracer.kill('SIGINT');
    await ended;
    return readCalls(await readFile(file, 'utf8'));
  };
};

/** Parses a trace. A call that another one interrupts comes in two parts. */
const readCalls = (trace: string): SystemCall[] => {
  const calls: SystemCall[] = [];
  const begun = new Map<string, SystemCall>();
  for (const [at, line] of trace.split('\n').entries()) {
    const resumed = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/.exec(line);
    if (resumed) {
      const call = begun.get(resumed[1]!);
      if (call) {
        call.text += resumed[2]!;
        call.doneAt = at;
      }
      continue;
    }
    const one = /^(\d+) +(\w+)\((.*)$/.exec(line);
    if (!one) continue;
    const isWhole = !line.endsWith('<unfinished ...>');
    const call: SystemCall = { name: one[2]!, text: one[3]!, beganAt: at, doneAt: isWhole ? at : Infinity };
    if (!isWhole) begun.set(one[1]!, call);
    calls.push(call);
  }
  return calls;
};
