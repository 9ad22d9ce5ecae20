import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesHandlers } from '#server/domains/pages/index.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

/* The limits per process, which count in development and production. */

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers: pagesHandlers, routes: [], isPartial: true }, { NODE_ENV: 'development' });
  // The clock stands still, so that nothing is refilled however slow the machine is.
  server.setNow(new Date());
  ana = await server.addPerson();
});
afterAll(() => server.close());

/** More than the limit of a minute, sent as fast as the server answers. */
const REQUESTS = 1_500;
const AT_ONCE = 50;
let networks = 0;

/** @returns How many of the requests were refused for coming too often. */
const refusedOf = async (
  headersOf: (index: number) => Record<string, string>,
  path = '/api/feature-flags/none',
): Promise<number> => {
  networks += 1;
  const from = { 'X-Forwarded-For': `198.51.100.${networks}` };
  let refused = 0;
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        fetch(server.url + path, { headers: { ...from, ...headersOf(sent + index) } }),
      ),
    );
    for (const answer of answers) {
      await answer.arrayBuffer();
      if (answer.status === 429) refused += 1;
    }
  }
  return refused;
};

test('inventing tokens gains nothing: the client’s network is counted', async () => {
  expect(await refusedOf((index) => ({ Authorization: `Bearer invented-${index}` }))).toBe(300);
});

test('event streams have a limit of their own, which invented tokens use up too; other calls are answered then', async () => {
  const invented = (index: number) => ({ Authorization: `Bearer invented-${index}` });
  expect(await refusedOf(invented, '/api/sync/wake')).toBe(1_440);
  const ben = await server.addPerson();
  const headers = { Authorization: `Bearer ${ben.token}` };
  const statuses: number[] = [];
  for (let opened = 0; opened < 61; opened += 1) {
    const leave = new AbortController();
    statuses.push((await fetch(`${server.url}/api/sync/wake`, { headers, signal: leave.signal })).status);
    leave.abort();
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect((await fetch(`${server.url}/api/feature-flags/none`, { headers })).status).not.toBe(429);
});

test('every spelling of a token counts as its session', async () => {
  // The last character of the signature has bits that mean nothing.
  const last = ana.token.at(-1)!;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const group = Math.floor(alphabet.indexOf(last) / 4) * 4;
  const spellings = [0, 1, 2, 3].map((offset) => ana.token.slice(0, -1) + alphabet[group + offset]!);
  expect(await refusedOf((index) => ({ Authorization: `Bearer ${spellings[index % 4]}` }))).toBe(300);
});

test('people behind one address do not share a limit', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => server.addPerson()));
  expect(await refusedOf((index) => ({ Authorization: `Bearer ${people[index % 3]!.token}` }))).toBe(0);
});
