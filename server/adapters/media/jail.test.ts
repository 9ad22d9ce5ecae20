import { existsSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JAIL_MODES } from '#server/config-settings.ts';
import { soon } from '#tests/support/soon.ts';
import type { Jail, JailLimits } from './jail.ts';
import { describeJail, tryJail } from './jail-keeper.ts';
import { makeJail } from './jail-kinds.ts';

/** Every jail that works on this machine. */
const jails: Jail[] = [];
for (const mode of JAIL_MODES)
  for (const isFiltered of [true, false]) {
    const jail = makeJail(mode, { isFiltered });
    if (jail && (await tryJail(jail)) === null) jails.push(jail);
  }
const named = (all: readonly Jail[]) =>
  all.map((jail) => [jail.isFiltered ? `${jail.mode} with a filter` : jail.mode, jail] as const);
const closed = jails.filter(({ mode }) => mode === 'namespaces' || mode === 'bubblewrap');
const limits: JailLimits = { wallMs: 60_000, cpuSeconds: 30, fileBytes: 10_000_000, memoryBytes: 2_000_000_000 };

let base: string;
let outDir: string;
let marker: string;
let runs = 0;
beforeAll(async () => {
  // Not below /dev, where other tests keep their files: what a program sees there is tried.
  base = await mkdtemp('/tmp/jail-test-');
  await writeFile(join(base, 'shown.txt'), 'shown');
  // Others may pass through it, as through a folder of data that is not closed.
  await chmod(base, 0o711);
  await writeFile(join(base, 'secret.txt'), 'secret', { mode: 0o600 });
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

describe.each(named(closed))('a closed jail: %s', (_, jail) => {
  it('a program can read its file and no other', async () => {
    const { printed } = await inJail(
      jail,
      `${attempt}
      console.log(JSON.stringify({
        shown: fs.readFileSync('${base}/shown.txt', 'utf8'),
        secret: attempt(() => fs.readFileSync('${base}/secret.txt', 'utf8')),
        passwd: attempt(() => fs.readFileSync('/etc/passwd', 'utf8')),
        neighbours: fs.readdirSync('${base}').toSorted(),
        processes: fs.readdirSync('/proc'), devices: fs.readdirSync('/dev'),
      }));`,
    );
    expect(printed).toEqual({
      shown: 'shown',
      secret: 'ENOENT',
      passwd: 'ENOENT',
      neighbours: [`out-${runs}`, 'shown.txt'],
      processes: [],
      devices: ['null'],
    });
  });

  it('a program can write its folder and no other', async () => {
    const { printed } = await inJail(
      jail,
      `${attempt}
      fs.writeFileSync('made.txt', 'made');
      console.log(JSON.stringify([
        attempt(() => fs.writeFileSync('${base}/shown.txt', 'x')), attempt(() => fs.writeFileSync('/usr/lib/x', 'x')),
        attempt(() => fs.unlinkSync('${base}/shown.txt')), attempt(() => fs.writeFileSync('/filler', Buffer.alloc(3e6))),
      ]));`,
    );
    expect(await readFile(join(outDir, 'made.txt'), 'utf8')).toBe('made');
    expect(printed).toEqual(
      jail.mode === 'namespaces' ? ['EROFS', 'EROFS', 'EBUSY', 'ENOSPC'] : Array(4).fill('EROFS'),
    );
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
      jail,
      `
      const reach = (host, port) => new Promise((done) => require('node:net').connect(port, host, () => done('reached')).on('error', (error) => done(error.code)));
      Promise.all([reach('127.0.0.1', ${port}), reach('192.0.2.1', 80)]).then((all) => console.log(JSON.stringify(all)));`,
    );
    server.close();
    // bubblewrap has a loopback interface of its own, on which nothing listens.
    const local = jail.mode === 'bubblewrap' ? 'ECONNREFUSED' : 'ENETUNREACH';
    expect(printed).toEqual(jail.isFiltered ? ['EPERM', 'EPERM'] : [local, 'ENETUNREACH']);
    expect(met).toBe(0);
  });

  it('a program sees no other process, has no privileges and cannot create namespaces', async () => {
    const unshare = spawnSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).stdout.trim();
    const { printed } = await inJail(
      jail,
      `${attempt}
      const works = (program, ...args) => require('node:child_process').spawnSync(program, args).status === 0;
      console.log(JSON.stringify({
        pid: process.pid, server: attempt(() => process.kill(${process.pid}, 0)), runs: works('${unshare}', '--version'),
        unmounts: works('/.umount', '${base}/shown.txt'), namespaces: works('${unshare}', '--user', '/.setpriv', '--version'),
      }));`,
      { readable: [unshare] },
    );
    expect(printed).toEqual({
      pid: jail.mode === 'bubblewrap' ? 2 : 1,
      server: 'ESRCH',
      runs: true,
      unmounts: false,
      namespaces: false,
    });
  });

  it('leaves nothing mounted and no folder behind', async () => {
    await inJail(jail, '');
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain('/jail-');
  });
});

