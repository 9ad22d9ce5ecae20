import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { noRoomText, roomText } from '#contract/text/library.ts';
import { uploadTileText } from '#contract/text/upload-tile.ts';
import { uploadText } from '#contract/text/upload.ts';
import { waitsForRoom } from '#store/uploads/job.ts';
import { digestsOf, videoLike, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { addMembers, type Member } from '../world/members.ts';
import { judge, settle, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import type { Mode } from '../proxy/proxy-modes.ts';
import { change, QueueClient } from '../world/queue-client.ts';
import type { Seeded } from '../world/seeded.ts';
import { sendUnits } from '../world/send-file.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 5;
const FILES = 5;
const FITTING = 3;
const SHOWN_WITHIN_MS = 60_000;
/** A file that waits for room asks for it every minute, at the latest. */
const GOES_ON_WITHIN_MS = 240_000;
const CHUNKS = { method: 'POST', path: /^\/api\/mam\/ondemand$/ };
const CHUNK_FAULTS: Mode = {
  kind: 'schedule',
  of: [
    [6, { kind: 'pass' }],
    [1, { kind: 'dup', how: 'concurrent' }],
    [1, { kind: 'dropAfter' }],
    [1, { kind: 'dup', how: 'late', afterMs: 50 }],
  ],
};

interface Account {
  size: number;
  used: number;
  reserved: number;
}
const accountOf = async ({ sql }: World, scope: string): Promise<Account> =>
  (
    await sql.query<Account>(
      'select size::float8, used::float8, reserved::float8 from storage_accounts where scope = $1',
      [scope],
    )
  ).rows[0]!;

type Verdict = 'accepted' | 'refused';

/** Sends the first unit until the answer is final; accepting it reserves room for the whole file. */
const begin = async (client: QueueClient, file: SentFile, digests: string[], giveUpAtMs: number): Promise<Verdict> => {
  for (;;) {
    const answer = await sendUnits(client, file, 0, 1, digests).catch(() => undefined);
    if (answer?.status === 200) return 'accepted';
    if (answer?.status === 409 && answer.body.includes('library.out_of_storage')) return 'refused';
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`A first chunk was answered ${answer.status}: ${answer.body.toString()}`);
    if (performance.now() > giveUpAtMs) throw new Error('A first chunk has no final answer.');
    await wait(50);
  }
};

/** Sends five files at once into room for three, then cancels all of them. */
const race = async (world: World, member: Member, random: Seeded, findings: Findings): Promise<number> => {
  const isEven = random.chance(0.5);
  const sizes = Array.from({ length: FILES }, () =>
    isEven ? 2 * UNIT_BYTES : UNIT_BYTES + random.integer(1, 2 * UNIT_BYTES),
  );
  const room = isEven
    ? FITTING * 2 * UNIT_BYTES + random.integer(0, UNIT_BYTES)
    : sizes
        .toSorted((a, b) => b - a)
        .slice(0, FITTING)
        .reduce((sum, size) => sum + size, 0);
  await world.sql.query('update storage_accounts set size = $2 where scope = $1', [member.scope, room]);
  const files = sizes.map((size, index): SentFile => ({
    id: newId(),
    name: `Half ${index}.mp4`,
    profile: 'video',
    bytes: videoLike(size),
  }));
  const clients = files.map(() => new QueueClient({ member, ports: [world.proxy.port], random }));
  const giveUpAtMs = performance.now() + SHOWN_WITHIN_MS;
  const accepted: number[] = [];
  const refused: number[] = [];
  await Promise.all(
    files.map(async (file, index) => {
      const verdict = await begin(clients[index]!, file, digestsOf(file.bytes), giveUpAtMs);
      (verdict === 'accepted' ? accepted : refused).push(file.bytes.length);
      const { reserved, used, size } = await accountOf(world, member.scope);
      if (reserved + used > size) findings.doubled.push(`${reserved + used} bytes of ${size} are taken`);
    }),
  );
  const taken = accepted.reduce((sum, size) => sum + size, 0);
  const { reserved } = await accountOf(world, member.scope);
  if (taken > room) findings.doubled.push(`${accepted.length} files with ${taken} bytes were accepted into ${room}`);
  if (reserved !== taken) findings.doubled.push(`${reserved} bytes are reserved for files of ${taken}`);
  findings.lost.push(
    ...refused
      .filter((size) => taken + size <= room)
      .map((size) => `a file of ${size} was refused beside ${taken} of ${room}`),
  );
  await Promise.all(
    files.map(({ id }, index) => clients[index]!.deliver(change('DELETE', `/mam/uploads/${id}`), giveUpAtMs)),
  );
  const after = await accountOf(world, member.scope);
  if (after.reserved !== 0 || after.used !== 0)
    findings.lost.push(`all are cancelled, but the account still has ${JSON.stringify(after)} is taken`);
  for (const client of clients) client.close();
  return accepted.length;
};

const FILE_BYTES = 6 * UNIT_BYTES;
/** Slow enough that an upload is still under way when the next one has been refused and the test has seen it. */
const LINE_KB_PER_SECOND = 100;

const isThere = (what: Locator, timeout = SHOWN_WITHIN_MS): Promise<boolean> =>
  what.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
const until = async (what: string, look: () => Promise<boolean>, withinMs = SHOWN_WITHIN_MS): Promise<void> => {
  const endsAtMs = performance.now() + withinMs;
  while (!(await look())) {
    if (performance.now() > endsAtMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await wait(50);
  }
};

/**
 * Picks five files one after the other, of which three fit: checks what the screen shows, and that cancelling one frees
 * its room.
 */
const pickFive = async (world: World, folder: string, random: Seeded, findings: Findings) => {
  const room = FITTING * FILE_BYTES + random.integer(0, FILE_BYTES - 1);
  const device = await world.open(await world.addPerson({ storageBytes: room }));
  const { page, person } = device;
  // A refusal opens the dialog over the list, at any moment: it is read and closed.
  const noRoom = page.getByRole('dialog', { name: noRoomText.noRoomTitle });
  await page.addLocatorHandler(noRoom, (dialog) =>
    dialog.getByRole('button', { name: noRoomText.close, exact: true }).last().click(),
  );
  const pick = async (index: number): Promise<void> => {
    const file = path.join(folder, `Half ${index}.mp4`);
    await writePaddedVideo(file, FILE_BYTES, random);
    await page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  };
  const jobs = async () => (await device.ask('uploads')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const arrived = async () =>
    (
      await world.sql.query<{ filename: string }>('select filename from contents where scope = $1 order by 1', [
        person.scope,
      ])
    ).rows.map(({ filename }) => filename);
  world.proxy.setRules();
  for (let index = 0; index < FITTING - 1; index += 1) await pick(index);
  await until('all have arrived that fit beside one more', async () => (await arrived()).length === FITTING - 1);
  world.proxy.setRules({ ...CHUNKS, mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND } });
  for (let index = FITTING - 1; index < FILES; index += 1) await pick(index);
  const waiting = async () => (await jobs()).filter(waitsForRoom).map(({ name }) => name);
  await until('one waits for room', async () => (await waiting()).length > 0);

  // A tray of more than two uploads folds itself.
  await page.getByRole('button', { name: uploadTileText.show, exact: true }).click();
  const tile = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ has: page.getByRole('button', { name: uploadTileText.cancel(name) }) });
  const saysWhy = async (name: string): Promise<void> => {
    if (!(await isThere(tile(name).getByText(uploadText.waitsForRoom, { exact: true }).first())))
      findings.lost.push(`the screen does not show why ${name} waits`);
    if (!(await isThere(tile(name).getByRole('link', { name: roomText.upgrade }))))
      findings.lost.push(`${name} does not lead to the storage plans`);
  };
  for (const name of await waiting()) await saysWhy(name);
  // Cancel an upload under way, so that one that waits fits: it goes on by itself.
  const taken = new Set(
    (
      await world.sql.query<{ id: string }>(`select id::text from uploads where scope = $1 and state = 'uploading'`, [
        person.scope,
      ])
    ).rows.map(({ id }) => id),
  );
  const running = (await jobs()).find(({ id, contentId }) => taken.has(id) && contentId === null);
  if (!running) throw new Error('Nothing is under way beside the one that waits.');
  await tile(running.name)
    .getByRole('button', { name: uploadTileText.cancel(running.name) })
    .click();
  const { used, reserved } = await accountOf(world, person.scope);
  if (used + reserved > room) findings.doubled.push(`${used + reserved} bytes of ${room} are taken`);
  await until(
    'the cancelled one is gone',
    async () =>
      (await world.sql.query(`select 1 from uploads where id = $1 and state = 'cancelled'`, [running.id])).rowCount ===
      1,
  );
  world.proxy.setRules();
  await until('three have arrived', async () => (await arrived()).length >= FITTING, GOES_ON_WITHIN_MS);
  await until('one is left, and waits', async () => (await waiting()).length === FILES - FITTING - 1);
  for (const name of await waiting()) {
    await saysWhy(name);
    await tile(name)
      .getByRole('button', { name: uploadTileText.cancel(name) })
      .click();
  }
  await until('nothing is left in the list', async () => (await jobs()).length === 0);
  const drain = await settle(world, [device]);
  const after = await accountOf(world, person.scope);
  if ((await arrived()).length !== FITTING) findings.doubled.push(`the Library has ${await arrived()}`);
  if (after.used !== FITTING * FILE_BYTES || after.reserved !== 0)
    findings.doubled.push(`${JSON.stringify(after)} for ${FITTING} files of ${FILE_BYTES}`);
  return drain;
};

