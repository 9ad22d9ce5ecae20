import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { uploadTrayText } from '#contract/text/library.ts';
import { replaceFileText } from '#contract/text/upload-replace.ts';
import { audioFile } from '#tests/support/media.ts';
import type { Device } from '../world/device.ts';
import { addChannel } from '../world/members.ts';
import { eventually, judge, settle, type Drain, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

/** Kills in the short form. */
const SHORT = 2;
/** A sound is prepared in a moment; as long as takes some chunks. */
const SECONDS = 60;
/** A sample of it, which differs from version to version. */
const SAMPLE_AT = 10_000;
/** When the browser is killed, after the new file was chosen: while it is copied, sent, or prepared. */
const KILL_WITHIN_MS = { from: 30, to: 2_500 };
const LINE_KB_PER_SECOND = 4_000;
const SHOWN_WITHIN_MS = 30_000;
const READY_WITHIN_MS = 60_000;
/** Takes the browser's newer picker away, which no test can operate. */
const INIT = 'delete globalThis.showOpenFilePicker;';

interface Stage {
  world: World;
  device: Device;
  objectsDir: string;
  findings: Findings;
  drain: Drain;
}
interface Stored {
  id: string;
  key: string;
  media: string;
  waits: boolean;
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const readContents = async ({ world, device }: Stage): Promise<Stored[]> =>
  (
    await world.sql.query<Stored>(
      `select id::text, object_key as key, media_key as media,
        encoding_status <> 4 or cut_status is not null or next_key is not null as waits
       from contents where scope = $1`,
      [device.person.scope],
    )
  ).rows;

/** Waits until nothing is being prepared. */
const quiet = async (stage: Stage): Promise<Stored | undefined> =>
  eventually(async () => {
    const rows = await readContents(stage);
    return rows.length > 0 && rows.every(({ waits }) => !waits) ? rows[0] : undefined;
  }, performance.now() + READY_WITHIN_MS);

/** What hangs on the item: its publication with its title, and its ratings and views. */
const readKept = async ({ world: { sql }, device }: Stage, publicationId: string): Promise<string> => {
  const rows = await Promise.all([
    sql.query('select id, title, content_id, channel_id, is_deleted from publications where scope = $1', [
      device.person.scope,
    ]),
    sql.query('select * from publication_stats where publication_id = $1', [publicationId]),
    sql.query('select id, title, publication_id from contents where scope = $1', [device.person.scope]),
  ]);
  return JSON.stringify(rows.map((result) => result.rows));
};

const publish = async ({ world: { sql }, device: { person } }: Stage, contentId: string): Promise<string> => {
  const { channelId } = await addChannel(sql, { ...person, token: '' });
  const id = newId();
  await sql.query(
    `insert into publications (id, scope, content_id, channel_id, title, pricing, is_live, announced_at, published_by)
     values ($1, $2, $3, $4, 'Turn', 'free', true, now(), $5)`,
    [id, person.scope, contentId, channelId, person.userId],
  );
  await sql.query('insert into publication_stats (publication_id, views, ratings) values ($1, 7, 2)', [id]);
  await sql.query('update contents set publication_id = $1 where id = $2', [id, contentId]);
  return id;
};

const startReplacing = async ({ page }: Device, title: string, file: string): Promise<void> => {
  // Exactly this name: the card of the upload before, named with its ending, may still be there and go at any moment.
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click();
  const action = new RegExp(`^${replaceFileText.action}`);
  await page
    .getByRole('menuitem', { name: action })
    .or(page.getByRole('button', { name: action }))
    .click();
  await page.getByLabel(replaceFileText.choose.audio, { exact: true }).setInputFiles(file);
};

/** After a start without the file: the person chooses it again where the card asks for it. */
const giveAgain = async ({ device }: Stage, name: string, file: string): Promise<boolean> => {
  const job = await eventually(async () => {
    const [now] = (await device.ask('uploads')).filter((each) => each.name === name);
    return now && (now.keptIn === 'copying' || now.keptIn === 'page') ? undefined : (now ?? null);
  }, performance.now() + SHOWN_WITHIN_MS);
  if (!job) return false;
  if (job.keptIn !== 'nowhere') return true;
  const card = device.page.getByRole('listitem').filter({ hasText: name });
  const opening = device.page.waitForEvent('filechooser');
  await card.getByRole('button', { name: uploadTrayText.chooseAgain }).click();
  await (await opening).setFiles(file);
  return true;
};

interface Version {
  name: string;
  file: string;
  sha256: string;
}

/** Replaces the file, kills the browser meanwhile, and checks what there is after everything has settled. */
const killOnce = async (stage: Stage, now: Version, next: Version, kept: string): Promise<Version> => {
  const { world, device, findings, drain, objectsDir } = stage;
  const { sql, proxy, random } = world;
  proxy.setRules({
    method: 'POST',
    path: /^\/api\/mam\/ondemand$/,
    mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND },
  });
  await device.goto('/library');
  await startReplacing(device, 'Version 0', next.file);
  const afterMs = random.integer(KILL_WITHIN_MS.from, KILL_WITHIN_MS.to);
  await wait(afterMs);
  await device.kill();
  await device.reopen();
  await device.goto('/library');
  const hadJob = await giveAgain(stage, next.name, next.file);
  const { seconds, stuck } = await settle(world, [device]);
  drain.seconds = Math.max(drain.seconds, seconds);
  drain.stuck.push(...stuck);
  const said = `${next.name}, killed after ${afterMs} ms`;
  const stored = await quiet(stage);
  const rows = await readContents(stage);
  if (rows.length !== 1) (rows.length === 0 ? findings.lost : findings.doubled).push(`${said}: ${rows.length} items`);
  if (!stored) {
    findings.lost.push(`${said}: it is not ready`);
    return now;
  }
  const bytes = await readFile(path.join(objectsDir, stored.key)).catch(() => Buffer.alloc(0));
  const found = [now, next].find(({ sha256 }) => sha256 === sha256Of(bytes));
  if (!found) findings.lost.push(`${said}: the file is neither the old nor the new one`);
  // What was stored on the device is done.
  if (hadJob && found !== next)
    findings.lost.push(`${said}: the old file is still there although the new one was kept`);
  const files = await readdir(path.join(objectsDir, stored.media)).catch((): string[] => []);
  if (!files.includes('master.m3u8')) findings.lost.push(`${said}: it cannot be played`);
  const { rows: publications } = await sql.query<{ id: string }>('select id from publications where scope = $1', [
    device.person.scope,
  ]);
  if ((await readKept(stage, publications[0]?.id ?? newId())) !== kept)
    findings.lost.push(`${said}: link, ratings or views changed`);
  const isAlone = await eventually(
    async () => ((await readdir(path.join(objectsDir, 'originals'))).length === 1 ? true : undefined),
    performance.now() + SHOWN_WITHIN_MS,
  );
  if (!isAlone) findings.doubled.push(`${said}: more than one original is stored`);
  console.log(`${said}: ${found === next ? 'the new file' : 'the old file'}`);
  return found ?? now;
};

const play = async (stage: Stage, folder: string, size: number): Promise<void> => {
  const { device } = stage;
  const version = async (number: number): Promise<Version> => {
    const name = `Version ${number}.wav`;
    const file = path.join(folder, name);
    const bytes = await readFile(await audioFile('wav', SECONDS));
    bytes.writeInt16LE(100 + number, SAMPLE_AT);
    await writeFile(file, bytes);
    return { name, file, sha256: sha256Of(bytes) };
  };
  let now = await version(0);
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(now.file);
  const made = await quiet(stage);
  if (!made) throw new Error('The first file was not prepared.');
  const publicationId = await publish(stage, made.id);
  const kept = await readKept(stage, publicationId);
  for (let kill = 1; kill <= size; kill += 1) now = await killOnce(stage, now, await version(kill), kept);
};

/**
 * F25: `size` times (2) the file of a published item is replaced and the browser is killed meanwhile. In the end there is
 * exactly one file, the old or the new one, whole and prepared; the new one if it was stored on the device before the
 * kill; link, title, ratings and views are as before.
 */
export const runF25 = async ({ seed, size = SHORT }: ScenarioOptions): Promise<ScenarioReport> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f25-'));
  const objectsDir = path.join(folder, 'objects');
  try {
    return await inWorld(
      { seed },
      async (world) => {
        const device = await world.open(await world.addPerson(), '/library', { initScript: INIT });
        const findings: Findings = { lost: [], doubled: [], reordered: [] };
        const drain: Drain = { seconds: 0, stuck: [] };
        await play({ world, device, objectsDir, findings, drain }, folder, size);
        return judge('F25', seed, drain, findings, [], `${size} kills of the browser while a file was replaced`);
      },
      { OBJECTS_DIR: objectsDir },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
