import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from 'playwright';

/** What Playwright switches off (1.65.1): of two such flags Chromium reads the last. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** The two pages that Chromium loads for the list under its address bar. */
const LIST_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
const off = (features: readonly string[]): string => `--disable-features=${features.join(',')}`;
/**
 * Flag of each Chromium that a test starts without Playwright: without the pages of the address bar, which no test uses, a start
 * takes a third less processor time.
 */
export const WITHOUT_ADDRESS_BAR = off(LIST_PAGES);
/** The same flag for Playwright. */
export const WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT = off([...OFF_BY_PLAYWRIGHT, ...LIST_PAGES]);

const DOWNLOAD_WITHIN_MS = 4 * 60_000;
const INSTALL_WITHIN_MS = 6 * 60_000;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** All places where a Chromium may be, best first: CHROMIUM_PATH, Playwright's own, the system's. */
function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? '', chromium.executablePath(), ...onPath, ...ELSEWHERE].filter(Boolean);
}

/** Checks that it runs: an installed program may lack a library. */
const runs = (file: string) =>
  process.platform === 'win32' || spawnSync(file, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;

const find = () => candidates().find((file) => existsSync(file) && runs(file));

/**
 * The path of a Chromium that runs here.
 *
 * @throws Error that explains how to install one.
 */
export function findChromium(): string {
  const file = find();
  if (file) return file;
  throw new Error(
    'No Chromium was found. Run "npx playwright install chromium" or install one (Debian: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to its program.',
  );
}

/** Playwright options: the Chromium found here, or none, and Playwright then reports it missing. */
export function launchOptions(): { executablePath?: string; args: string[] } {
  const file = find();
  return { ...(file && { executablePath: file }), args: [WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT] };
}

/** Finds Chromium, or installs it: Playwright's download, else the system's package. Prints what it does. */
export function ensureChromium(): string {
  const file = find();
  if (file) return file;
  console.log('Chromium is not installed: downloading the one of Playwright …');
  const cli = resolve(import.meta.dirname, '../../node_modules/playwright/cli.js');
  const isRoot = process.getuid?.() === 0;
  run(process.execPath, [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], DOWNLOAD_WITHIN_MS);
  if (!find() && existsSync('/usr/bin/apt-get') && isRoot) {
    console.log("The download did not work: installing the system's Chromium with apt-get …");
    run('apt-get', ['update', '-q'], INSTALL_WITHIN_MS);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], INSTALL_WITHIN_MS);
  }
  return findChromium();
}

function run(program: string, args: string[], timeout: number): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, args, { stdio: 'inherit', timeout, env });
}
