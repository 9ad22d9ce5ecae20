import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { buildAlone } from '../world/driver/build.ts';
import type { AlonePlan } from '../world/driver/alone.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { startOwnBrowser } from '../world/own-browser.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import type { Rule } from '../proxy/proxy-modes.ts';
import { sha256Of } from '../world/send-file.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

/** Seconds of sending: an idle worker is ended after 30. */
const SHORT_SIZE_S = 40;
const FOLDERS = 12;
const LINE_KB_PER_SECOND = 450;
/** From this length on, an outage at the start makes the browser's first two tries (after 0 and 301 s) fail. */
const WITH_OUTAGE_FROM_S = 1_700;
const OUTAGE_S = 400;
/** Margin for the browser's last try; its event ends after three minutes. */
const LAST_TRY_S = 140;
const BEGINS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;
const SLOW: Rule = {
  method: 'POST',
  path: /^\/api\/mam\/ondemand$/,
  mode: { kind: 'throttle', upKBPerSecond: LINE_KB_PER_SECOND },
};
const AWAY: Rule = {
  method: ['GET', 'POST', 'PUT', 'DELETE'],
  path: /^\/api\/(library|mam|sync|health)/,
  mode: { kind: 'dropBefore' },
};
const REPORT_PATH = '/dev/faults/report/';

const readReport = ({ proxy }: World): string | undefined =>
  proxy.log
    .map(({ path: where }) => where)
    .find((where) => where.startsWith(REPORT_PATH))
    ?.slice(REPORT_PATH.length);

const until = async (look: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> => {
  const endsAtMs = performance.now() + withinMs;
  while (!(await look())) {
    if (performance.now() > endsAtMs) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
};

const countOf = async ({ sql }: World, table: 'folders' | 'contents', scope: string): Promise<number> =>
  (await sql.query(`select 1 from ${table} where scope = $1`, [scope])).rowCount!;

/**
 * F16: a browser without a debugger, which would keep its workers alive. A page queues changes and an upload of about
 * `size` seconds (40) and leaves at once: only the browser starts and ends the worker. The soak's half hour begins with
 * an outage in which the browser's first two tries fail. Everything arrives, once.
 */
export const runF16 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE_S } = options;
    const hasOutage = size >= WITH_OUTAGE_FROM_S;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f16-'));
    const file = path.join(folder, 'Alone.mp4');
    await writePaddedVideo(
      file,
      LINE_KB_PER_SECOND * 1000 * (hasOutage ? LAST_TRY_S : size),
      world.random.fork('file'),
    );
    const bytes = await readFile(file);
    const person = await world.addPerson();
    const plan: AlonePlan = {
      username: person.username,
      password: person.password,
      file: { path: '/dev/faults/source.mp4', name: 'Alone.mp4' },
      folders: Array.from({ length: FOLDERS }, (_, index) => ({ id: newId(), title: `Alone ${index}` })),
    };
    world.proxy.files.set('/dev/faults/alone', {
      type: 'text/html',
      text: '<!doctype html><title>Alone</title><script type="module" src="/dev/faults/alone.js"></script>',
    });
    world.proxy.files.set('/dev/faults/alone.js', { type: 'text/javascript', text: await buildAlone() });
    world.proxy.files.set('/dev/faults/plan.json', { type: 'application/json', text: JSON.stringify(plan) });
    world.proxy.files.set('/dev/faults/source.mp4', { type: 'video/mp4', text: bytes });
    world.proxy.setRules(...(hasOutage ? [AWAY] : [SLOW]));
    const browser = startOwnBrowser(path.join(folder, 'profile'), `${world.url}/dev/faults/alone`);
    try {
      await until(() => readReport(world) !== undefined, BEGINS_WITHIN_MS);
      if (readReport(world) !== 'queued')
        throw new Error(
          `The page reported "${decodeURIComponent(readReport(world) ?? 'nothing')}". ${browser.output()}`,
        );
      const startedAtMs = performance.now();
      if (hasOutage) {
        await wait(OUTAGE_S * 1000);
        world.proxy.setRules(SLOW);
      }
      const isDone = await until(
        async () =>
          (await countOf(world, 'contents', person.scope)) > 0 &&
          (await countOf(world, 'folders', person.scope)) >= FOLDERS,
        (size + (hasOutage ? 1_200 : 120)) * 1000,
      );
      const seconds = (performance.now() - startedAtMs) / 1000;
      const chunks = world.proxy.log.filter(
        ({ method, path: where }) => method === 'POST' && where === '/api/mam/ondemand',
      );
      const sent = chunks.reduce((sum, chunk) => sum + chunk.sentBytes, 0);
      const stuck = isDone
        ? []
        : [
            `${await countOf(world, 'folders', person.scope)} of ${FOLDERS} changes, ${sent} of ${bytes.length} bytes of the upload have arrived`,
          ];
      const findings = await checkArrived(world, person.scope, plan, bytes);
      return judge(
        'F16',
        seed,
        { seconds: 0, stuck },
        findings,
        [],
        `${FOLDERS} changes and ${Math.round(bytes.length / 1e6)} MB from a closed page of a browser without a debugger in ${seconds.toFixed(0)} s; ${(sent / bytes.length).toFixed(3)} of its bytes sent in ${chunks.length} chunks`,
      );
    } finally {
      await browser.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

const checkArrived = async (
  { app, sql }: World,
  scope: string,
  { folders }: AlonePlan,
  bytes: Buffer,
): Promise<Findings> => {
  const [lost, doubled]: [string[], string[]] = [[], []];
  const there = (
    await sql.query<{ id: string; title: string }>('select id::text, title from folders where scope = $1', [scope])
  ).rows;
  for (const { id, title } of folders)
    if (there.find((row) => row.id === id)?.title !== title) lost.push(`the folder ${title} is not there`);
  if (there.length > folders.length) doubled.push(`there are ${there.length} folders`);
  const contents = (await sql.query<{ id: string }>('select id::text from contents where scope = $1', [scope])).rows;
  if (contents.length > 1) doubled.push(`there are ${contents.length} contents`);
  for (const { id } of contents) {
    const stored = await readFile(path.join(app.dataDir, 'objects/originals', id)).then(sha256Of, String);
    if (stored !== sha256Of(bytes)) lost.push('the stored original differs from the picked file');
  }
  return { lost, doubled, reordered: [] };
};
