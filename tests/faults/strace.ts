import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** One system call that a traced process made, in the order of the trace. */
export interface SystemCall {
  name: string;
  /** Arguments as strace writes them, with the paths of files and the ends of sockets. */
  text: string;
  /** Places in the trace where it began and was done. */
  beganAt: number;
  doneAt: number;
}

const CALLS = 'openat,write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,rename,renameat,renameat2';

/** Whether processes can be watched here. */
export const canTrace = (): boolean =>
  spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true'], { stdio: 'ignore' }).status === 0;

/**
 * Watches what processes write to disk and to sockets, and when they flush it.
 *
 * @returns A function that ends it and gives every call back.
 */
export const traceWrites = async (pids: readonly number[], file: string): Promise<() => Promise<SystemCall[]>> => {
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
  let said = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (pids.every((pid) => said.includes(`Process ${pid} attached`))) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    tracer.kill('SIGINT');
    await ended;
    return readCalls(await readFile(file, 'utf8'));
  };
};

/** Calls that another one interrupts in the trace come in two parts. */
export const readCalls = (trace: string): SystemCall[] => {
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
