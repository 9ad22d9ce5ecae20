import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJail, describeJail } from './jail.ts';
import type { Jail, JailMode, JailLimits } from './jail.ts';

const jails: Record<JailMode, Jail> = { namespaces: await createJail(), limits: await createJail({ want: 'limits' }) };
const closed = jails.namespaces.mode === 'namespaces';
const modes = (['namespaces', 'limits'] as const).filter((mode) => closed || mode === 'limits');
const limits: JailLimits = { wallMs: 60_000, cpuSeconds: 30, fileBytes: 10_000_000, memoryBytes: 2_000_000_000 };

let base: string;
let outDir: string;
let marker: string;
let runs = 0;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'jail-test-'));
  await writeFile(join(base, 'shown.txt'), 'shown');
  await writeFile(join(base, 'secret.txt'), 'secret');
});
afterAll(() => rm(base, { recursive: true, force: true }));
beforeEach(async () => {
  runs += 1;
  outDir = join(base, `out-${runs}`);
  marker = `marker-${process.pid}-${runs}-${Date.now()}`;
  await mkdir(outDir);
});

/** Runs a script in Node in the jail; what it prints is JSON. */
const inJail = async (
  jail: Jail,
  script: string,
  options: { limits?: Partial<JailLimits>; signal?: AbortSignal; readable?: string[] } = {},
) => {
  let printed = '';
  const result = await jail.run({
    program: process.execPath,
    args: ['-e', `const fs = require('node:fs');${script}`, marker],
    readable: [join(base, 'shown.txt'), ...(options.readable ?? [])],
    outDir,
    limits: { ...limits, ...options.limits },
    signal: options.signal,
    onStdout: (chunk) => {
      printed += chunk.toString();
    },
  });
  return { ...result, printed: printed === '' ? null : (JSON.parse(printed) as unknown) };
};

/** Running processes whose command line holds a text. */
const running = async (text: string): Promise<string[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, at) => lines[at]!.includes(text));
};

const attempt = 'const attempt = (f) => { try { return f(); } catch (error) { return error.code; } };';

