import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { allCalls, callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { exampleInput } from './examples.ts';
import { startWorld, type Actor, type World } from './fixtures.ts';
import { readSeed } from '../faults/world/seeded.ts';
import { exchange } from './exchange.ts';
import { hostileRequests, type HostileRequest } from './hostile.ts';
import { layOut } from './request.ts';
import { restore } from './snapshot.ts';

/** Refusals with a 5xx status that calls document. */
const DOCUMENTED = new Set(['auth.code_not_sent', 'upload.disk_full', 'server.busy']);

let world: World;
let creator: Actor;
let cases = 0;
let slowest = { ms: 0, name: '' };
const stray: unknown[] = [];
const noteStray = (reason: unknown) => stray.push(reason);
beforeAll(async () => {
  process.on('unhandledRejection', noteStray);
  world = await startWorld();
  creator = world.actor('creator');
});
afterAll(async () => {
  process.off('unhandledRejection', noteStray);
  console.log(
    `hostile requests, seed ${seed}: ${cases} to ${allCalls.length} calls, slowest ${Math.round(slowest.ms)} ms (${slowest.name})`,
  );
  await world.close();
});

/** Why an answer is wrong: a server failure, or a refusal without an error code. */
const faultOf = (status: number, type: string | null, text: string): string | undefined => {
  const short = `${status} ${text.slice(0, 160)}`;
  if (status < 400) return undefined;
  try {
    const { errors } = JSON.parse(text) as { errors: { code: string; message: string }[] };
    if (
      !(errors.length > 0 && errors.every(({ code, message }) => code.length > 0 && message.length > 0)) ||
      !type?.startsWith('application/json')
    )
      return `no errors[]: ${short}`;
    return status >= 500 && !DOCUMENTED.has(errors[0]!.code) ? short : undefined;
  } catch {
    return `no errors[]: ${short}`;
  }
};

const ask = async ({ name, method, path, headers, body }: HostileRequest): Promise<string | undefined> => {
  cases += 1;
  const startedAtMs = performance.now();
  const answer = await exchange(`${world.server.url}${path}`, { method, headers, body });
  const ms = performance.now() - startedAtMs;
  if (ms > slowest.ms) slowest = { ms, name: `${method} ${path.slice(0, 60)}, ${name}` };
  const fault = faultOf(answer.status, answer.headers.get('content-type'), answer.text);
  return fault && `${name} → ${fault}`;
};

/**
 * A run sends one request of three, another third by each seed (FAULT_SEED repeats it), because all take a minute and a
 * half; FUZZ=all sends all.
 */
const PARTS = process.env['FUZZ'] === 'all' ? 1 : 3;
const seed = readSeed();

const fuzz = async (call: Call): Promise<string[]> => {
  const all = hostileRequests(
    call,
    await exampleInput(call, world, { actor: creator, rows: world.rows(creator) }),
    creator,
  );
  const requests = all.filter((_, at) => (at + seed) % PARTS === 0);
  const faults: string[] = [];
  for (let at = 0; at < requests.length; at += 8) {
    faults.push(...(await Promise.all(requests.slice(at, at + 8).map(ask))).filter((fault) => fault !== undefined));
  }
  await restore(world.server.services.database.pool);
  return faults;
};
const isAlive = async (): Promise<boolean> => (await fetch(`${world.server.url}/api/health`)).status === 200;

describe('hostile requests', () => {
  for (const call of allCalls) {
    test(`${call.id}: no input makes the server fail, and every refusal has an error code`, async () => {
      expect(await fuzz(call)).toEqual([]);
      expect(await isAlive()).toBe(true);
    });
  }
});

/** Longest wait for an answer, or for the end of the connection. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Sends raw bytes.
 *
 * @param then What the sender does after its last byte: wait for the answer, end its side, or disconnect.
 * @returns The first answer, or undefined if the connection was closed without one.
 */
const sendBytes = (
  parts: (string | Buffer)[],
  then: 'wait' | 'end' | 'leave' = 'wait',
): Promise<{ status: number; text: string } | undefined> => {
  cases += 1;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1');
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
      reject(new Error('neither an answer nor the end of the connection'));
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      resolve(status ? { status: Number(status), text: text.slice(text.indexOf('\r\n\r\n') + 4) } : undefined);
    });
    const next = (index: number) => {
      if (index < parts.length) socket.write(parts[index]!, () => setImmediate(next, index + 1));
      else if (then === 'end') socket.end();
      else if (then === 'leave') socket.destroy();
    };
    socket.on('connect', () => next(0));
  });
};

