import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findChromium } from '#tests/support/chromium.ts';
import { killProfile } from '#tests/support/process-tree.ts';

/** A browser that nobody is attached to: no debugger keeps its workers alive, its own limits hold. */
export interface OwnBrowser {
  /** What it said, for messages about failures. */
  output(): string;
  end(): Promise<void>;
}

/** Starts Chromium on an address, as a person does. */
export const startOwnBrowser = (profile: string, address: string): OwnBrowser => {
  const child = spawn(
    findChromium(),
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-gpu',
      '--window-size=390,844',
      `--user-data-dir=${profile}`,
      address,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  return {
    output: () => said,
    async end() {
      killProfile(profile);
      child.kill('SIGKILL');
      await gone;
    },
  };
};
