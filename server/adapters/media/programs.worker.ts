import { spawn } from 'node:child_process';
import { serveRequests } from '../worker/index.ts';
import type { ProgramEnd, ProgramPart, ProgramRequest } from './programs.ts';

/* The thread of programs.ts. */

serveRequests<ProgramRequest, ProgramPart, ProgramEnd>(
  ({ argv: [program, ...args], cwd, env, inherited }, sendPart) =>
    new Promise((resolve, reject) => {
      const child = spawn(program!, args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe', ...inherited],
        detached: process.platform !== 'win32',
      });
      const fail = (error: Error): void => {
        child.kill('SIGKILL');
        reject(error);
      };
      child.stdout!.on('error', fail).on('data', (chunk: Buffer) => sendPart({ stdout: new Uint8Array(chunk) }));
      child
        .stderr!.setEncoding('utf8')
        .on('error', fail)
        .on('data', (stderr: string) => sendPart({ stderr }));
      child.once('error', reject);
      child.once('close', (exitCode, killedBy) => resolve({ exitCode, killedBy }));
      if (child.pid !== undefined) sendPart({ pid: child.pid });
    }),
);