const head = (headers: Record<string, string>, { method = 'POST', path = '/api/library/folders' } = {}) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({
    Host: 'localhost',
    Connection: 'close',
    Authorization: `Bearer ${creator.token}`,
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const body = () => JSON.stringify({ id: newId(), title: `Folder ${newId()}` });
const json = (text: string, more: Record<string, string> = {}) => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(text)),
  'Idempotency-Key': newId(),
  ...more,
});

describe('malformed HTTP', () => {
  test('a body that arrives byte by byte is read to its end', async () => {
    const text = body();
    expect(await sendBytes([head(json(text)), ...text.split('')])).toMatchObject({ status: 200 });
  });

  test('a body shorter than announced, or whose sender disconnects, creates no folder and does not stop the server', async () => {
    const { db } = world.server.services.database;
    const count = async () =>
      (
        await db
          .selectFrom('folders')
          .select((e) => e.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await count();
    const text = body();
    for (const then of ['end', 'leave'] as const) {
      await sendBytes([head(json(text, { 'Content-Length': String(text.length + 500) })), text], then);
      await sendBytes([head(json(text)), text.slice(0, 10)], then);
      await sendBytes(
        [head(json(text, { 'Transfer-Encoding': 'chunked' })).replace(/Content-Length: \d+\r\n/, ''), 'ff\r\n{"id":'],
        then,
      );
    }
    expect(await isAlive()).toBe(true);
    expect(await count()).toBe(before);
  });

  test('a body longer than announced is read as announced, and the rest is not a second request by this person', async () => {
    const text = body();
    const smuggled = `DELETE /api/library/folders/${world.rows(creator).folder} HTTP/1.1\r\nHost: x\r\nIdempotency-Key: ${newId()}\r\n\r\n`;
    await sendBytes([head(json(text)), text, smuggled]);
    expect(
      await world.server.services.database.db
        .selectFrom('folders')
        .select('id')
        .where('id', '=', world.rows(creator).folder)
        .execute(),
    ).toHaveLength(1);
  });

  test('headers that come twice, both lengths, odd lengths and odd hosts are refused or read once, never a failure', async () => {
    const text = body();
    const withLine = (line: string) => head(json(text)).replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);
    for (const line of [
      'Content-Length: 5',
      `Content-Length: ${text.length}`,
      'Transfer-Encoding: chunked',
      'Content-Length: -1',
      'Content-Length: 1e3',
      'Content-Length: 99999999999999999999',
      'Host: other',
      'Host: a b',
      'X-Scope: user:x',
      `X-Scope: ${creator.scope}`,
      'Idempotency-Key: x',
      'Authorization: Bearer x',
      'Content-Type: text/html',
      'Expect: 100-continue',
      'Expect: 200-maybe',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Transfer-Encoding: gzip, chunked',
      'X-Forwarded-For: \u0001',
    ]) {
      const answer = await sendBytes([withLine(line), text]);
      expect(answer === undefined || answer.status < 500, `${line}: ${answer?.status} ${answer?.text}`).toBe(true);
    }
    for (const host of ['', 'a/b', '[', 'user@host', 'x'.repeat(5_000)]) {
      const answer = await sendBytes([head({ ...json(text), Host: host }), text]);
      expect(answer === undefined || answer.status < 500, `Host ${host.slice(0, 20)}: ${answer?.status}`).toBe(true);
    }
    expect(await isAlive()).toBe(true);
  });

  test('other methods, an absolute address, and lines that are no request', async () => {
    for (const method of ['PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND']) {
      const answer = await sendBytes([head({}, { method })]);
      expect(answer === undefined || answer.status < 500, `${method}: ${answer?.status}`).toBe(true);
    }
    for (const path of [
      'http://evil.example/api/users/me',
      '*',
      '//evil.example/api',
      '/api/\u00ff',
      `/api/${'a/'.repeat(4_000)}`,
      '/api/%',
      '/api/../../etc/passwd',
      'api',
    ]) {
      const answer = await sendBytes([head({}, { method: 'GET', path })]);
      expect(answer === undefined || answer.status < 500, `${path.slice(0, 40)}: ${answer?.status}`).toBe(true);
    }
    // Blank lines may come before a request: only the end of the sender ends the connection.
    await sendBytes(['\r\n\r\n'], 'end');
    for (const bytes of [
      'GET\r\n\r\n',
      'x'.repeat(20_000),
      Buffer.alloc(1000, 255),
      Buffer.from('16030100f4010000f003', 'hex'),
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ])
      await sendBytes([bytes]);
    expect(await isAlive()).toBe(true);
  });
});

describe('malformed forms and pictures', () => {
  test('upload.chunk: forms that are cut, without a boundary, with odd parts or odd headers are refused with a word', async () => {
    const call = callById.get('upload.chunk')!;
    const example = await exampleInput(call, world, { actor: creator, rows: world.rows(creator) });
    const boundary = '----b';
    const part = (name: string, value: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const file = part('file', 'x'.repeat(100), '; filename="clip.mp4"');
    const forms: Record<string, string> = {
      cut: file.slice(0, 60),
      'without its end': file,
      'no file': `${part('profile', 'video')}--${boundary}--\r\n`,
      'a file that is text': `${part('file', 'x')}--${boundary}--\r\n`,
      'file twice': `${file}${file}--${boundary}--\r\n`,
      'an odd name': `${part('file', 'x', '; filename="../../\u0000x.mp4"')}--${boundary}--\r\n`,
      'a part without a name': `--${boundary}\r\n\r\nx\r\n--${boundary}--\r\n`,
      'a thousand parts': `${part('a', 'b').repeat(1000)}--${boundary}--\r\n`,
      empty: '',
      'only the end': `--${boundary}--`,
      __proto__: `${part('__proto__', 'x')}${part('constructor', 'x')}${file}--${boundary}--\r\n`,
    };
    const faults: (string | undefined)[] = [];
    for (const type of [
      `multipart/form-data; boundary=${boundary}`,
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
    ]) {
      for (const [name, form] of Object.entries(forms)) {
        const laid = layOut(call, { ...example, body: Buffer.from(form) }, creator);
        faults.push(
          await ask({
            name: `${type}: ${name}`,
            method: 'POST',
            path: laid.path,
            headers: { ...laid.headers, 'Content-Type': type, 'Upload-Id': newId() },
            body: Buffer.from(form),
          }),
        );
      }
    }
    for (const name of ['Upload-Id', 'Upload-Offset', 'Upload-Length', 'Upload-Sha256']) {
      for (const value of [
        '',
        '-1',
        '0',
        '1.5',
        '1e400',
        '9'.repeat(30),
        'x',
        '1048577',
        ','.repeat(3_000),
        "' or 1=1",
        '../..',
        newId(),
      ]) {
        const laid = layOut(call, example, creator);
        faults.push(
          await ask({
            name: `${name}: ${value.slice(0, 20)}`,
            method: 'POST',
            path: laid.path,
            headers: { ...laid.headers, [name]: value },
            body: laid.body as Buffer,
          }),
        );
      }
    }
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('files.put: bytes that are no picture, or only begin like one, are refused with a word', async () => {
    const call = callById.get('files.put')!;
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000', 'hex');
    const faults: (string | undefined)[] = [];
    for (const [name, bytes] of Object.entries({
      empty: Buffer.alloc(0),
      zeros: Buffer.alloc(5_000),
      'a PNG of 65,535 × 65,535 pixels': png,
      'a JPEG’s beginning': Buffer.from('ffd8ffe000104a464946', 'hex'),
      script: Buffer.from('<svg onload="x()"/>'),
      playlist: Buffer.from('#EXTM3U\nfile:///etc/passwd\n'),
      ffconcat: Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'),
    })) {
      const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
      const laid = layOut(call, { input: { sha256 }, body: bytes, headers: { 'Content-Type': 'image/png' } }, creator);
      const answer = await fetch(`${world.server.url}${laid.path}`, {
        method: 'PUT',
        headers: laid.headers,
        body: new Uint8Array(bytes),
      });
      const text = await answer.text();
      expect(answer.status, `${name}: ${text}`).toBe(bytes === png ? 413 : 415);
      faults.push(faultOf(answer.status, answer.headers.get('content-type'), text));
      cases += 1;
    }
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });
});

test('afterwards nothing is left over: no stray failure, and memory comes back', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapMb = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const again = async () => {
    for (const id of ['library.createFolder', 'sports.createRoles', 'notifications.delete', 'publications.publish'])
      await fuzz(callById.get(id)!);
  };
  await again();
  const before = heapMb();
  await again();
  await again();
  expect(heapMb()).toBeLessThan(before * 1.1 + 5);
  expect(stray).toEqual([]);
}, 120_000);
