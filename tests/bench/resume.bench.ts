import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './support/browser.ts';
import { compare, type Finding, type Runs } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeFolder, until } from './support/processes.ts';
import { openRelay } from './support/relay.ts';
import { interleave, type Figures } from './support/statistics.ts';
import { anchorSide, FILE_INPUT, makeVideo, openSide, ownSide, type UploadSide } from './support/upload-sides.ts';

/** When the trouble comes: at a part of the file, or so long after the start. */
interface Trouble {
  kind: 'kill' | 'cut';
  mib: number;
  bytesPerSecond: number;
  atPart: number;
  atMs?: number;
}

const UPLOAD_WITHIN_MS = 300_000;
/** So many bytes after the page opened are an upload that goes on, not a page that loads. */
const GOES_ON_BYTES = 3e6;
const ASKED_AFTER_MS = 20_000;

/** SIGKILL of the browser half way and in the first seconds, and a cut connection: what is sent twice, who must act. */
export async function benchResume({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const mib = isQuick ? 256 : 1024;
  const [keep, ours] = [await anchorSide('keep'), await ownSide()];
  const troubles: [string, Trouble][] = [
    [`Killed half way through ${mib} MiB`, { kind: 'kill', mib, bytesPerSecond: 50e6, atPart: 0.53 }],
    ['Killed after 1.8 s of 128 MiB', { kind: 'kill', mib: 128, bytesPerSecond: 40e6, atPart: 1, atMs: 1800 }],
    ['Connection cut half way through 256 MiB', { kind: 'cut', mib: 256, bytesPerSecond: 40e6, atPart: 0.53 }],
  ];
  const findings: Finding[] = [];
  for (const [name, trouble] of troubles) {
    const file = await makeVideo(trouble.mib);
    const runs = await interleave(
      { keep: () => run(keep, file, trouble), ours: () => run(ours, file, trouble) },
      isQuick ? 1 : Math.min(2, rounds),
    );
    findings.push(...judgeTrouble(name, trouble, runs.ours, runs.keep));
  }
  await ours.app.stop();
  return findings;
}

const judgeTrouble = (name: string, { kind }: Trouble, ours: Runs, reference: Runs): Finding[] => {
  const both = { ours, reference, name: 'floor' };
  return [
    compare(`${name}: sent twice`, 'MiB', { ...both, key: 'sentTwiceMiB' }, { of: 'value', atMost: 16 }),
    compare(`${name}: person asked`, 'times', { ...both, key: 'asked' }, { of: 'value', atMost: 0 }),
    ...(kind === 'kill'
      ? [
          compare(
            `${name}: goes on after the page opened`,
            'ms',
            { ...both, key: 'goesOnMs' },
            { of: 'value' as const, atMost: 1000 },
          ),
        ]
      : []),
  ];
};

async function run(side: UploadSide, file: string, trouble: Trouble): Promise<Figures> {
  await side.clear();
  const size = trouble.mib * 2 ** 20;
  const profile = makeFolder('profile');
  const relay = await openRelay(side.port, { bytesPerSecond: trouble.bytesPerSecond });
  let browser = await openBrowser({ profile });
  try {
    await side.prepare(browser.page, relay.url);
    await openSide(side, browser.page, relay.url);
    await wait(5000);
    const before = relay.sentBytes();
    const startedAtMs = performance.now();
    await browser.page.setFiles(FILE_INPUT, [file]);
    await until(
      'the moment of trouble',
      () =>
        trouble.atMs
          ? performance.now() - startedAtMs > trouble.atMs
          : relay.sentBytes() - before > size * trouble.atPart,
      UPLOAD_WITHIN_MS,
    );
    relay.cut();
    const after = { asked: 0, goesOnMs: 0 };
    if (trouble.kind === 'kill') {
      await browser.kill();
      await wait(1500);
      browser = await openBrowser({ profile });
      Object.assign(after, await reopen(side, browser, relay.sentBytes, relay.url, file));
    }
    await side.untilIn(browser.page, UPLOAD_WITHIN_MS);
    return { ...after, sentTwiceMiB: (relay.sentBytes() - before - size) / 2 ** 20 };
  } finally {
    await browser.close();
    relay.close();
  }
}

/** Opens the page again and waits for bytes; where none come, the person would have to choose the file again. */
async function reopen(
  side: UploadSide,
  { page }: { page: Awaited<ReturnType<typeof openBrowser>>['page'] },
  sentBytes: () => number,
  url: string,
  file: string,
): Promise<Figures> {
  const sent = sentBytes();
  const openedAtMs = performance.now();
  await openSide(side, page, url);
  try {
    await until('bytes', () => sentBytes() - sent > GOES_ON_BYTES, ASKED_AFTER_MS);
    return { asked: 0, goesOnMs: performance.now() - openedAtMs };
  } catch {
    await page.setFiles(FILE_INPUT, [file]);
    return { asked: 1, goesOnMs: NaN };
  }
}
