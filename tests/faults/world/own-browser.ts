import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findChromium, WITHOUT_ADDRESS_BAR } from '#tests/support/chromium.ts';
import { killProfile } from '#tests/support/process-tree.ts';

/** A browser without a debugger, which would keep its workers alive: the browser's own limits apply. */
export interface OwnBrowser {
  /** Its output, for failure messages. */
  output(): string;
  end(): Promise<void>;
}

/** Starts Chromium with an address on its command line. */
export const startOwnBrowser = (profile: string, address: string): OwnBrowser => {
  const child = spawn(
    findChromium(),
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      WITHOUT_ADDRESS_BAR,
      '--disable-gpu',
      '--window-size=390,844',
      `--user-data-dir=${profile}`,
      address,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(child, 'close');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  return {
    output: () => output,
    async end() {
      killProfile(profile);
      child.kill('SIGKILL');
      await gone;
    },
  };
};
