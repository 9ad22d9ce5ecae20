import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './support/browser.ts';
import { compare, missing, state, type Finding } from './support/finding.ts';
import { firstLoad, sumKiB, wireBytes } from './support/first-load.ts';
import { buildFloor } from './support/floor-app.ts';
import { audit, findLighthouse } from './support/lighthouse.ts';
import type { BenchOptions } from './support/options.ts';
import { firstVisit, installAndCutOff, relaunchOffline } from './support/paint.ts';
import {
  addContents,
  addCreators,
  makeSidelineDatabase,
  startSideline,
  type Person,
  type Sideline,
} from './support/sideline.ts';
import { hostFolder } from './support/static-host.ts';
import { interleave } from './support/statistics.ts';

const FIRST_LOAD_MOST_KIB = 132;
const PRECACHE_MOST_KIB = 300;
const ROUTES_MOST_KIB = 1536;

/** A person's first routes; the first one is the welcome page, signed out. */
const FIRST_ROUTES = ['/welcome', '/home', '/library', '/channels'];
const LIBRARY_TILE = 'main .tile';

/** Bytes of a first load and of the precache, first paint on a mobile connection, offline relaunch. */
export async function benchShell({ rounds }: BenchOptions): Promise<Finding[]> {
  const database = await makeSidelineDatabase();
  const [person] = (await addCreators(database, 1)) as [Person];
  await addContents(database, person, 200);
  const app = await startSideline(database);
  return [
    ...(await weighFirstRoutes(app, person)),
    ...(await weighPrecache(app)),
    ...(await compareStart(app, person, rounds)),
  ];
}

async function weighFirstRoutes(app: Sideline, person: Person): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const route of FIRST_ROUTES) {
    const figure = `First-load JS, brotli: ${route}`;
    try {
      // Set each person's role, which decides where they land.
      await app.database.pool.query('update users set last_role = $2 where id = $1', [
        person.userId,
        route === '/home' ? 'learner' : 'educator',
      ]);
      const { document, workers } = await firstLoad(app.url, route, route === '/welcome' ? undefined : person);
      console.log(
        `  ${route}: ${document.map(({ name, brotliBytes }) => `${name} ${(brotliBytes / 1024).toFixed(1)}`).join(', ')}`,
      );
      if (workers.length > 0)
        console.log(
          `    its workers: ${workers.map(({ name, brotliBytes }) => `${name} ${(brotliBytes / 1024).toFixed(1)}`).join(', ')}`,
        );
      findings.push(
        state(
          figure,
          'KiB',
          sumKiB(document),
          { of: 'value', atMost: FIRST_LOAD_MOST_KIB },
          `${document.length} files`,
        ),
      );
    } catch (error) {
      findings.push(missing(figure, error instanceof Error ? error.message : String(error)));
    }
  }
  return findings;
}

/** Bytes that the service worker caches at installation, and later when idle. */
async function weighPrecache(app: Sideline): Promise<Finding[]> {
  const browser = await openBrowser({ isMobile: true });
  const cached = () =>
    browser.page.evaluate<{ cache: string; paths: string[] }[]>(`(async () => {
    const all = [];
    for (const cache of await caches.keys()) all.push({ cache, paths: (await (await caches.open(cache)).keys()).map((request) => new URL(request.url).pathname) });
    return all;
  })()`);
  try {
    await browser.page.goto(`${app.url}/`);
    await browser.page.waitFor('navigator.serviceWorker.ready.then(() => true)', 30_000);
    await wait(500);
    const atInstall = await cached();
    await wait(10_000);
    const later = await cached();
    const sum = (list: typeof later, wanted: (cache: string) => boolean) =>
      list
        .filter(({ cache }) => wanted(cache))
        .flatMap(({ paths }) => paths)
        .reduce((bytes, each) => bytes + wireBytes(each), 0) / 1024;
    const isPrecache = (cache: string) => cache.includes('precache');
    return [
      state(
        'Precache of the shell, on the wire',
        'KiB',
        sum(atInstall, isPrecache),
        { of: 'value', atMost: PRECACHE_MOST_KIB },
        `${atInstall.flatMap(({ paths }) => paths).length} files`,
      ),
      state(
        'Other routes kept for offline use, on the wire',
        'KiB',
        sum(later, (cache) => !isPrecache(cache)),
        { of: 'value', atMost: ROUTES_MOST_KIB },
      ),
    ];
  } finally {
    await browser.close();
  }
}

