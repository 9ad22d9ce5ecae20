import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '#contract/call.ts';
import { allCalls, type CallId } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { CallError, sendCall } from '#store/api.ts';
import { countEffects, difference, prepareCall } from '#tests/api/effects.ts';
import type { Example } from '#tests/api/examples.ts';
import { startWorld, type Actor, type World } from '#tests/api/fixtures.ts';
import { layOut } from '#tests/api/request.ts';
import { restore } from '#tests/api/snapshot.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { openProxy, type FaultProxy } from '../proxy/proxy.ts';
import type { Mode } from '../proxy/proxy-modes.ts';
import { seeded } from '../world/seeded.ts';

/**
 * Calls whose repeat is executed again on purpose: their answers carry tokens or codes, which are not stored, so that
 * the first answer cannot be replayed. A repeat acts like a second press: it creates a second session or code, never a
 * second account. By call: the tables in which a repeat may add rows.
 */
const EXECUTED_AGAIN: Partial<Record<CallId, readonly string[]>> = {
  // The same password again: the tokens are new, nothing else is.
  'account.changePassword': [],
  // The cookie of the device was in the lost answer: the repeat comes from a new one. After the very first sign-in that is told.
  'auth.login': ['sessions', 'account_events', 'notifications'],
  'auth.register': ['sessions', 'account_events'],
  'auth.sendCode': ['confirmation_codes', 'dev_messages'],
  'auth.startPasskeySignIn': ['sign_in_challenges'],
  'account.startPasskey': ['sign_in_challenges'],
  'auth.requestReset': ['confirmation_codes', 'dev_messages'],
  // The link to the provider can be opened once.
  'wallet.startRegistration': ['sandbox_links'],
  // The link counts once and has tokens. That it was asked for again is an act of its own.
  'desk.makeLogin': ['sign_in_challenges', 'operator_acts'],
};

/**
 * Calls that end the session they are made with: who repeats one is told so, and learns at the sign-in that it was done.
 */
const ENDS_SESSION: Partial<Record<CallId, string>> = { 'account.delete': 'session.over' };

/** Every call of the contract that changes data. */
const mutatingCalls: readonly Call[] = allCalls.filter(
  ({ method, id }) => method !== 'GET' || id === 'auth.logoutByGet',
);

type RequestFault = { name: string; mode: Mode };
/** Faults that turn one request into two. */
const REQUEST_FAULTS: readonly RequestFault[] = [
  { name: 'the answer is lost', mode: { kind: 'dropAfter' } },
  { name: 'it arrives twice at once', mode: { kind: 'dup', how: 'concurrent' } },
  {
    name: 'a balancer answers 502 after it was done',
    mode: { kind: 'status', status: 502, isAfter: true, isHtml: true },
  },
  { name: 'the answer breaks off', mode: { kind: 'truncRes', at: 1 } },
  { name: 'it arrives twice', mode: { kind: 'dup', how: 'serial' } },
];

/** What the device knows: `ok`, the code of the refusal, or `offline`. */
type Outcome = string;

/** Sends like the app: JSON calls through the store's `sendCall`, other bodies with fetch. */
const sendOnce = async (
  proxy: FaultProxy,
  call: Call,
  example: Example,
  actor: Actor,
  key: string,
): Promise<Outcome> => {
  const { path, headers, body } = layOut(call, example, actor, { key });
  const extra = { ...example.headers, 'X-Forwarded-For': headers['X-Forwarded-For']! };
  try {
    if (call.body === undefined && call.method !== 'GET') {
      await overProxy(proxy, extra, () =>
        sendCall(call, example.input as never, {
          key,
          ...(actor.token ? { credentials: { accessToken: actor.token, scope: actor.scope as never } } : {}),
        }),
      );
      return 'ok';
    }
    const answer = await fetch(`${proxy.url}${path}`, {
      method: call.method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: body as never }),
    });
    await answer.text();
    return answer.status < 400 ? 'ok' : answer.status >= 500 ? 'offline' : String(answer.status);
  } catch (error) {
    if (error instanceof CallError) return error.kind === 'offline' || error.isTransient ? 'offline' : error.code;
    return 'offline';
  }
};

/** Runs `work` with requests of the store's sender redirected to the proxy. */
export const overProxy = async <T>(
  proxy: FaultProxy,
  headers: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> => {
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    real(new URL(String(url), proxy.url), {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...headers },
    });
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
};

interface Played {
  outcome: Outcome;
  /** Change in the number of rows, by table. */
  effects: Record<string, number>;
}

/**
 * Makes a call once under this fault and, like the outbox, repeats it if no answer arrived; then restores the database.
 */
const play = async (world: World, proxy: FaultProxy, call: Call, fault?: RequestFault): Promise<Played> => {
  const { actor, example } = await prepareCall(world, call);
  const before = await countEffects(world);
  const key = newId();
  proxy.setRules(...(fault ? [{ mode: fault.mode, times: 1 }] : []));
  let outcome = await sendOnce(proxy, call, example, actor, key);
  if (outcome === 'offline') outcome = await sendOnce(proxy, call, example, actor, key);
  // A second delivery may still be in progress: its effects belong to this call.
  while (proxy.log.some(({ status }) => status === null)) await wait(5);
  const effects = difference(before, await countEffects(world));
  await restore(world.server.services.database.pool);
  return { outcome, effects };
};

/** Compares the outcome and effects under a fault with those without one. */
const compare = (call: Call, name: string, once: Played, twice: Played): Pick<Findings, 'lost' | 'doubled'> => {
  const what = `${call.id}, ${name}:`;
  const allowed = EXECUTED_AGAIN[call.id as CallId];
  const tables = [...new Set([...Object.keys(once.effects), ...Object.keys(twice.effects)])].filter(
    (table) => once.effects[table] !== twice.effects[table] && !allowed?.includes(table),
  );
  return {
    lost:
      once.outcome === twice.outcome || ENDS_SESSION[call.id as CallId] === twice.outcome
        ? []
        : [`${what} the device gets ${twice.outcome}, without the fault ${once.outcome}`],
    doubled: tables.map(
      (table) =>
        `${what} ${table} changes by ${twice.effects[table] ?? 0}, without the fault by ${once.effects[table] ?? 0}`,
    ),
  };
};

/**
 * F2: every mutating call of the contract under every fault that makes one request two. `size`: number of faults (all).
 */
export const runF2 = async ({
  seed,
  size = REQUEST_FAULTS.length,
}: {
  seed: number;
  size?: number;
}): Promise<ScenarioReport> => {
  console.log(`seed ${seed}`);
  const world = await startWorld();
  const proxy = await openProxy({ targetPort: Number(new URL(world.server.url).port), random: seeded(seed) });
  const findings: Findings = { lost: [], doubled: [], reordered: [] };
  try {
    for (const call of mutatingCalls) {
      const once = await play(world, proxy, call);
      for (const fault of REQUEST_FAULTS.slice(0, size)) {
        const { lost, doubled } = compare(call, fault.name, once, await play(world, proxy, call, fault));
        findings.lost.push(...lost);
        findings.doubled.push(...doubled);
      }
    }
  } finally {
    await proxy.close();
    await world.close();
  }
  return judge(
    'F2',
    seed,
    { seconds: 0, stuck: [] },
    findings,
    [],
    `${mutatingCalls.length} calls in ${Math.min(size, REQUEST_FAULTS.length)} kinds of faults; ${Object.keys(EXECUTED_AGAIN).length} of them are executed again by design`,
  );
};
