import { setTimeout as wait } from 'node:timers/promises';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import type { OutboxEntry } from '#store/database.ts';
import type { Device } from '../world/device.ts';
import type { Person } from '../world/people.ts';
import type { Delivery } from '../proxy/proxy-exchange.ts';
import type { World } from '../world/world.ts';

/** One change by the person, and the row it is about: changes of one row must be applied in order. */
export interface Intent {
  /** Key of the outbox entry. */
  key: string;
  entity: string;
}

/** Result of a scenario; the columns of the table in docs/reliability.md. */
export interface ScenarioReport {
  scenario: string;
  seed: number;
  runs: number;
  /**
   * Changes that neither took effect nor were shown as refused, and rows that a device shows differently from the
   * server.
   */
  lost: number;
  doubled: number;
  reordered: number;
  /** Entries and uploads that were not done before the deadline. */
  stuck: number;
  drainSeconds: number;
  note: string;
}
export interface Drain {
  seconds: number;
  stuck: string[];
}
export interface Findings {
  lost: string[];
  doubled: string[];
  reordered: string[];
}

/** Thrown when something was lost, doubled, reordered or stuck. */
export class FaultFound extends Error {
  override name = 'FaultFound';
  readonly report: ScenarioReport;

  constructor(report: ScenarioReport, details: string) {
    super(
      `${report.scenario} with seed ${report.seed}: ${report.lost} lost, ${report.doubled} doubled, ${report.reordered} reordered, ${report.stuck} stuck\n${details}`,
    );
    this.report = report;
  }
}

export const DRAIN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Polls until `look` returns a value; errors of a page that is loading are ignored.
 *
 * @returns Undefined after the deadline.
 */
export const eventually = async <T>(look: () => Promise<T | undefined>, deadlineMs: number): Promise<T | undefined> => {
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined || performance.now() > deadlineMs) return found;
    await wait(LOOK_EVERY_MS);
  }
};

/** Waiting entries that no earlier refused entry of the same row blocks: blocked ones need the person, not time. */
const waitingEntries = (outbox: readonly OutboxEntry[]): OutboxEntry[] => {
  const refused = new Set<string>();
  return outbox.filter((entry) => {
    const isHeld = entry.state === 'refused' || entry.keys.some((key) => refused.has(key));
    if (isHeld) for (const key of entry.keys) refused.add(key);
    return entry.state === 'waiting' && !isHeld;
  });
};

const openWork = async (device: Device): Promise<string[]> => {
  const [outbox, uploads] = [await device.ask('outbox'), await device.ask('uploads')];
  return [
    ...waitingEntries(outbox).map(
      ({ id, call, attempts, nextAttemptAtMs }) =>
        `${call} ${id}: ${attempts} attempts, next in ${Math.round((nextAttemptAtMs - Date.now()) / 1000)} s`,
    ),
    ...uploads
      .filter(({ state, contentId }) => contentId === null && state !== 'failed')
      .map(({ name, state, committedBytes, size }) => `upload of ${name}: ${state}, ${committedBytes} of ${size}`),
  ];
};

/** Ends all faults and opens the app on every device, which then has a minute to send everything. */
export const settle = async (
  world: World,
  devices: readonly Device[],
  deadlineMs: number = DRAIN_WITHIN_MS,
): Promise<Drain> => {
  world.proxy.heal();
  const startedAtMs = performance.now();
  const stuck: string[] = [];
  await Promise.all(
    devices.map(async (device) => {
      if (!device.isInApp()) await device.goto('/library');
      let left: string[] = ['a device that does not answer'];
      const isDone = await eventually(async () => {
        left = await openWork(device);
        return left.length === 0 ? true : undefined;
      }, startedAtMs + deadlineMs);
      if (!isDone) stuck.push(await device.describe(), ...left);
    }),
  );
  return { seconds: (performance.now() - startedAtMs) / 1000, stuck };
};

interface KeptKey {
  key: string;
  call: string;
  status: number | null;
  version: number | null;
}

const isDone = ({ status }: { status: number | null }): boolean => status !== null && status < 400;

export interface IntentOptions {
  /** Keys made on the person's other devices: expected on the server, checked with their own device. */
  elsewhere?: readonly string[];
  /** Keys that were shown as refused and that the person has discarded since. */
  discarded?: readonly string[];
}

/**
 * Checks that every change took effect exactly once or is shown as refused, in order per row. Compares with the
 * server's records: the idempotency keys, the scope version that each effect made (in commit order), and the requests
 * that reached it.
 */
export const checkIntents = async (
  world: World,
  device: Device,
  intents: readonly Intent[],
  { elsewhere = [], discarded = [] }: IntentOptions = {},
): Promise<Findings> => {
  const { userId } = device.person;
  const { rows } = await world.sql.query<KeptKey>(
    'select key::text, call, status, scope_version::int as version from idempotency_keys where owner = $1',
    [userId],
  );
  const kept = new Map(rows.map((row) => [row.key, row]));
  const refusedHere = new Set([
    ...discarded,
    ...(await device.ask('outbox')).filter(({ state }) => state === 'refused').map(({ id }) => id),
  ]);
  const wanted = new Set(intents.map(({ key }) => key));
  const known = new Set([...wanted, ...elsewhere]);

  const lost = intents
    .filter(({ key }) => {
      const row = kept.get(key);
      return row && isDone(row) ? false : !refusedHere.has(key);
    })
    .map(
      ({ key, entity }) =>
        `${key} on ${entity} has no effect and is not shown as refused (server: ${kept.get(key)?.status ?? 'never heard of it'})`,
    );

  // An outbox that made a new key for a retry would show up as an unknown key.
  const calls = new Set(intents.flatMap(({ key }) => kept.get(key)?.call ?? []));
  const strangers = rows
    .filter((row) => isDone(row) && calls.has(row.call) && !known.has(row.key))
    .map(({ key, call }) => `${call} took effect under the unknown key ${key}`);
  return {
    lost,
    doubled: [
      ...strangers,
      ...doubledDeliveries(world.proxy.log, wanted),
      ...doneAndRefused(intents, kept, refusedHere),
    ],
    reordered: misplaced(intents, kept),
  };
};

