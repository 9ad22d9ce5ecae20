import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './support/browser.ts';
import { compare, type Finding, type Runs } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeFolder, until } from './support/processes.ts';
import { openRelay } from './support/relay.ts';
import { interleave, type Figures } from './support/statistics.ts';
import { anchorSide, FILE_INPUT, makeVideo, openSide, ownSide, type UploadSide } from './support/upload-sides.ts';

/** When the fault happens: at a part of the file, or a time after the start. */
interface Fault {
  kind: 'kill' | 'cut';
  mib: number;
  bytesPerSecond: number;
  atPart: number;
  atMs?: number;
}

const UPLOAD_WITHIN_MS = 300_000;
/** After this many bytes the upload itself continues, beyond the page's own loading. */
const GOES_ON_BYTES = 3e6;
const ASKED_AFTER_MS = 20_000;

/**
 * Kills the browser half-way and in the first seconds, and cuts the connection: measures bytes sent twice, and whether
 * the person must act.
 */
export async function benchResume({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const mib = isQuick ? 256 : 1024;
  const [keep, ours] = [await anchorSide('keep'), await ownSide()];
  const faults: [string, Fault][] = [
    [`Killed half way through ${mib} MiB`, { kind: 'kill', mib, bytesPerSecond: 50e6, atPart: 0.53 }],
    ['Killed after 1.8 s of 128 MiB', { kind: 'kill', mib: 128, bytesPerSecond: 40e6, atPart: 1, atMs: 1800 }],
    ['Connection cut half way through 256 MiB', { kind: 'cut', mib: 256, bytesPerSecond: 40e6, atPart: 0.53 }],
  ];
  const findings: Finding[] = [];
  for (const [name, fault] of faults) {
    const file = await makeVideo(fault.mib);
    const runs = await interleave(
      { keep: () => run(keep, file, fault), ours: () => run(ours, file, fault) },
      isQuick ? 1 : Math.min(2, rounds),
    );
    findings.push(...judgeFault(name, fault, runs.ours, runs.keep));
  }
  await ours.app.stop();
  return findings;
}

const judgeFault = (name: string, { kind }: Fault, ours: Runs, reference: Runs): Finding[] => {
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

async function run(side: UploadSide, file: string, fault: Fault): Promise<Figures> {
  await side.clear();
  const size = fault.mib * 2 ** 20;
  const profile = makeFolder('profile');
  const relay = await openRelay(side.port, { bytesPerSecond: fault.bytesPerSecond });
  let browser = await openBrowser({ profile });
  try {
    await side.prepare(browser.page, relay.url);
    await openSide(side, browser.page, relay.url);
    await wait(5000);
    const before = relay.sentBytes();
    const startedAtMs = performance.now();
    await browser.page.setFiles(FILE_INPUT, [file]);
    await until(
      'the moment of the fault',
      () =>
        fault.atMs ? performance.now() - startedAtMs > fault.atMs : relay.sentBytes() - before > size * fault.atPart,
      UPLOAD_WITHIN_MS,
    );
    relay.cut();
    const after = { asked: 0, goesOnMs: 0 };
    if (fault.kind === 'kill') {
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

/** Opens the page again and waits for bytes; without any, the person would have to pick the file again. */
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