describe.each(named(jails))('in the jail %s', (_, jail) => {
  it('is described by what it keeps a program from', () => {
    const words = {
      namespaces: 'own namespaces',
      bubblewrap: 'bubblewrap',
      user: 'user of their own',
      limits: 'limits',
    };
    expect(describeJail(jail)).toContain(words[jail.mode]);
  });

  it('only files come out: a link, a pipe and a socket are deleted, also below a folder', async () => {
    const { printed } = await inJail(
      jail,
      `const make = (path) => { fs.symlinkSync('${base}/secret.txt', path + 'link'); fs.writeFileSync(path + 'file', 'made'); };
      fs.mkdirSync('below'); make(''); make('below/');
      require('node:net').createServer().on('error', () => {}).listen('socket').close();
      console.log(JSON.stringify(fs.readdirSync('.').includes('link')));`,
    );
    expect(printed).toBe(true);
    const left = await readdir(outDir, { recursive: true });
    expect(left.toSorted()).toEqual(['below', 'below/file', 'file']);
  });

  it('a program has no privilege, and cannot gain one', async () => {
    const { printed } = await inJail(
      jail,
      `${attempt}
      const status = Object.fromEntries((attempt(() => fs.readFileSync('/proc/self/status', 'utf8')) ?? '').split('\\n').map((line) => line.split(':\\t')));
      console.log(JSON.stringify({ permitted: status.CapPrm, bounding: status.CapBnd, noNew: status.NoNewPrivs,
        changes: attempt(() => fs.chownSync('.', 1, 1)) ?? 'changed' }));`,
    );
    // Another user does not even exist in a user namespace.
    expect(printed).toMatchObject({ changes: expect.stringMatching(/^(EPERM|EINVAL)$/) });
    const { permitted, bounding, noNew } = printed as Record<string, string>;
    // The closed jails hide /proc.
    if (permitted !== undefined)
      expect([permitted, noNew]).toEqual(['0000000000000000', expect.stringMatching(/[01]/)]);
    if (process.getuid?.() === 0 && bounding !== undefined)
      expect([bounding, noNew]).toEqual(['0000000000000000', '1']);
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
  const started = async () => soon(async () => expect(await readdir(outDir)).toContain('started'));

  it('cancelling ends the program and what it started', async () => {
    const stop = new AbortController();
    const run = inJail(jail, family, { signal: stop.signal });
    const refused = expect(run).rejects.toMatchObject({ code: 'cancelled', status: -4 });
    await started();
    stop.abort();
    await refused;
    await soon(async () => expect(await running(marker)).toEqual([]));
  });

  it('a timeout ends the program and what it started', async () => {
    await expect(inJail(jail, family, { limits: { wallMs: 700 } })).rejects.toMatchObject({
      code: 'timed_out',
      status: -4,
    });
    await soon(async () => expect(await running(marker)).toEqual([]));
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
      const { makeJail } = await import(${JSON.stringify(new URL('./jail-kinds.ts', import.meta.url).href)});
      const jail = makeJail('${jail.mode}', { isFiltered: ${jail.isFiltered} });
      await jail.run({ program: process.execPath, args: ['-e', "require('node:fs').writeFileSync('started', ''); setInterval(() => {}, 1000)", '${marker}'],
        readable: [], outDir: '${outDir}', limits: ${JSON.stringify(limits)} });`,
      ],
      { stdio: 'ignore', env: { ...process.env, TMPDIR: base } },
    );
    await started();
    server.kill('SIGKILL');
    await soon(async () => expect(await running(marker)).toEqual([]));
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

/** The jails as they are made by default, and one of another priority. */
const priorities = [
  ...named(jails).map(([name, jail]) => [name, jail, 10] as const),
  ...named(jails.slice(0, 1)).map(([name, { mode, isFiltered }]) => {
    return [`${name}, set`, makeJail(mode, { isFiltered, nice: 3 })!, 3] as const;
  }),
];
it.skipIf(!existsSync('/proc/self/autogroup')).each(priorities)(
  'a program comes after the other sessions of the machine: %s',
  async (_, jail, nice) => {
    const stop = new AbortController();
    const run = inJail(jail, "fs.writeFileSync('started', ''); setInterval(() => {}, 1000)", { signal: stop.signal });
    const cancelled = expect(run).rejects.toMatchObject({ code: 'cancelled' });
    await soon(async () => expect(await readdir(outDir)).toContain('started'));
    const [pid] = await running(marker);
    expect(await readFile(`/proc/${pid}/autogroup`, 'utf8')).toMatch(new RegExp(`nice ${nice}$`, 'm'));
    stop.abort();
    await cancelled;
  },
);

describe.each(named(jails.filter(({ mode }) => mode === 'user')))('as another user: %s', (_, jail) => {
  it.each([
    ['open', 0o711],
    ['closed', 0o700],
  ])('a file that is closed to others is shown only by name, and stays as it is (%s folder)', async (_name, mode) => {
    await chmod(base, mode);
    const closedFile = join(base, 'closed.txt');
    await writeFile(closedFile, 'closed', { mode: 0o600 });
    await writeFile(join(outDir, 'earlier.txt'), 'earlier', { mode: 0o600 });
    let printed = '';
    await jail.run({
      program: process.execPath,
      args: [
        '-e',
        `const fs = require('node:fs'); const [shown, out] = process.argv.slice(1); ${attempt}
        fs.writeFileSync(out + '/made.txt', fs.readFileSync(shown, 'utf8') + fs.readFileSync('earlier.txt', 'utf8'));
        console.log(JSON.stringify([process.getuid() > 0, attempt(() => fs.readFileSync('${base}/secret.txt', 'utf8'))]));`,
        closedFile,
        outDir,
      ],
      readable: [closedFile],
      outDir,
      limits,
      onStdout: (chunk) => {
        printed += chunk.toString();
      },
    });
    expect(JSON.parse(printed)).toEqual([true, 'EACCES']);
    expect((await readdir(outDir)).toSorted()).toEqual(['earlier.txt', 'made.txt']);
    expect(await readFile(join(outDir, 'made.txt'), 'utf8')).toBe('closedearlier');
    expect([(await stat(closedFile)).uid, (await stat(join(outDir, 'made.txt'))).uid]).toEqual([0, 0]);
    await chmod(base, 0o711);
  });
});