/**
 * F4: `size` times (5) five concurrent uploads with duplicated requests and lost answers into room for three; then
 * once on a screen, where an upload without room shows its reason and goes on by itself after another one was cancelled.
 */
export const runF4 = async ({ seed, size = SHORT_SIZE }: ScenarioOptions): Promise<ScenarioReport> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f4-'));
  const secret = randomBytes(24).toString('hex');
  try {
    return await inWorld(
      { seed },
      async (world) => {
        const findings: Findings = { lost: [], doubled: [], reordered: [] };
        const random = world.random.fork('files');
        world.proxy.setRules({ ...CHUNKS, mode: CHUNK_FAULTS });
        const [member] = (await addMembers(world.sql, secret, 1)) as [Member];
        let accepted = 0;
        for (let run = 0; run < size; run += 1) accepted += await race(world, member, random, findings);
        const faults = [...world.proxy.faults.entries()].map(([kind, count]) => `${count} ${kind}`).join(', ');
        const drain = await pickFive(world, folder, random, findings);
        return judge(
          'F4',
          seed,
          drain,
          findings,
          [],
          `${size} times five files against the room of about three: ${accepted} accepted, never more than fits, each cancelled one gave its room back (${faults}); on a screen those without room say why, and one goes on by itself when another is cancelled`,
        );
      },
      { SIDELINE_SECRET: secret },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
