import { setTimeout as wait } from 'node:timers/promises';
import { keptRecordingText, recordText } from '#contract/text/upload-record.ts';
import type { Device } from '../world/device.ts';
import { eventually, judge, settle, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_KILLS = 2;
/** When the browser is killed, after the last clip was begun. */
const KILL_WITHIN_MS = { from: 2_500, to: 5_000 };
/** Length of the clip before it, in every second run. */
const FIRST_CLIP_MS = 1_500;
/** What a crash may cost, s. Source: decision 0042. */
const MAY_LOSE_SECONDS = 2;
const SHOWN_WITHIN_MS = 20_000;
const SENT_WITHIN_MS = 60_000;
/** Encodings have a tenth of the priority of other processes: beside other tests one of 5 s once took more than a minute. */
const ENCODED_WITHIN_MS = 240_000;

const main = ({ page }: Device, name: string) => page.getByRole('button', { name, exact: true });

/** Begins a clip. @returns When it was shown as running. */
const begin = async (device: Device, name: string): Promise<number> => {
  await device.page.locator('button.record__main:not([aria-disabled])').waitFor({ timeout: SHOWN_WITHIN_MS });
  await main(device, name).click();
  await main(device, recordText.stop).waitFor({ timeout: SHOWN_WITHIN_MS });
  return performance.now();
};

/** Records one clip or two and kills the browser in the last one. @returns Seconds that were recorded. */
const recordAndKill = async (device: Device, clips: 1 | 2, killAfterMs: number): Promise<number> => {
  await device.goto('/record');
  let seconds = 0;
  let begun = await begin(device, recordText.record);
  if (clips === 2) {
    await wait(FIRST_CLIP_MS);
    seconds += (performance.now() - begun) / 1000;
    await main(device, recordText.stop).click();
    begun = await begin(device, recordText.next);
  }
  await wait(killAfterMs);
  seconds += (performance.now() - begun) / 1000;
  await device.kill();
  return seconds;
};

interface Item {
  id: string;
  duration: number | null;
  status: number;
}
const itemsOf = async (world: World, device: Device): Promise<Item[]> =>
  (
    await world.sql.query<Item>(
      'select id::text, duration::float8, encoding_status as status from contents where scope = $1 order by created_at',
      [device.person.scope],
    )
  ).rows;

/**
 * `size` times (2) a video is recorded and the browser is killed with SIGKILL in the middle, every second time in the
 * second clip. After the restart the recording is offered, and used it arrives as one item of which at most the last two
 * seconds are missing.
 */
export const runRecordKills = async ({ seed, size = SHORT_KILLS }: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld({ seed }, async (world) => {
    const random = world.random.fork('kills');
    const findings: Findings = { lost: [], doubled: [], reordered: [] };
    const drain = { seconds: 0, stuck: [] as string[] };
    const device = await world.open(await world.addPerson(), '/library');
    const missing: number[] = [];
    for (let kill = 1; kill <= size; kill += 1) {
      const clips = kill % 2 === 0 ? 2 : 1;
      const seconds = await recordAndKill(device, clips, random.integer(KILL_WITHIN_MS.from, KILL_WITHIN_MS.to));
      await device.reopen();
      await device.goto('/library');
      const use = device.page.getByText(keptRecordingText.use, { exact: true });
      const isOffered = await use.waitFor({ timeout: SHOWN_WITHIN_MS }).then(
        () => true,
        () => false,
      );
      if (!isOffered) {
        findings.lost.push(`Recording ${kill} of ${seconds.toFixed(1)} s is not offered after the kill`);
        continue;
      }
      await use.click();
      const settled = await settle(world, [device], SENT_WITHIN_MS);
      drain.seconds = Math.max(drain.seconds, settled.seconds);
      drain.stuck.push(...settled.stuck);
      const item = await eventually(async () => {
        const items = await itemsOf(world, device);
        return items.length >= kill && items[kill - 1]!.status === 4 ? items[kill - 1] : undefined;
      }, performance.now() + ENCODED_WITHIN_MS);
      const count = (await itemsOf(world, device)).length;
      if (count > kill) findings.doubled.push(`Recording ${kill} became ${count - kill + 1} items`);
      const lost = seconds - (item?.duration ?? 0);
      missing.push(lost);
      if (lost > MAY_LOSE_SECONDS)
        findings.lost.push(
          `Of recording ${kill} (${clips} clips, ${seconds.toFixed(1)} s) ${lost.toFixed(1)} s are missing; the server has ${JSON.stringify(await itemsOf(world, device))}`,
        );
    }
    const words = missing.map((lost) => `${lost.toFixed(1)} s`).join(', ');
    return judge('RECORD', seed, drain, findings, [], `${size} kills while recording; missing at the end: ${words}`);
  });