async function compareStart(app: Sideline, person: Person, rounds: number): Promise<Finding[]> {
  const floor = await hostFolder(await buildFloor(false));
  const floorShell = await hostFolder(await buildFloor(true));
  const visits = await interleave(
    { floor: () => firstVisit(`${floor.url}/`), ours: () => firstVisit(`${app.url}/`) },
    rounds,
  );
  const visit = { ours: visits.ours, reference: visits.floor, name: 'floor' };
  const findings = [
    compare('First visit, mobile line, CPU/4: LCP', 'ms', { ...visit, key: 'lcp' }, { of: 'ratio', atMost: 1.1 }),
    compare('First visit: FCP', 'ms', { ...visit, key: 'fcp' }),
    compare('First visit: total blocking time', 'ms', { ...visit, key: 'blockedMs' }, { of: 'value', atMost: 50 }),
    compare('First visit: layout shift', '', { ...visit, key: 'cls' }, { of: 'value', atMost: 0.01 }),
    ...(await compareLighthouse(`${floor.url}/`, `${app.url}/`, rounds)),
  ];
  const shell = await installAndCutOff(floorShell.port, '/');
  const library = await installAndCutOff(app.port, '/library', { person, content: LIBRARY_TILE });
  const relaunches = await interleave(
    { shell: () => relaunchOffline(shell), ours: () => relaunchOffline(library) },
    rounds,
  );
  const relaunch = { ours: relaunches.ours, reference: relaunches.shell, name: 'floor-shell' };
  return [
    ...findings,
    compare('Offline relaunch, CPU/4: FCP', 'ms', { ...relaunch, key: 'coldFcp' }, { of: 'ratio', atMost: 1.15 }),
    compare(
      'Offline relaunch: rows of the Library, beside LCP',
      'ms',
      { ...relaunch, key: 'coldContent', referenceKey: 'coldLcp' },
      { of: 'ratio', atMost: 1.3 },
    ),
    compare('Offline again, warm: FCP', 'ms', { ...relaunch, key: 'warmFcp' }),
    compare(
      'Offline again, warm: rows of the Library, beside LCP',
      'ms',
      { ...relaunch, key: 'warmContent', referenceKey: 'warmLcp' },
      { of: 'ratio', atMost: 2 },
    ),
  ];
}

async function compareLighthouse(floor: string, ours: string, rounds: number): Promise<Finding[]> {
  const lighthouse = await findLighthouse();
  if (!lighthouse)
    return [missing('Lighthouse, mobile', 'lighthouse is not installed (npm i --no-save lighthouse@13.5.0)')];
  const audits = await interleave(
    { floor: () => audit(lighthouse, floor), ours: () => audit(lighthouse, ours) },
    rounds,
  );
  const both = { ours: audits.ours, reference: audits.floor, name: 'floor' };
  return [
    compare('Lighthouse, mobile: score', '', { ...both, key: 'score' }, { of: 'value', atLeast: 99 }),
    compare('Lighthouse: LCP', 'ms', { ...both, key: 'lcp' }, { of: 'ratio', atMost: 1.1 }),
    compare('Lighthouse: total blocking time', 'ms', { ...both, key: 'tbt' }, { of: 'value', atMost: 50 }),
    compare('Lighthouse: layout shift', '', { ...both, key: 'cls' }, { of: 'value', atMost: 0.01 }),
  ];
}
