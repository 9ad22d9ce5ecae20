import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from './stages.ts';

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (said += `${line}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((some) => Boolean((said += String(some))));
});
afterEach(() => vi.restoreAllMocks());

const stage = (script: string) => ({
  program: process.execPath,
  args: ['-e', script],
  root: tmpdir(),
  silentMs: 4_000,
});

test('a stage that prints nothing is ended and has failed, with what it had printed', async () => {
  expect(await run('Hangs', stage(`console.log('begun'); setInterval(() => {}, 1000)`))).toBe(false);
  expect(said).toMatch(/begun\n[^]*Hangs: printed nothing for 4 seconds, ending it\.\n[^]*Hangs: failed/);
});

test('a stage that is slow but goes on printing is left to end', async () => {
  const slow = `let n = 0; const at = setInterval(() => { console.log('line', ++n); if (n === 10) clearInterval(at); }, 500)`;
  expect(await run('Slow', stage(slow))).toBe(true);
  expect(said).toMatch(/line 10\n[^]*Slow: ok/);
});

test('a stage has ended also while a process that it left behind holds its output', async () => {
  const leaves = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'inherit', detached: true }).unref(); console.log('done')`;
  expect(await run('Leaves', stage(leaves))).toBe(true);
  expect(said).toMatch(/done\n[^]*Leaves: ok/);
});
