import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import {
  freeReservedRoom,
  freeUsedRoom,
  reserveRoom,
  spendReservedRoom,
  takeRoom,
} from '#server/domains/library/room.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

// Invariants of the server under any sequence of calls, also concurrent ones. These plays send real requests, so a
// quarter as many are run.
const serverRuns = { ...runs, numRuns: Math.ceil(runs.numRuns! / 4) };

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  ana = await server.addPerson({ isEducator: true });
  ben = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

describe('idempotency keys', () => {
  it(
    'P8 the first answer of a person’s key is always replayed, other content is refused, and concurrent first requests have one effect',
    async () => {
      // Creating a folder is one statement, a tag group a transaction of several: each stores its key in its own way.
      const what = fc.constantFrom('folder', 'group');
      const send = fc.record({
        who: fc.constantFrom('ana', 'ben'),
        key: fc.nat({ max: 3 }),
        what,
        title: fc.nat({ max: 2 }),
        times: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(plays(send), async (sends) => {
          const [keys, run] = [Array.from({ length: 4 }, () => newId()), newId().slice(-8)];
          /** First request and answer, by person and key. */
          const firsts = new Map<string, { asked: string; answer: string }>();
          const idsOf = new Map<string, string>();
          for (const { who, key, what: made, title, times } of sends) {
            const person = who === 'ana' ? ana : ben;
            const name = `${who}/${key}`;
            const asked = `${made} ${title}`;
            const id = idsOf.get(`${name}/${asked}`) ?? newId();
            idsOf.set(`${name}/${asked}`, id);
            const words = `${run} ${key} ${asked}`;
            const [call, input] =
              made === 'folder'
                ? (['POST /library/folders', { id, title: words }] as const)
                : ([
                    'POST /library/tag-profiles',
                    { id, title: words, tagProfileItems: [{ id, name: 'a', position: 0 }] },
                  ] as const);
            const answers = await Promise.all(
              Array.from({ length: times }, () => server.call(call, input, { as: person, key: keys[key]! })),
            );
            for (const { status, body } of answers) {
              const answer = `${status} ${JSON.stringify(body)}`;
              const first = firsts.get(name);
              if (!first) firsts.set(name, { asked, answer });
              else if (first.asked === asked) expect(answer).toBe(first.answer);
              else expect([status, body.errors[0].code]).toEqual([422, 'request.key_reused']);
            }
          }
          const { db } = server.services.database;
          for (const [who, person] of [
            ['ana', ana],
            ['ben', ben],
          ] as const) {
            const folders = await db
              .selectFrom('folders')
              .select('title')
              .where('scope', '=', person.scope)
              .where('title', 'like', `${run} %`)
              .execute();
            const groups = await db
              .selectFrom('tag_profiles')
              .select('title')
              .where('scope', '=', person.scope)
              .where('title', 'like', `${run} %`)
              .execute();
            const wanted = [...firsts]
              .filter(([name, { answer }]) => name.startsWith(who) && answer.startsWith('2'))
              .map(([name, { asked }]) => `${run} ${name.split('/')[1]} ${asked}`);
            expect([...folders, ...groups].map(({ title }) => title).toSorted()).toEqual(wanted.toSorted());
          }
        }),
        serverRuns,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});

describe('room', () => {
  it(
    'P10 what is reserved and used never exceeds the limit, whatever is asked at once, and all of it comes back',
    async () => {
      const ask = fc.record({
        act: fc.constantFrom('reserve', 'reserve', 'take', 'free', 'free used', 'spend'),
        bytes: fc.integer({ min: 1, max: 600 }),
      });
      await fc.assert(
        fc.asyncProperty(plays(fc.array(ask, { minLength: 1, maxLength: 5 })), async (rounds) => {
          const { db } = server.services.database;
          const scope = `user:${newId()}`;
          const SIZE = 1_000;
          await db
            .insertInto('storage_accounts')
            .values({ scope, size: SIZE } as never)
            .execute();
          const account = async () => {
            const row = await db
              .selectFrom('storage_accounts')
              .select(['used', 'reserved'])
              .where('scope', '=', scope)
              .executeTakeFirstOrThrow();
            return { used: Number(row.used), reserved: Number(row.reserved) };
          };
          /** Bytes reserved and used that were granted and not released. */
          const [reserved, used]: [number[], number[]] = [[], []];
          for (const round of rounds) {
            await Promise.all(
              round.map(async ({ act, bytes }) => {
                if (act === 'reserve')
                  await reserveRoom(db, scope, bytes).then(
                    () => reserved.push(bytes),
                    () => {},
                  );
                if (act === 'take')
                  await takeRoom(db, scope, bytes).then(
                    () => used.push(bytes),
                    () => {},
                  );
                const held =
                  act === 'free used' ? used.pop() : act === 'free' || act === 'spend' ? reserved.pop() : undefined;
                if (held === undefined) return;
                if (act === 'free') await freeReservedRoom(db, scope, held);
                if (act === 'free used') await freeUsedRoom(db, scope, held);
                if (act === 'spend') {
                  await spendReservedRoom(db, scope, held);
                  used.push(held);
                }
              }),
            );
            const now = await account();
            const sum = (each: number[]) => each.reduce((total, bytes) => total + bytes, 0);
            expect(now).toEqual({ used: sum(used), reserved: sum(reserved) });
            expect(now.used + now.reserved).toBeLessThanOrEqual(SIZE);
          }
          for (const bytes of reserved) await freeReservedRoom(db, scope, bytes);
          expect((await account()).reserved).toBe(0);
        }),
        serverRuns,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});

describe('names', () => {
  it(
    'P12 each new item has a name of its own with the smallest free number, and keeps it however often it is asked for',
    async () => {
      const step = fc.record({
        act: fc.constantFrom('make', 'make', 'make', 'again', 'delete'),
        name: fc.constantFrom('clip.pdf', 'CLIP.pdf', 'clip (1).pdf', 'other.pdf'),
        which: fc.nat({ max: 8 }),
      });
      await fc.assert(
        fc.asyncProperty(plays(step), async (steps) => {
          const person = await server.addPerson({ isEducator: true });
          const items: { id: string; asked: string; name: string }[] = [];
          const make = async (id: string, filename: string) =>
            (
              await server.call(
                'POST /library/contents',
                {
                  contentId: id,
                  confirmToken: id,
                  filename,
                  type: 'text',
                  fileSize: 100,
                  fileFormat: 'pdf',
                  parentFolder: null,
                },
                { as: person },
              )
            ).body.filename as string;
          for (const { act, name, which } of steps) {
            const item = items[which];
            if (act === 'make') {
              const id = newId();
              const taken = new Set(items.map((each) => each.name.toLowerCase()));
              const stem = name.slice(0, -4);
              let wanted: string = name;
              for (let n = 1; taken.has(wanted.toLowerCase()); n += 1) wanted = `${stem} (${n}).pdf`;
              const got = await make(id, name);
              expect(got).toBe(wanted);
              items.push({ id, asked: name, name: got });
            } else if (item && act === 'again') expect(await make(item.id, item.asked)).toBe(item.name);
            else if (item) {
              expect(
                (await server.call(`DELETE /library/contents/text/${item.id}`, undefined, { as: person })).status,
              ).toBeLessThan(300);
              items.splice(which, 1);
            }
          }
        }),
        serverRuns,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
