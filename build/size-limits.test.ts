import { expect, test } from 'vitest';
import { madeBundle, madeChunk } from './build.fixtures.ts';
import { sizeLimits, type FirstLoad } from './size-limits.ts';
import type { FirstRoute } from './first-routes.ts';

const row = (route: string, path: string | null): FirstRoute => ({
  route,
  path,
  isLanding: false,
  isPreloaded: true,
  isInShell: false,
});
const routes = [row('_tabs', null), row('_tabs/home', '/home'), row('welcome', '/welcome')];
const page = (route: string) => `/app/src/routes/${route}.tsx?tsr-split=component`;
/** Text that brotli cannot make smaller than about three quarters of its length. */
const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array((bytes * 3) / 4))).toString('base64');
const BUNDLE = [
  madeChunk('entry.js', { isEntry: true, imports: ['vendor.js'], code: noise(4096) }),
  madeChunk('vendor.js', { code: noise(4096) }),
  madeChunk('frame.js', { moduleIds: [page('_tabs')], imports: ['vendor.js'], code: noise(8192) }),
  madeChunk('home.js', { moduleIds: [page('_tabs/home')], imports: ['frame.js'], code: noise(4096) }),
  madeChunk('welcome.js', { moduleIds: [page('welcome')], imports: ['vendor.js'], code: noise(4096) }),
  madeChunk('soon.js', { moduleIds: ['/app/src/soon.ts'], imports: ['deep.js'], code: noise(4096) }),
  madeChunk('deep.js', { code: noise(4096) }),
];
/** Calls the hook as the bundler does when the files are made. */
const check = (...limits: FirstLoad[]): Promise<void> => {
  const { handler } = sizeLimits('/app', limits, routes).generateBundle as {
    handler: (options: object, bundle: object) => Promise<void>;
  };
  return handler({}, madeBundle(...BUNDLE));
};

test('a first load is the entry, the page, its frame, what is imported soon, and their imports', async () => {
  // 4 KiB of this noise take 3 KiB: entry, vendor and welcome; with the frame (6) and home 15; with the rest 21.
  await check({ route: 'welcome', maxKib: 10, soon: [] }, { route: '_tabs/home', maxKib: 16, soon: [] });
  await expect(check({ route: 'welcome', maxKib: 8, soon: [] })).rejects.toThrow(
    /The first load of \/welcome has 9\.\d KiB \(brotli\), more than 8 \(build\/size-limits\.ts\): .*vendor 3\.\d/,
  );
  await expect(check({ route: '_tabs/home', maxKib: 14, soon: [] })).rejects.toThrow(/\/home has 15\.\d KiB/);
  await expect(check({ route: '_tabs/home', maxKib: 16, soon: ['src/soon.ts'] })).rejects.toThrow(
    /\/home has 21\.\d KiB .*: frame 6\.\d/,
  );
});

test('fails the build for a route or module that is nowhere', async () => {
  await expect(check({ route: 'gone', maxKib: 99, soon: [] })).rejects.toThrow(/LIMITS 'gone' .* matches nothing/);
  await expect(check({ route: 'welcome', maxKib: 99, soon: ['src/gone.ts'] })).rejects.toThrow(
    /LIMITS 'src\/gone\.ts' .* matches nothing/,
  );
});
