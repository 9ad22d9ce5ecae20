import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { listFolders, createFolder, deleteFolder } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { type CallError, sendCall } from './api.ts';

/** What `fetch` was called with. */
let sent: { url: string; init: RequestInit }[] = [];
const answerWith = (respond: (init: RequestInit) => Response | Promise<Response>): void => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return respond(init);
  });
};
afterEach(() => void vi.unstubAllGlobals());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
/** As the server does: a change's answer names the key of its request. */
const echo = (init: RequestInit, body: string | null, status = 200) =>
  new Response(body, {
    status,
    headers: { ...JSON_TYPE, 'Idempotency-Key': new Headers(init.headers).get('Idempotency-Key') ?? '' },
  });
const failure = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: CallError) => error,
  );
const folder = () => ({ id: newId(), title: 'Drills' });

test('SYS-009 SYS-010 a refusal has the message, code and field of errors[0]', async () => {
  answerWith(() =>
    refused(
      409,
      {
        errors: [
          { code: 'library.folder_taken', message: 'Drills already exists', field: 'title' },
          { code: 'request.invalid', message: 'Another one' },
        ],
      },
      { 'Retry-After': '7' },
    ),
  );
  const error = await failure(sendCall(createFolder, folder()));
  expect(error).toMatchObject({
    kind: 'refused',
    status: 409,
    code: 'library.folder_taken',
    message: 'Drills already exists',
    field: 'title',
    retryAfterMs: 7_000,
    isTransient: false,
  });
});

test.each([
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [425, true],
  [429, true],
  [500, true],
  [503, true],
])('a refusal with %i may succeed later: %s', async (status, isTransient) => {
  answerWith(() => refused(status, { errors: [{ code: 'x', message: 'No.' }] }));
  expect(await failure(sendCall(listFolders, {}))).toMatchObject({ kind: 'refused', status, isTransient });
});

test('a failure of the server without its words is still a refusal, with the app’s own', async () => {
  answerWith(() => refused(500, 'boom'));
  expect(await failure(sendCall(listFolders, {}))).toMatchObject({
    kind: 'refused',
    code: 'server.failed',
    message: 'Something went wrong. Please try again later.',
  });
});

test('what did not come from the server counts as no network: a portal’s page, a cut answer, another request’s answer', async () => {
  const foreign: ((init: RequestInit) => Response | Promise<Response>)[] = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('<h1>Sign in to the Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
    () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    (init) => echo(init, '{"id":"1'),
    () => new Response('{}', { headers: JSON_TYPE }),
    () => new Response('{}', { headers: { ...JSON_TYPE, 'Idempotency-Key': newId() } }),
    () => new Response(null, { status: 204 }),
  ];
  for (const respond of foreign) {
    answerWith(respond);
    expect(await failure(sendCall(createFolder, folder()))).toMatchObject({ kind: 'offline', isTransient: true });
  }
});

test('a change carries one key, and only its own answer is taken', async () => {
  answerWith((init) => echo(init, null, 204));
  await sendCall(deleteFolder, { folderId: newId() });
  await sendCall(deleteFolder, { folderId: newId() });
  const keys = sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
  const key = newId();
  await sendCall(deleteFolder, { folderId: newId() }, { key });
  expect(new Headers(sent[2]!.init.headers).get('Idempotency-Key')).toBe(key);
});

test('a read carries no key, and the token and the scope only if there are some', async () => {
  answerWith(() => new Response('{"count":0,"results":[]}', { headers: JSON_TYPE }));
  await sendCall(listFolders, {});
  await sendCall(listFolders, {}, { credentials: { accessToken: 't', scope: 'org:1' } });
  const [first, second] = sent.map(({ init }) => Object.fromEntries(new Headers(init.headers)));
  expect(first).toEqual({});
  expect(second).toEqual({ authorization: 'Bearer t', 'x-scope': 'org:1' });
});

test('a call that its screen gave up is cancelled, not offline', async () => {
  const leaving = new AbortController();
  answerWith(
    (init) =>
      new Promise((_resolve, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error));
      }),
  );
  const asked = failure(sendCall(listFolders, {}, { signal: leaving.signal }));
  leaving.abort();
  expect(await asked).toMatchObject({ kind: 'cancelled', isTransient: false });
});
