import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { openBuildSite, THIS_BUILD, THIS_VERSION } from '../faults/world/build-site.ts';
import { test as base } from './app.ts';

export { expect } from './app.ts';

export interface Site {
  url: string;
  /** Replaces the service worker by one that differs, as a deploy would. */
  deploy(): void;
}

/**
 * Playwright's `test` with the app behind a site of its own, which `page.goto('/')` opens. A deploy changes only this
 * site: the files of the build are shared with the apps of all other tests that run.
 */
export const test = base.extend<{ site: Site }>({
  site: async ({ app }, provide) => {
    const next = await mkdtemp(path.join(os.tmpdir(), 'sideline-site-'));
    await cp(THIS_BUILD, next, { recursive: true });
    const worker = `${await readFile(path.join(next, 'sw.js'), 'utf8')}\n// another build`;
    await writeFile(path.join(next, 'sw.js'), worker);
    await writeFile(path.join(next, 'sw.js.br'), brotliCompressSync(worker));
    const site = await openBuildSite(app.port);
    await provide({ url: `http://localhost:${site.port}`, deploy: () => site.deploy(next, THIS_VERSION) });
    await site.close();
    await rm(next, { recursive: true });
  },
  baseURL: async ({ site }, provide) => provide(site.url),
});
