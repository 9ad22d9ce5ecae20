import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser, sampleMemory } from './support/browser.ts';
import { compare, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { openRelay } from './support/relay.ts';
import { interleave, type Figures } from './support/statistics.ts';
import { anchorSide, FILE_INPUT, makeVideo, openSide, ownSide, type UploadSide } from './support/upload-sides.ts';

const LINE_BYTES_PER_SECOND = 25e6;
const UPLOAD_WITHIN_MS = 300_000;

/** The app's hashed, resumable upload, compared with a plain PUT of the same file; over loopback and at 25 MB/s. */
export async function benchUpload({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const mib = isQuick ? 256 : 1024;
  const lineMib = isQuick ? 128 : 256;
  const [put, ours] = [await anchorSide('put'), await ownSide()];
  const file = await makeVideo(mib);
  const lineFile = await makeVideo(lineMib, 'line.mp4');
  const fast = await interleave({ put: () => upload(put, file, mib), ours: () => upload(ours, file, mib) }, rounds);
  const slow = await interleave(
    {
      put: () => upload(put, lineFile, lineMib, LINE_BYTES_PER_SECOND),
      ours: () => upload(ours, lineFile, lineMib, LINE_BYTES_PER_SECOND),
    },
    Math.min(2, rounds),
  );
  await ours.app.stop();
  const loopback = { ours: fast.ours, reference: fast.put, name: 'PUT' };
  const line = { ours: slow.ours, reference: slow.put, name: 'PUT' };
  return [
    compare(
      `Upload of ${mib} MiB, loopback`,
      'MB/s',
      { ...loopback, key: 'mbPerSecond' },
      { of: 'ratio', atLeast: 0.75 },
    ),
    compare(`Upload of ${mib} MiB: long tasks`, '', { ...loopback, key: 'longTasks' }, { of: 'value', atMost: 0 }),
    compare(
      `Upload of ${mib} MiB: browser memory growth`,
      'MiB',
      { ...loopback, key: 'growthMiB' },
      { of: 'value', atMost: 100 },
    ),
    compare(
      `Upload of ${mib} MiB: page heap growth`,
      'MiB',
      { ...loopback, key: 'heapGrowthMiB' },
      { of: 'value', atMost: 2 },
    ),
    compare(
      `Upload of ${lineMib} MiB, line of 25 MB/s`,
      'MB/s',
      { ...line, key: 'mbPerSecond' },
      { of: 'ratio', atLeast: 0.99 },
    ),
  ];
}

async function upload(side: UploadSide, file: string, mib: number, bytesPerSecond = 0): Promise<Figures> {
  await side.clear();
  const relay = bytesPerSecond > 0 ? await openRelay(side.port, { bytesPerSecond }) : undefined;
  const url = relay?.url ?? `http://localhost:${side.port}`;
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await side.prepare(page, url);
    await openSide(side, page, url);
    // The service worker's first precache does not count.
    await wait(5000);
    const since = await page.evaluate<number>('performance.now()');
    const stop = await sampleMemory(browser);
    const startedAtMs = performance.now();
    await page.setFiles(FILE_INPUT, [file]);
    await side.untilIn(page, UPLOAD_WITHIN_MS);
    const seconds = (performance.now() - startedAtMs) / 1000;
    return { mbPerSecond: (mib * 1.048576) / seconds, ...(await stop()), ...(await page.longTasksSince(since)) };
  } finally {
    await browser.close();
    relay?.close();
  }
}
