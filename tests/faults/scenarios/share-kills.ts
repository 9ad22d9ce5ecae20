import { readFile } from 'node:fs/promises';
import { sharedText } from '#contract/text/upload-shared.ts';
import { videoFile } from '#tests/support/media.ts';
import type { Device } from '../world/device.ts';
import { eventually, judge, settle, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { inWorld, type ScenarioOptions } from '../world/world.ts';

const SHOWN_WITHIN_MS = 20_000;
const ARRIVED_WITHIN_MS = 60_000;

/** Posts a form as the browser does when another app shares; `name` is missing for a text without a file. */
const share = (device: Device, bytes: Buffer, name?: string): Promise<void> =>
  device.page.evaluate(
    ([base64, fileName]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
      const text = Object.assign(document.createElement('input'), { name: 'text', value: 'Look at this' });
      form.append(text);
      if (fileName !== undefined) {
        const given = new DataTransfer();
        given.items.add(
          new File([Uint8Array.from(atob(base64!), (each) => each.charCodeAt(0))], fileName, { type: 'video/mp4' }),
        );
        const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
        files.files = given.files;
        form.append(files);
      }
      document.body.append(form);
      form.submit();
    },
    [bytes.toString('base64'), name] as [string, string | undefined],
  );

/**
 * A video is shared from another app without a network, and the browser is killed as soon as it has an answer. After the
 * restart the video becomes an upload and arrives whole, once. A text without a file is refused in words, by a worker that starts without its server.
 */
export const runShareKills = async ({ seed, size = 1 }: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld({ seed }, async (world) => {
    const findings: Findings = { lost: [], doubled: [], reordered: [] };
    const drain = { seconds: 0, stuck: [] as string[] };
    const bytes = await readFile(await videoFile({ seconds: 4 }));
    const device = await world.open(await world.addPerson(), '/library');
    for (let kill = 1; kill <= size; kill += 1) {
      await device.context.setOffline(true);
      const answered = device.page.waitForURL('**/shared?outcome=files', { waitUntil: 'commit' });
      await share(device, bytes, `Shared ${kill}.mp4`);
      await answered;
      await device.kill();
      await device.reopen();
      await device.goto('/shared');
      await device.page.waitForURL('**/library', { timeout: SHOWN_WITHIN_MS });
      const rows = async () =>
        (
          await world.sql.query<{ size: number }>(
            'select origin_file_size::float8 as size from contents where scope = $1 and filename = $2',
            [device.person.scope, `Shared ${kill}.mp4`],
          )
        ).rows;
      const arrived = await eventually(
        async () => ((await rows()).length > 0 ? true : undefined),
        performance.now() + ARRIVED_WITHIN_MS,
      );
      const settled = await settle(world, [device], ARRIVED_WITHIN_MS);
      drain.seconds = Math.max(drain.seconds, settled.seconds);
      drain.stuck.push(...settled.stuck);
      const items = await rows();
      if (!arrived || items[0]?.size !== bytes.length) findings.lost.push(`Shared ${kill}.mp4 has not arrived`);
      if (items.length > 1) findings.doubled.push(`Shared ${kill}.mp4 is there ${items.length} times`);
    }
    // The worker's script for this comes from the browser, whenever the worker starts: the server may be out of reach.
    await device.stopWorkers();
    world.proxy.setRules({ path: /^\/assets\/background-/, mode: { kind: 'dropBefore' } });
    await share(device, bytes);
    const isSaid = await device.page
      .getByText(sharedText.onlyFiles)
      .waitFor({ timeout: SHOWN_WITHIN_MS })
      .then(
        () => true,
        () => false,
      );
    if (!isSaid) findings.lost.push('Nothing is said of a shared text');
    return judge('SHARE', seed, drain, findings, [], `${size} kills right after a share without a network`);
  });
