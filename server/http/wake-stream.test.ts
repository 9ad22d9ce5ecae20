import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { ACCESS_TOKEN_LIFE_MS } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
});
const aborts: AbortController[] = [];
afterEach(() => {
  for (const each of aborts.splice(0)) each.abort();
});
afterAll(() => server.close());

/** An open stream; `ended` resolves when the server closes it. */
const listen = async ({ token }: TestPerson) => {
  const abort = new AbortController();
  aborts.push(abort);
  const answer = await fetch(`${server.url}/api/sync/wake`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  if (answer.status !== 200) return { status: answer.status };
  let text = '';
  let isOpen = true;
  const ended = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })()
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  await expect.poll(() => text).toContain('event: open');
  return { status: 200, ended, isOpen: () => isOpen, wakes: () => text.split('event: wake').length - 1 };
};
const anotherSession = async (person: TestPerson): Promise<TestPerson> => {
  const sessionId = newId();
  await server.services.database.db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: person.userId, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  return { ...person, sessionId, token: await server.services.tokens.sign({ ...person, sessionId }, new Date()) };
};

test('a stream hears of changes of its scope', async () => {
  const ana = await server.addPerson({ isEducator: true });
  const stream = await listen(ana);
  await server.call('POST /library/folders', { id: newId(), title: 'Drills' }, { as: ana });
  await expect.poll(() => stream.wakes!()).toBe(1);
});

test('Log Out ends the streams of its session, on every server, and no other', async () => {
  const ana = await server.addPerson();
  const laptop = await anotherSession(ana);
  const [here, there] = [await listen(ana), await listen(laptop)];
  await server.call('POST /logout', {}, { as: ana });
  await here.ended;
  expect(there.isOpen!()).toBe(true);
  expect((await listen(ana)).status).toBe(401);
});

test('a stream ends with its token', async () => {
  const ana = await server.addPerson();
  const token = await server.services.tokens.sign(ana, new Date(Date.now() - ACCESS_TOKEN_LIFE_MS + 1_500));
  const stream = await listen({ ...ana, token });
  await stream.ended;
});

test('E-3 a session has one stream, and a person twenty: the older is closed', async () => {
  const ana = await server.addPerson();
  // A page that was left may keep its connection: the page that follows it reads the stream now.
  const left = await listen(ana);
  const shown = await listen(ana);
  await left.ended;
  expect(shown.isOpen!()).toBe(true);

  const others = [];
  for (let index = 0; index < 19; index += 1) others.push(await listen(await anotherSession(ana)));
  expect(shown.isOpen!()).toBe(true);
  others.push(await listen(await anotherSession(ana)));
  await shown.ended;
  expect(others.every((each) => each.isOpen!())).toBe(true);
});
