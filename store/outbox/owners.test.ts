import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { writeDeviceSetting } from '../device.ts';
import { accountDatabase, readActiveUserId } from '../door.ts';
import { storeSession } from '../session.ts';
import { drain } from './drain.ts';
import { enqueue } from './enqueue.ts';
import { ModelServer, tokenOf, type Fault } from './model-server.fixtures.ts';

let server: ModelServer;
/** The account of the refresh cookie, which the browser shares between accounts. */
let cookieOf: string | undefined;
/** Tokens that the server treats as expired. */
let expired: Set<string>;
let madeBy: Map<string, string>;
let nowMs: number;

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const refuse = () =>
      new Response(JSON.stringify({ errors: [{ code: 'session.over', message: 'x' }] }), {
        status: 401,
        headers: { 'Content-Type': 'application/json' },
      });
    if (url.endsWith('/token/refresh')) {
      if (!cookieOf) return refuse();
      return new Response(JSON.stringify({ access: tokenOf(cookieOf) }), {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': headers['Idempotency-Key']! },
      });
    }
    if (expired.delete(headers['Authorization']!)) return refuse();
    return server.fetch(url, init);
  });
});
afterEach(() => void vi.unstubAllGlobals());

const enter = (): string[] => {
  server = new ModelServer();
  [cookieOf, expired, madeBy, nowMs] = [undefined, new Set(), new Map(), Date.UTC(2026, 10, 20)];
  return [newId(), newId(), newId()];
};

type Step =
  | { act: 'sign in' | 'other cookie'; person: number }
  | { act: 'sign out' | 'expire' | 'do' }
  | { act: 'drain'; faults: Fault[] }
  | { act: 'drain and switch'; person: number };
const person = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom('sign in' as const, 'other cookie' as const), person }),
  fc.record({ act: fc.constantFrom('sign out' as const, 'expire' as const, 'do' as const, 'do' as const) }),
  fc.record({
    act: fc.constant('drain' as const),
    faults: fc.array(fc.constantFrom<Fault>('fine', 'dropped', 'lost answer', 'failed'), { maxLength: 4 }),
  }),
  fc.record({ act: fc.constant('drain and switch' as const), person }),
);

describe('the owner of a change', () => {
  it(
    'P4 no change is lost or sent for another account, with any order of sign-ins, sign-outs, expiries and refresh cookies',
    async () => {
      const signIn = async (who: string) => {
        cookieOf = who;
        await storeSession(who, tokenOf(who));
      };
      const drainNow = () =>
        drain(
          (id) => callById.get(id),
          () => nowMs,
        );
      await fc.assert(
        fc.asyncProperty(plays(step), async (steps) => {
          const people = enter();
          await writeDeviceSetting('activeUserId', undefined);
          for (const each of steps) {
            nowMs += 10 * 60_000;
            const active = await readActiveUserId();
            if (each.act === 'sign in') await signIn(people[each.person]!);
            if (each.act === 'other cookie') cookieOf = people[each.person]!;
            if (each.act === 'sign out') await writeDeviceSetting('activeUserId', undefined);
            if (each.act === 'expire' && active) expired.add(`Bearer ${tokenOf(active)}`);
            if (each.act === 'do' && active) {
              const key = await enqueue(
                accountDatabase(active),
                createFolder,
                { id: newId(), title: `t${madeBy.size}` },
                { owner: active, scope: userScope(active), nowMs },
              );
              madeBy.set(key, active);
            }
            if (each.act === 'drain') {
              server.faults = [...each.faults];
              await drainNow();
            }
            if (each.act === 'drain and switch') await Promise.all([drainNow(), signIn(people[each.person]!)]);
            expect(server.applied.filter(({ key, person: sender }) => madeBy.get(key) !== sender)).toEqual([]);
          }
          for (const who of people) {
            expired.clear();
            await signIn(who);
            server.faults = [];
            nowMs += 10 * 60_000;
            await drainNow();
          }
          expect(server.applied.map(({ key }) => key).toSorted()).toEqual([...madeBy.keys()].toSorted());
          expect(server.applied.filter(({ key, person: sender }) => madeBy.get(key) !== sender)).toEqual([]);
        }),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
