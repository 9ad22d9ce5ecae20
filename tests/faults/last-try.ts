import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UNIT_BYTES } from '#contract/limits.ts';
import { workerText } from '#contract/text/upload.ts';
import { eventually, judge, settle, type Findings, type ScenarioReport } from './oracle.ts';
import { writePaddedVideo } from './padded-video.ts';
import { inWorld, type ScenarioOptions } from './world.ts';

const SEEN_WITHIN_MS = 30_000;
const LINE_KB_PER_SECOND = 400;

/**
 * A browser whose app is closed tries an upload three times in twenty minutes and then never again. A try that is not the
 * last says nothing; at the last one the person is told, and what is left is sent when they open the app.
 */
export const runLastTry = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const found: Findings = { lost: [], doubled: [], reordered: [] };
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-last-try-'));
    try {
      const file = path.join(folder, 'Last try.mp4');
      await writePaddedVideo(file, 4 * UNIT_BYTES, world.random.fork('file'));
      const device = await world.open(await world.addPerson());
      world.proxy.setRules({ method: 'POST', path: /^\/api\/mam\/ondemand$/, mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND } });
      await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
      const isSending = () => Promise.resolve(world.proxy.log.some(({ path: where, sentBytes }) => where === '/api/mam/ondemand' && sentBytes > 0) || undefined);
      if (!(await eventually(isSending, performance.now() + SEEN_WITHIN_MS))) found.lost.push('the upload did not begin');
      world.proxy.setRules({ path: /^\/api\//, mode: { kind: 'dropBefore' } });
      await device.leave();
      const told = () => device.shown().map(({ body }) => body);
      await device.dispatchSync('sideline-uploads', false);
      await eventually(async () => (world.proxy.faults.get('dropBefore') ?? 0) > 0 || undefined, performance.now() + SEEN_WITHIN_MS);
      if (told().length > 0) found.doubled.push(`before the last try: ${told().join(', ')}`);
      const isTold = await eventually(async () => {
        // A try that begins while another is at work ends with that.
        await device.dispatchSync('sideline-uploads', true);
        return told().length > 0 ? true : undefined;
      }, performance.now() + SEEN_WITHIN_MS);
      if (!isTold || told().some((body) => body !== workerText.uploadWaits)) found.lost.push(`at the last try the person was told "${told().join(', ')}"`);
      const drain = await settle(world, [device]);
      const { rowCount } = await world.sql.query('select 1 from contents where scope = $1', [device.person.scope]);
      if (rowCount !== 1) found[rowCount ? 'doubled' : 'lost'].push(`there are ${rowCount} contents`);
      return judge('LASTTRY', seed, drain, found, [], 'an upload that the browser gave up: said, and sent at the next opening');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
