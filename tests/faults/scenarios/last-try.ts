import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { workerText } from '#contract/text/upload.ts';
import { eventually, judge, settle, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import { inWorld, type ScenarioOptions } from '../world/world.ts';

const SEEN_WITHIN_MS = 30_000;
/** Upload speed: slow enough that the file is still under way when the network is cut. */
const LINE_KB_PER_SECOND = 50;

/**
 * With the app closed, a browser tries a failed upload three times in twenty minutes and then never again. Earlier
 * tries show nothing; the last one shows a notification. The rest of the upload, and the change that depends on the
 * content, are sent with the next push, whatever its subject.
 */
export const runLastTry = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const found: Findings = { lost: [], doubled: [], reordered: [] };
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-last-try-'));
    try {
      const file = path.join(folder, 'Last try.mp4');
      await writePaddedVideo(file, 4 * UNIT_BYTES, world.random.fork('file'));
      const device = await world.open(await world.addPerson());
      world.proxy.setRules({
        method: 'POST',
        path: /^\/api\/mam\/ondemand$/,
        mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND },
      });
      await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
      const isSending = () =>
        Promise.resolve(
          world.proxy.log.some(({ path: where, sentBytes }) => where === '/api/mam/ondemand' && sentBytes > 0) ||
            undefined,
        );
      if (!(await eventually(isSending, performance.now() + SEEN_WITHIN_MS)))
        found.lost.push('the upload did not begin');
      const [upload] = await device.ask('uploads');
      await device.ask('enqueue', [
        {
          call: 'library.renameContent',
          input: { id: upload!.id, filename: 'Renamed meanwhile' },
          dependsOn: upload!.id,
        },
      ]);
      // Replacing the rules ends the throttling: what is under way is cut first, so that it does not arrive whole.
      world.proxy.cut();
      world.proxy.setRules({ path: /^\/api\//, mode: { kind: 'dropBefore' } });
      await device.leave();
      const notified = () => device.shown().map(({ body }) => body);
      await device.dispatchSync('sideline-uploads', false);
      await eventually(
        async () => (world.proxy.faults.get('dropBefore') ?? 0) > 0 || undefined,
        performance.now() + SEEN_WITHIN_MS,
      );
      if (notified().length > 0) found.doubled.push(`before the last try: ${notified().join(', ')}`);
      const isTold = await eventually(async () => {
        // A try that begins while another one runs ends together with it.
        await device.dispatchSync('sideline-uploads', true);
        return notified().length > 0 ? true : undefined;
      }, performance.now() + SEEN_WITHIN_MS);
      if (!isTold || notified().some((body) => body !== workerText.uploadWaits))
        found.lost.push(`at the last try the person was notified "${notified().join(', ')}"`);
      world.proxy.heal();
      const contents = async () =>
        (
          await world.sql.query<{ filename: string }>('select filename from contents where scope = $1', [
            device.person.scope,
          ])
        ).rows.map(({ filename }) => filename);
      await device.deliverPush(
        JSON.stringify({
          id: newId(),
          userId: device.person.userId,
          title: 'New clip',
          text: 'Take a look',
          link: '/notifications',
        }),
      );
      const isRenamed = async () =>
        (await contents()).some((name) => name.startsWith('Renamed meanwhile')) || undefined;
      if (!(await eventually(isRenamed, performance.now() + SEEN_WITHIN_MS)))
        found.lost.push(`a push did not send the rest: there is ${(await contents()).join(', ') || 'nothing'}`);
      const drain = await settle(world, [device]);
      if ((await contents()).length !== 1) found.doubled.push(`there are ${(await contents()).join(', ')}`);
      return judge(
        'LASTTRY',
        seed,
        drain,
        found,
        [],
        'an upload that the browser gave up: reported, and sent with the next push',
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