describe.skipIf(!closed)('in namespaces', () => {
  it('a program can read its file and no other', async () => {
    const { printed } = await inJail(
      jails.namespaces,
      `${attempt}
      console.log(JSON.stringify({
        shown: fs.readFileSync('${base}/shown.txt', 'utf8'),
        secret: attempt(() => fs.readFileSync('${base}/secret.txt', 'utf8')),
        passwd: attempt(() => fs.readFileSync('/etc/passwd', 'utf8')),
        neighbours: fs.readdirSync('${base}').toSorted(),
        processes: fs.readdirSync('/proc'), formerRoot: fs.readdirSync('/.old'), devices: fs.readdirSync('/dev'),
      }));`,
    );
    expect(printed).toEqual({
      shown: 'shown',
      secret: 'ENOENT',
      passwd: 'ENOENT',
      neighbours: [`out-${runs}`, 'shown.txt'],
      processes: [],
      formerRoot: [],
      devices: ['null'],
    });
  });

  it('a program can write its folder and no other', async () => {
    const { printed } = await inJail(
      jails.namespaces,
      `${attempt}
      fs.writeFileSync('made.txt', 'made');
      console.log(JSON.stringify([
        attempt(() => fs.writeFileSync('${base}/shown.txt', 'x')), attempt(() => fs.writeFileSync('/usr/lib/x', 'x')),
        attempt(() => fs.unlinkSync('${base}/shown.txt')), attempt(() => fs.writeFileSync('/filler', Buffer.alloc(3e6))),
      ]));`,
    );
    expect(await readFile(join(outDir, 'made.txt'), 'utf8')).toBe('made');
    expect(printed).toEqual(['EROFS', 'EROFS', 'EBUSY', 'ENOSPC']);
    expect(await readFile(join(base, 'shown.txt'), 'utf8')).toBe('shown');
  });

  it('a program reaches no socket, neither local nor remote', async () => {
    let met = 0;
    const server = createServer((socket) => {
      met += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const { printed } = await inJail(
      jails.namespaces,
      `
      const reach = (host, port) => new Promise((done) => require('node:net').connect(port, host, () => done('reached')).on('error', (error) => done(error.code)));
      Promise.all([reach('127.0.0.1', ${port}), reach('192.0.2.1', 80)]).then((all) => console.log(JSON.stringify(all)));`,
    );
    server.close();
    expect(printed).toEqual(['ENETUNREACH', 'ENETUNREACH']);
    expect(met).toBe(0);
  });

  it('a program sees no other process, has no privileges and cannot create namespaces', async () => {
    const unshare = spawnSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).stdout.trim();
    const { printed } = await inJail(
      jails.namespaces,
      `${attempt}
      const works = (program, ...args) => require('node:child_process').spawnSync(program, args).status === 0;
      console.log(JSON.stringify({
        pid: process.pid, server: attempt(() => process.kill(${process.pid}, 0)), runs: works('${unshare}', '--version'),
        unmounts: works('/.umount', '${base}/shown.txt'), namespaces: works('${unshare}', '--user', '/.setpriv', '--version'),
      }));`,
      { readable: [unshare] },
    );
    expect(printed).toEqual({ pid: 1, server: 'ESRCH', runs: true, unmounts: false, namespaces: false });
  });

  it('leaves nothing mounted and no folder behind', async () => {
    await inJail(jails.namespaces, '');
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain('/jail-');
  });
});

describe.each(modes)('in mode %s', (mode) => {
  const jail = jails[mode];

  it('describes its mode', () => {
    expect(describeJail(jail)).toContain(mode === 'namespaces' ? 'own namespaces' : 'limits');
  });

  it("does not pass on the server's environment", async () => {
    vi.stubEnv('SIDELINE_SECRET', 'secret');
    const { printed } = await inJail(jail, 'console.log(JSON.stringify(Object.keys(process.env)))');
    vi.unstubAllEnvs();
    expect(printed).not.toContain('SIDELINE_SECRET');
  });

  it('returns the exit code and the end of a long standard error', async () => {
    const { exitCode, stderr } = await inJail(
      jail,
      "fs.writeSync(2, 'x'.repeat(500_000)); fs.writeSync(2, 'the end'); process.exit(7)",
    );
    expect(exitCode).toBe(7);
    expect(stderr.length).toBeLessThanOrEqual(64_000);
    expect(stderr.endsWith('the end')).toBe(true);
  });

  const family =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.argv[1]], { stdio: 'inherit' }); fs.writeFileSync('started', '');";
  const started = async () =>
    vi.waitFor(async () => expect(await readdir(outDir)).toContain('started'), { timeout: 15_000 });

  it('cancelling ends the program and what it started', async () => {
    const stop = new AbortController();
    const run = inJail(jail, family, { signal: stop.signal });
    const refused = expect(run).rejects.toMatchObject({ code: 'cancelled', status: -4 });
    await started();
    stop.abort();
    await refused;
    await vi.waitFor(async () => expect(await running(marker)).toEqual([]), { timeout: 15_000 });
  });

  it('a timeout ends the program and what it started', async () => {
    await expect(inJail(jail, family, { limits: { wallMs: 700 } })).rejects.toMatchObject({
      code: 'timed_out',
      status: -4,
    });
    await vi.waitFor(async () => expect(await running(marker)).toEqual([]), { timeout: 15_000 });
  });

  it('cancelled before the start, nothing starts', async () => {
    await expect(
      inJail(jail, "fs.writeFileSync('started', '')", { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(outDir)).toEqual([]);
  });

  it('the program dies with a killed server', async () => {
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      const { createJail } = await import(${JSON.stringify(new URL('./jail.ts', import.meta.url).href)});
      const jail = await createJail({ want: '${mode}' });
      await jail.run({ program: process.execPath, args: ['-e', "require('node:fs').writeFileSync('started', ''); setInterval(() => {}, 1000)", '${marker}'],
        readable: [], outDir: '${outDir}', limits: ${JSON.stringify(limits)} });`,
      ],
      { stdio: 'ignore', env: { ...process.env, TMPDIR: base } },
    );
    await started();
    server.kill('SIGKILL');
    await vi.waitFor(async () => expect(await running(marker)).toEqual([]), { timeout: 15_000 });
  });

  it('too much processor time, memory or disk ends the program', async () => {
    const busy = await inJail(jail, 'for (;;);', { limits: { cpuSeconds: 1 } });
    expect(busy.killedBy).toMatch(/SIGKILL|SIGXCPU/);
    const hungry = await inJail(jail, 'const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1));', {
      limits: { memoryBytes: 1_000_000_000 },
    });
    expect(hungry.exitCode).not.toBe(0);
    const wide = await inJail(
      jail,
      "process.on('SIGXFSZ', () => {}); fs.writeFileSync('big', Buffer.alloc(3_000_000))",
      { limits: { fileBytes: 1_000_000 } },
    );
    expect(wide.exitCode).not.toBe(0);
  });
});