/**
 * Keys that the server processed as new more than once, and GET requests with a key: a GET changes nothing and only
 * carries a key if a portal's redirect turned a change into one, which is a fault itself.
 */
export const doubledDeliveries = (log: readonly Delivery[], wanted: ReadonlySet<string>): string[] => {
  const firsts = new Map<string, number>();
  const redirected: string[] = [];
  for (const { key, method, path, status, isReplay } of log) {
    if (!key || !wanted.has(key)) continue;
    if (method === 'GET') redirected.push(`${key} was sent to ${path} by a redirect`);
    else if (isDone({ status }) && !isReplay) firsts.set(key, (firsts.get(key) ?? 0) + 1);
  }
  const doubled = [...firsts].filter(([, count]) => count > 1).map(([key, count]) => `${key} was done ${count} times`);
  return [...redirected, ...doubled];
};

/** Changes that took effect but are shown as refused: a retry would apply them twice. */
const doneAndRefused = (
  intents: readonly Intent[],
  kept: ReadonlyMap<string, KeptKey>,
  refusedHere: ReadonlySet<string>,
): string[] =>
  intents
    .filter(({ key }) => refusedHere.has(key) && kept.has(key) && isDone(kept.get(key)!))
    .map(({ key }) => `${key} was done and is shown as refused`);

const misplaced = (intents: readonly Intent[], kept: ReadonlyMap<string, KeptKey>): string[] => {
  const reached = new Map<string, number>();
  const found: string[] = [];
  for (const { key, entity } of intents) {
    const version = kept.get(key)?.version ?? null;
    if (version === null) continue;
    if (version < (reached.get(entity) ?? 0)) found.push(`${key} took effect on ${entity} before an earlier change`);
    reached.set(entity, version);
  }
  return found;
};

type Rows = Record<string, { id: string }[]>;

/** A person's calls without faults, over a separate session. */
const callsOf = async (world: World, { username, password }: Person): Promise<<T>(path: string) => Promise<T>> => {
  const base = `http://127.0.0.1:${world.app.port}/api`;
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { access } = (await answer.json()) as { access: string };
  return async <T>(path: string) =>
    (await (await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${access}` } })).json()) as T;
};

/** All rows that the server would send to a new device of this person. */
const readServerRows = async (read: Awaited<ReturnType<typeof callsOf>>): Promise<Rows> => {
  const rows: Rows = {};
  for (let cursor = `?tables=${joinMarks(THIS_BUILD)}`; ;) {
    const page = await read<{ cursor: string; more: boolean; changes: { rows: Rows }[] }>(`/sync${cursor}`);
    for (const changes of page.changes)
      for (const [table, more] of Object.entries(changes.rows)) (rows[table] ??= []).push(...more);
    if (!page.more) return rows;
    cursor = `?cursor=${encodeURIComponent(page.cursor)}`;
  }
};

const sortKeys = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const byId = (rows: readonly { id: string }[]): Map<string, string> =>
  new Map(rows.map((row) => [row.id, JSON.stringify(row, sortKeys)]));

/** Rows that a device shows differently from the server, after it had time to pull. */
export const checkView = async (
  world: World,
  device: Device,
  deadlineMs: number = DRAIN_WITHIN_MS,
): Promise<string[]> => {
  let differences: string[] = ['the device does not answer'];
  const read = await callsOf(world, device.person);
  await eventually(async () => {
    const [server, local] = [await readServerRows(read), await device.ask('ownRows')];
    differences = Object.keys(local).flatMap((table) => {
      const [there, here] = [byId(server[table] ?? []), byId(local[table]!)];
      return [...new Set([...there.keys(), ...here.keys()])]
        .filter((id) => there.get(id) !== here.get(id))
        .map((id) => `${table}/${id}: server ${there.get(id) ?? 'has none'}, device ${here.get(id) ?? 'has none'}`);
    });
    return differences.length === 0 ? true : undefined;
  }, performance.now() + deadlineMs);
  return differences;
};

/**
 * Prints and returns the report.
 *
 * @throws FaultFound with seed and details if anything was lost, doubled, reordered or stuck.
 */
export const judge = (
  scenario: string,
  seed: number,
  drain: Drain,
  findings: Findings,
  differences: readonly string[] = [],
  note = '',
): ScenarioReport => {
  const lost = [...findings.lost, ...differences];
  const report: ScenarioReport = {
    scenario,
    seed,
    runs: 1,
    lost: lost.length,
    doubled: findings.doubled.length,
    reordered: findings.reordered.length,
    stuck: drain.stuck.length,
    drainSeconds: drain.seconds,
    note,
  };
  const details = Object.entries({
    lost,
    doubled: findings.doubled,
    reordered: findings.reordered,
    stuck: drain.stuck,
  }).flatMap(([name, lines]) => lines.slice(0, 20).map((line) => `  ${name}: ${line}`));
  if (details.length > 0) throw new FaultFound(report, details.join('\n'));
  console.log(
    `${scenario}: ${note}; each once and in order${drain.seconds > 0 ? `, queues empty after ${drain.seconds.toFixed(1)} s` : ''}`,
  );
  return report;
};
