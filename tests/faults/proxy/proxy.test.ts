import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProxy, type FaultProxy } from './proxy.ts';
import type { Mode } from './proxy-modes.ts';
import { readWhole } from './proxy-streams.ts';
import { seeded } from '../world/seeded.ts';

interface Got {
  line: string;
  body: Buffer;
  isWhole: boolean;
}

/** Generous limits for a busy machine. */
const SOON = { timeout: 20_000 };

let server: Server;
let proxy: FaultProxy;
let got: Got[];
let connections: number;

const read = async (request: IncomingMessage): Promise<Got> => {
  const got: Got = { line: `${request.method} ${request.url}`, body: Buffer.alloc(0), isWhole: false };
  got.body = await readWhole(request).catch(() => Buffer.alloc(0));
  return { ...got, isWhole: request.complete };
};

beforeEach(async () => {
  got = [];
  connections = 0;
  server = createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('event: open\n\n');
      return;
    }
    void read(request).then((one) => {
      got.push(one);
      response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Idempotency-Key': String(request.headers['idempotency-key']),
          'X-Host': request.headers.host,
        })
        .end(JSON.stringify({ count: got.length, sha256: createHash('sha256').update(one.body).digest('hex') }));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await openProxy({ targetPort: (server.address() as AddressInfo).port, random: seeded(7) });
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const BODY = Buffer.from('the quick brown fox jumps over the lazy dog '.repeat(2000));
const post = (path = '/api/things', body: Buffer = BODY, headers: Record<string, string> = {}) =>
  fetch(`${proxy.url}${path}`, { method: 'POST', body: new Uint8Array(body), headers });
const play = (mode: Mode, times?: number) => proxy.setRules({ mode, ...(times === undefined ? {} : { times }) });
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const token = (sub: string) => `Bearer x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.y`;

describe('the proxy without faults', () => {
  test('forwards requests and answers byte by byte with the browser’s Host header, and logs what the server received', async () => {
    const answer = await post('/api/things?x=1', BODY, {
      'Idempotency-Key': 'k1',
      'X-Scope': 'user:1',
      Authorization: token('ana'),
    });
    expect(answer.headers.get('x-host')).toBe(`localhost:${proxy.port}`);
    expect(await answer.json()).toEqual({ count: 1, sha256: shaOf(BODY) });
    expect(proxy.log).toMatchObject([
      {
        method: 'POST',
        path: '/api/things',
        key: 'k1',
        scope: 'user:1',
        subject: 'ana',
        status: 200,
        sentBytes: BODY.length,
        fault: 'pass',
      },
    ]);
    expect(proxy.log[0]!.receivedBytes).toBeGreaterThan(60);
  });

  test('forwards an event stream without buffering', async () => {
    const answer = await fetch(`${proxy.url}/stream`);
    const { value } = await answer.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe('event: open\n\n');
  });

  test('a request that the browser aborts is aborted at the server too', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${proxy.url}/stream`, { signal: stop.signal });
    stop.abort();
    await answer.text().catch(() => {});
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, open) => resolve(open))), SOON)
      .toBe(0);
  });

  test('answers its own files under any fault', async () => {
    proxy.files.set('/dev/x.js', { type: 'text/javascript', text: '1' });
    play({ kind: 'dropBefore' });
    expect(await (await fetch(`${proxy.url}/dev/x.js`)).text()).toBe('1');
    expect(connections).toBe(0);
  });
});

describe('the proxy with faults', () => {
  test('dropBefore: the request does not reach the server', async () => {
    play({ kind: 'dropBefore' });
    await expect(post()).rejects.toThrow();
    expect([got.length, connections, proxy.log.length]).toEqual([0, 0, 0]);
  });

  test('dropAfter: the server executes the request, its answer is lost', async () => {
    play({ kind: 'dropAfter' });
    await expect(post()).rejects.toThrow();
    expect(got).toMatchObject([{ isWhole: true }]);
    expect(proxy.log).toMatchObject([{ status: 200, fault: 'dropAfter', sentBytes: BODY.length }]);
  });

  test.each(['serial', 'concurrent'] as const)(
    'dup %s: one request arrives twice, one answer comes back',
    async (how) => {
      play({ kind: 'dup', how });
      expect((await post()).status).toBe(200);
      await expect.poll(() => got.length, SOON).toBe(2);
      expect(got.map(({ body }) => shaOf(body))).toEqual([shaOf(BODY), shaOf(BODY)]);
    },
  );

  test('dup late: the second delivery comes after the answer, and after a newer request', async () => {
    proxy.setRules({ mode: { kind: 'dup', how: 'late', afterMs: 200 }, times: 1 });
    await (await post('/api/old')).text();
    await (await post('/api/new')).text();
    await expect
      .poll(() => got.map(({ line }) => line), SOON)
      .toEqual(['POST /api/old', 'POST /api/new', 'POST /api/old']);
  });

  test('reorder: the next request is answered first; without one, the first continues after its bound', async () => {
    play({ kind: 'reorder', boundMs: 60_000 });
    const first = post('/api/first');
    await expect.poll(() => proxy.faults.get('reorder'), SOON).toBe(1);
    await (await post('/api/second')).text();
    await first;
    expect(got.map(({ line }) => line)).toEqual(['POST /api/second', 'POST /api/first']);
    play({ kind: 'reorder', boundMs: 30 });
    expect((await post('/api/alone')).status).toBe(200);
  });

  test('truncReq: the given number of bytes reach the server, then the connection breaks on both sides', async () => {
    play({ kind: 'truncReq', at: 1000 });
    await expect(post()).rejects.toThrow();
    await expect.poll(() => got, SOON).toMatchObject([{ isWhole: false }]);
    expect(proxy.log).toMatchObject([{ status: null, sentBytes: 1000 }]);
  });

  test('truncRes: the answer breaks off', async () => {
    play({ kind: 'truncRes', at: 5 });
    const answer = await post();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(got).toMatchObject([{ isWhole: true }]);
  });

  test('flip: exactly one byte of the request, or of the answer, is changed', async () => {
    play({ kind: 'flip', of: 'request' }, 1);
    await post();
    const { body } = got[0]!;
    expect(body.length).toBe(BODY.length);
    expect(body.filter((byte, index) => byte !== BODY[index])).toHaveLength(1);
    play({ kind: 'flip', of: 'response', at: 2 });
    expect((await (await post()).text()).slice(0, 9)).not.toBe('{"count":');
  });

  test('delay and throttle: it takes longer; slice: the same bytes in pieces', async () => {
    const timed = async (mode: Mode): Promise<number> => {
      play(mode);
      const startedAtMs = performance.now();
      expect(await (await post()).json()).toMatchObject({ sha256: shaOf(BODY) });
      return performance.now() - startedAtMs;
    };
    expect(await timed({ kind: 'delay', ms: 150 })).toBeGreaterThan(140);
    // 88 kB at 400 kB/s.
    expect(await timed({ kind: 'throttle', upKBPerSecond: 400 })).toBeGreaterThan(180);
    await timed({ kind: 'slice', bytes: 777 });
  });

  test('stall: no answer until the faults end, then the connection is reset', async () => {
    play({ kind: 'stall' });
    const answer = post().then(
      () => 'answered',
      () => 'reset',
    );
    await expect.poll(() => proxy.faults.get('stall'), SOON).toBe(1);
    proxy.heal();
    expect(await answer).toBe('reset');
    expect(got).toEqual([]);
  });

  test('status: an error in the API’s format with Retry-After, once, before or after the server executed the request', async () => {
    play({ kind: 'status', status: 429, retryAfterS: 3 });
    const busy = await post();
    expect([busy.status, busy.headers.get('retry-after'), got.length]).toEqual([429, '3', 0]);
    expect(await busy.json()).toMatchObject({ errors: [{ code: 'request.too_often' }] });
    play({ kind: 'status', status: 401 }, 1);
    expect([(await post()).status, (await post()).status]).toEqual([401, 200]);
    play({ kind: 'status', status: 500, isAfter: true });
    expect([(await post()).status, got.length]).toEqual([500, 2]);
  });

  test('portal: its own page for everything, or a redirect to it', async () => {
    play({ kind: 'portal', as: 'page' });
    const page = await post();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    play({ kind: 'portal', as: 'redirect' });
    const way = await fetch(`${proxy.url}/api/x`, { redirect: 'manual' });
    expect(way.status).toBe(302);
    expect(await (await fetch(`${proxy.url}/api/x`)).text()).toContain('hotspot');
    expect(got).toEqual([]);
  });
});

describe('rules', () => {
  test('a rule applies to its method and path, from a given request on, a given number of times', async () => {
    proxy.setRules({
      method: ['POST', 'PUT'],
      path: /^\/api\/a/,
      from: 2,
      times: 1,
      mode: { kind: 'status', status: 500 },
    });
    const statuses = [];
    for (const path of ['/api/a', '/api/b', '/api/a', '/api/a']) statuses.push((await post(path)).status);
    expect(statuses).toEqual([200, 200, 500, 200]);
    expect((await fetch(`${proxy.url}/api/a`)).status).toBe(200);
  });

  test('a schedule draws by weight, and draws the same again for the same seed', async () => {
    const draw = async (seed: number): Promise<number[]> => {
      const other = await openProxy({ targetPort: proxy.target.port, random: seeded(seed) });
      other.setRules({
        mode: {
          kind: 'schedule',
          of: [
            [1, { kind: 'status', status: 500 }],
            [3, { kind: 'pass' }],
          ],
        },
      });
      const statuses: number[] = [];
      for (let n = 0; n < 40; n += 1) statuses.push((await fetch(`${other.url}/x`)).status);
      await other.close();
      return statuses;
    };
    const first = await draw(11);
    expect(await draw(11)).toEqual(first);
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(2);
    expect(first.filter((status) => status === 500).length).toBeLessThan(20);
  });
});

describe('a server that stops and starts again', () => {
  test('leads to a reset or a 502 meanwhile, and is used again on another port', async () => {
    const { port } = proxy.target;
    proxy.target.port = 1;
    await expect(post()).rejects.toThrow();
    proxy.target.whenDown = '502';
    expect((await post()).status).toBe(502);
    proxy.target.port = port;
    expect((await post()).status).toBe(200);
  });

  test('cut resets open connections', async () => {
    const answer = await fetch(`${proxy.url}/stream`);
    expect(proxy.cut()).toBeGreaterThan(0);
    await expect(answer.text()).rejects.toThrow();
  });
});
