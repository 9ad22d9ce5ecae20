import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGES = readFileSync(path.join(import.meta.dirname, 'packages.txt'), 'utf8')
  .trim()
  .split('\n')
  .join(' ');

const onPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));

/** The Python of the system: another one does not have its packages. */
const PYTHON = '/usr/bin/python3';
const LOADS_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
const canLoadWebKit = (): boolean => spawnSync(PYTHON, ['-c', LOADS_WEBKIT], { timeout: 30_000 }).status === 0;

/** The programs of the engines that are installed here. */
export const firefoxProgram = process.env.FIREFOX_PATH ?? onPath('firefox-esr');
const driver = onPath('WebKitWebDriver');
const screen = onPath('Xvfb');
export const webKitPrograms = driver && screen && canLoadWebKit() ? { driver, screen } : undefined;

export const hasFirefox = firefoxProgram !== undefined;
export const hasWebKit = webKitPrograms !== undefined;

/** A line for each engine that is not here. */
export const missingEngines = (): string[] =>
  [hasFirefox ? [] : ['Firefox'], hasWebKit ? [] : ['WebKit']]
    .flat()
    .map(
      (name) => `${name}: skipped: not installed. To install it: apt-get install --no-install-recommends ${PACKAGES}`,
    );
