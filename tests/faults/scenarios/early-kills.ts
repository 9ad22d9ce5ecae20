import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UNIT_BYTES } from '#contract/limits.ts';
import { uploadTrayText } from '#contract/text/library.ts';
import { uploadTileText } from '#contract/text/upload-tile.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { Device } from '../world/device.ts';
import { eventually, judge, settle, type Drain, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT = { kills: 2, sizeMib: 192 };
const LONG_SIZE_MIB = 600;
/** When the browser is killed, after the file was chosen. */
const KILL_WITHIN_MS = { from: 100, to: 3_000 };
/** Slow enough that no file is sent before the kill. */
const LINE_KB_PER_SECOND = 8_000;
const SHOWN_WITHIN_MS = 30_000;
const SENT_WITHIN_MS = 120_000;
const CHUNKS = { method: 'POST', path: /^\/api\/mam\/ondemand$/ };

/** What became of an upload whose browser was killed. */
type Outcome = 'went on' | 'asked for the file' | 'killed before the job was stored';

/**
 * Runs in every page before its code: records whether a page that has not picked a file says that one is being saved.
 * Takes the browser's newer picker away, which no test can operate.
 */
const INIT = `
  delete globalThis.showOpenFilePicker;
  globalThis.saidSaving = false;
  new MutationObserver(() => {
    if (document.body?.innerText.includes(${JSON.stringify(uploadTileText.copying)})) globalThis.saidSaving = true;
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
};

interface Stage {
  world: World;
  device: Device;
  objectsDir: string;
  findings: Findings;
  drain: Drain;
}

/** The person chooses the file that the card asks for. */
const chooseAgain = async ({ page }: Device, name: string, file: string): Promise<void> => {
  const card = page.getByRole('listitem').filter({ hasText: name });
  await card.getByText(uploadText.chooseAgain).first().waitFor({ timeout: SHOWN_WITHIN_MS });
  const opening = page.waitForEvent('filechooser');
  await card.getByRole('button', { name: uploadTrayText.chooseAgain }).click();
  await (await opening).setFiles(file);
};

/** Chooses a file, kills the browser after some time, and looks what the next start makes of it. */
const killOnce = async (stage: Stage, file: string, name: string, afterMs: number): Promise<Outcome> => {
  const { world, device, findings } = stage;
  world.proxy.setRules({ ...CHUNKS, mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND } });
  await device.goto('/library');
  await device.page.getByLabel('Upload', { exact: true }).waitFor();
  let wasSeen = false;
  const seeing = device.page
    .getByRole('listitem')
    .filter({ hasText: name })
    .waitFor({ timeout: KILL_WITHIN_MS.to * 2 })
    .then(
      () => void (wasSeen = true),
      () => {},
    );
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  await wait(afterMs);
  const wasSeenBefore = wasSeen;
  await device.kill();
  await seeing;
  await device.reopen();
  await device.goto('/library');
  const jobOf = async () => (await device.ask('uploads')).find((job) => job.name === name);
  const job = await jobOf();
  if (!job) {
    if (wasSeenBefore) findings.lost.push(`${name}, killed after ${afterMs} ms, was shown before and is gone`);
    return 'killed before the job was stored';
  }
  const settled = await eventually(async () => {
    const now = await jobOf();
    return now && now.keptIn !== 'copying' && now.keptIn !== 'page' ? now : undefined;
  }, performance.now() + SHOWN_WITHIN_MS);
  if (!settled) findings.lost.push(`${name}, killed after ${afterMs} ms, neither goes on nor asks for its file`);
  // The page has picked nothing, so it saves nothing.
  if (await device.page.evaluate(() => (globalThis as unknown as { saidSaving: boolean }).saidSaving))
    findings.lost.push(`${name}, killed after ${afterMs} ms: “${uploadTileText.copying}” although nothing was saved`);
  if (settled?.keptIn !== 'nowhere') return 'went on';
  await chooseAgain(device, name, file);
  return 'asked for the file';
};

/** Waits until the file has arrived, and compares it byte by byte; then deletes it, because many follow. */
const checkArrived = async (stage: Stage, name: string, sizeBytes: number, wanted: string): Promise<void> => {
  const { world, device, objectsDir, findings, drain } = stage;
  const { seconds, stuck } = await settle(world, [device], SENT_WITHIN_MS);
  drain.seconds = Math.max(drain.seconds, seconds);
  drain.stuck.push(...stuck);
  const { rows } = await world.sql.query<{ id: string; size: number }>(
    'select id::text, origin_file_size::float8 as size from contents where scope = $1',
    [device.person.scope],
  );
  if (rows.length === 0) findings.lost.push(`${name} has not arrived`);
  if (rows.length > 1) findings.doubled.push(`${name} is there ${rows.length} times`);
  for (const { id, size } of rows) {
    const stored = await hashOf(path.join(objectsDir, 'originals', id)).catch(String);
    if (size !== sizeBytes || stored !== wanted)
      findings.lost.push(`${name} was stored as ${stored} with ${size} bytes`);
    await device.ask('enqueue', [{ call: 'library.deleteContent', input: { type: 'video', id } }]);
  }
  await device.nudge();
  const isDeleted = await eventually(
    async () =>
      (await world.sql.query('select 1 from contents where scope = $1', [device.person.scope])).rowCount === 0
        ? true
        : undefined,
    performance.now() + SHOWN_WITHIN_MS,
  );
  if (!isDeleted) drain.stuck.push(`${name} is not deleted`);
};

/**
 * `size` times (2) a file of 192 MiB (600 from ten on) is chosen and the browser is killed 0.1 to 3 s later. What was
 * shown is never gone, nothing is said to be saved that is not, and the file arrives byte by byte, once: by itself where
 * the copy was whole, else after it was chosen again.
 */
export const runEarlyKills = async ({ seed, size = SHORT.kills }: ScenarioOptions): Promise<ScenarioReport> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-early-'));
  const objectsDir = path.join(folder, 'objects');
  try {
    return await inWorld(
      { seed },
      async (world) => {
        const random = world.random.fork('kills');
        const sizeBytes = (size < 10 ? SHORT.sizeMib : LONG_SIZE_MIB) * UNIT_BYTES;
        const match = path.join(folder, 'match.mp4');
        const wanted = await writePaddedVideo(match, sizeBytes, random);
        await world.sql.query(`update variables set value = 1000 where name = 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE'`);
        const device = await world.open(await world.addPerson(), '/library', { initScript: INIT });
        const stage: Stage = {
          world,
          device,
          objectsDir,
          findings: { lost: [], doubled: [], reordered: [] },
          drain: { seconds: 0, stuck: [] },
        };
        const outcomes = new Map<Outcome, number[]>();
        for (let kill = 1; kill <= size; kill += 1) {
          const name = `Early ${kill}.mp4`;
          const file = path.join(folder, name);
          await link(match, file);
          const afterMs = random.integer(KILL_WITHIN_MS.from, KILL_WITHIN_MS.to);
          const outcome = await killOnce(stage, file, name, afterMs);
          outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), afterMs]);
          console.log(`${name}, killed after ${afterMs} ms: ${outcome}`);
          if (outcome !== 'killed before the job was stored') await checkArrived(stage, name, sizeBytes, wanted);
          await rm(file);
        }
        const counts = [...outcomes].map(([outcome, times]) => `${times.length} ${outcome} (${times.join(', ')} ms)`);
        return judge('EARLY', seed, stage.drain, stage.findings, [], `${size} kills: ${counts.join('; ')}`);
      },
      { OBJECTS_DIR: objectsDir },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
