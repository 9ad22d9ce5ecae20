import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { keepJail } from './jail-keeper.ts';

const retryMs = { first: 1, last: 2 };

/** What a new process says about its jail where no namespaces can be made, as in the default profile of containers. */
const withoutNamespaces = (config: object): { mode: string; lines: string[] } => {
  const script = `
    const { createMedia } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const lines = [];
    const media = await createMedia({ ...${JSON.stringify(config)}, onJail: (line) => lines.push(line) });
    const probed = await media.probe({ input: '/dev/null', workDir: '/tmp' }).then(() => 'worked', ({ code }) => code);
    console.log(JSON.stringify({ mode: media.jailMode, lines, probed }));
    media.close();`;
  const { stdout, stderr } = spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      'sh',
      '-c',
      'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ],
    { encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { mode: string; lines: string[] };
};
const mayUnshare = spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;

it.skipIf(!mayUnshare)('without namespaces nothing is processed unless limits are named; development warns', () => {
  const closed = withoutNamespaces({});
  expect(closed).toMatchObject({ mode: 'none', probed: 'no_jail' });
  expect(closed.lines).toEqual([expect.stringMatching(/^No jail works here, .*namespaces: .+/)]);
  expect(withoutNamespaces({ jail: 'limits' })).toMatchObject({ mode: 'limits', probed: 'wrong_type' });
  const development = withoutNamespaces({ mayUseLimits: true });
  expect(development.mode).toBe('limits');
  expect(development.lines[0]).toContain('nothing hides files or the network');
});

it('a trial that failed is repeated in the background until it succeeds, whatever the reason was', async () => {
  let trials = 0;
  const lines: string[] = [];
  const keeper = await keepJail({
    only: 'limits',
    retryMs,
    onChange: (line) => lines.push(line),
    async tryOut() {
      trials += 1;
      if (trials === 1) throw new Error('spawn ENOMEM');
      return trials < 4 ? 'Not done after 20000 ms.' : null;
    },
  });
  expect(keeper.current()).toBeUndefined();
  expect(keeper.reasons()).toEqual(['limits: Error: spawn ENOMEM']);
  const opened = vi.fn();
  keeper.onChange(opened);
  await expect.poll(() => keeper.current()?.mode).toBe('limits');
  expect(trials).toBe(4);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(lines).toEqual([expect.stringContaining('uploads are accepted and wait'), expect.stringContaining('limits')]);
  keeper.stop();
});

it('a weaker jail is exchanged for a stronger one as soon as that works, and never for a weaker one', async () => {
  let isBusy = true;
  const keeper = await keepJail({
    mayUseLimits: true,
    retryMs,
    tryOut: async ({ mode }) => (mode === 'limits' || !isBusy ? null : 'Not done after 20000 ms.'),
  });
  expect(keeper.current()?.mode).toBe('limits');
  isBusy = false;
  await expect.poll(() => keeper.current()?.mode).not.toBe('limits');
  keeper.stop();
});

it('a jail that worked and fails is tried again, and closed if it still fails', async () => {
  let works = true;
  const keeper = await keepJail({ only: 'limits', retryMs, tryOut: async () => (works ? null : 'broken') });
  expect(keeper.current()?.mode).toBe('limits');
  works = false;
  keeper.doubt();
  await expect.poll(() => keeper.current()).toBeUndefined();
  works = true;
  await expect.poll(() => keeper.current()?.mode).toBe('limits');
  keeper.stop();
});
