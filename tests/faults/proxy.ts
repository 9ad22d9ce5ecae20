import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { chooseMode, type ActiveRule, type FaultKind, type PlainMode, type Rule } from './proxy-modes.ts';
import { count, createLine, cutAt, flipByte, readWhole, sliceInto, through, type Step } from './proxy-streams.ts';
import type { Seeded } from './seeded.ts';

/** One delivery that the server really got, whatever the browser heard of it: the truth for exactly-once checks. */
export interface Delivery {
  atMs: number;
  method: string;
  /** Without its query. */
  path: string;
  /** `Idempotency-Key`. */
  key: string | undefined;
  scope: string | undefined;
  /** Subject of the access token. */
  subject: string | undefined;
  /** Null: the server gave no answer. */
  status: number | null;
  /** The server said that it had done this before. */
  isReplay: boolean;
  /** Bytes of the body that went to the server, and of its answer's body. */
  sentBytes: number;
  receivedBytes: number;
  fault: FaultKind;
}

export interface FaultProxy {
  url: string;
  port: number;
  /** Deliveries in the order in which they went to the server. */
  log: Delivery[];
  /** How often each mode was played. */
  faults: Map<FaultKind, number>;
  /** The server behind may come and go, and move. */
  target: { port: number; whenDown: 'reset' | '502' };
  /** Files that the proxy answers itself, in any weather: path → content type and text. */
  files: Map<string, { type: string; text: string | Buffer }>;
  /** Replaces all rules; the first that takes a request decides. */
  setRules(...rules: Rule[]): void;
  /** Resets every open connection, as a lost network does. @returns how many. */
  cut(): number;
  /** Good weather: no rules; what is held or delayed goes on, what was stalled is reset. */
  heal(): void;
  close(): Promise<void>;
}

const REORDER_BOUND_MS = 2_000;
const LATE_MS = 1_000;
const PORTAL_PATH = '/hotspot-login';
const PORTAL_PAGE = '<!doctype html><title>Welcome to the hotspot</title><h1>Please accept the terms</h1>';
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const OUR_CODES: Record<number, string> = { 401: 'session.over', 429: 'request.too_often', 503: 'server.busy' };

interface Exchange {
  request: IncomingMessage;
  /** Kept: a request whose body was left unread has none any more. */
  socket: Socket;
  response: ServerResponse;
  path: string;
  mode: PlainMode;
  rule: ActiveRule | undefined;
}
interface Answer {
  head: IncomingMessage;
  body: AsyncIterable<Buffer>;
}
interface Way {
  up?: Step[];
  down?: Step[];
}

/** Bad weather between a browser and the server, one origin for page, workers and media alike. Source: docs/reliability.md. */
export const openProxy = async ({
  targetPort,
  random,
  port: wantedPort = 0,
}: {
  targetPort: number;
  random: Seeded;
  port?: number;
}): Promise<FaultProxy> => {
  const sockets = new Set<Socket>();
  const log: Delivery[] = [];
  const faults: FaultProxy['faults'] = new Map();
  const files: FaultProxy['files'] = new Map();
  const target: FaultProxy['target'] = { port: targetPort, whenDown: 'reset' };
  let rules: ActiveRule[] = [];
  let weather = new AbortController();
  /** Requests held by a reorder rule, and lines by their mode: both end with the weather. */
  let held = new Map<ActiveRule, () => void>();
  let lines = new Map<PlainMode, Way>();

  /** An exchange that has ended must not take the next one on its connection with it. */
  const reset = ({ socket, response }: Exchange): void => {
    if (!response.writableFinished) socket.resetAndDestroy();
  };

  /** Opens a request to the server and notes it. The answer is left to the caller. */
  const begin = async (
    { request, socket, path, mode, response }: Exchange,
    body: AsyncIterable<Buffer>,
    steps: Step[] = [],
  ): Promise<Answer> => {
    const { method = 'GET', headers } = request;
    const delivery: Delivery = {
      atMs: Date.now(),
      method,
      path,
      key: headerOf(headers['idempotency-key']),
      scope: headerOf(headers['x-scope']),
      subject: subjectOf(headers.authorization),
      status: null,
      isReplay: false,
      sentBytes: 0,
      receivedBytes: 0,
      fault: mode.kind,
    };
    const upstream = httpRequest({
      host: '127.0.0.1',
      port: target.port,
      method,
      path: request.url,
      headers: withoutHops(request.rawHeaders),
      agent: false,
    });
    // Who hung up must not keep the server busy; an answer that was read whole is no hanging up.
    response.once('close', () => {
      if (mode.kind !== 'dup') upstream.destroy();
    });
    const failed = new Promise<never>((_, reject) => upstream.on('error', reject));
    const answered = once(upstream, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    await Promise.race([connected(upstream), failed]);
    log.push(delivery);
    const sending = pipeline(
      Readable.from(
        through(body, [
          ...steps,
          count((bytes) => {
            delivery.sentBytes += bytes;
          }),
        ]),
        { objectMode: false },
      ),
      upstream,
    );
    // A server may answer before it has read all; what then happens to the rest is its own matter.
    const [head] = await Promise.race([answered, failed, sending.then(() => answered)]);
    // It has answered and does not take the rest: nor does the line, or the browser would go on sending for ever.
    sending.catch(() => {
      if (request.complete) return;
      if (response.writableFinished) socket.destroySoon();
      else response.once('finish', () => socket.destroySoon());
    });
    delivery.status = head.statusCode ?? null;
    delivery.isReplay = head.headers['idempotent-replay'] === 'true';
    return {
      head,
      body: through(head, [
        count((bytes) => {
          delivery.receivedBytes += bytes;
        }),
      ]),
    };
  };

  const passOn = async ({ request, response }: Exchange, { head, body }: Answer, steps: Step[] = []): Promise<void> => {
    // A server that does not want the rest of a body says so by ending the connection: so does the line to the browser.
    const end = head.headers.connection === 'close' && !request.complete ? ['Connection', 'close'] : [];
    response.writeHead(head.statusCode ?? 502, head.statusMessage, [...withoutHops(head.rawHeaders), ...end]);
    response.flushHeaders();
    await pipeline(Readable.from(through(body, steps), { objectMode: false }), response);
  };

  const forward = async (exchange: Exchange, { up = [], down = [] }: Way = {}): Promise<void> => {
    await passOn(exchange, await begin(exchange, exchange.request, up), down);
  };

  /** The line of a rule is one for all of its requests. */
  const lineOf = (mode: Extract<PlainMode, { kind: 'throttle' }>): Way => {
    const known = lines.get(mode);
    if (known) return known;
    const line = (kBPerSecond: number | undefined) =>
      kBPerSecond ? [createLine(kBPerSecond * 1000, weather.signal)] : [];
    const way = { up: line(mode.upKBPerSecond), down: line(mode.downKBPerSecond) };
    lines.set(mode, way);
    return way;
  };

  const deliverTwice = async (exchange: Exchange, mode: Extract<PlainMode, { kind: 'dup' }>): Promise<void> => {
    const body = await readWhole(exchange.request);
    const deliver = () => begin(exchange, Readable.from([body]));
    if (mode.how === 'serial') {
      await readWhole((await deliver()).body);
      return passOn(exchange, await deliver());
    }
    if (mode.how === 'concurrent') {
      const both = [deliver(), deliver()];
      const first = await Promise.race(both);
      for (const each of both)
        void each
          .then(async (other) => {
            if (other !== first) await readWhole(other.body);
          })
          .catch(() => {});
      return passOn(exchange, first);
    }
    await passOn(exchange, await deliver());
    await wait(mode.afterMs ?? LATE_MS, undefined, { signal: weather.signal }).catch(() => {});
    await readWhole((await deliver()).body);
  };

  const hold = async (exchange: Exchange, rule: ActiveRule, boundMs = REORDER_BOUND_MS): Promise<void> => {
    const release = held.get(rule);
    if (release) {
      held.delete(rule);
      return forward(exchange).finally(release);
    }
    const isNextAnswered = Promise.withResolvers<void>();
    held.set(rule, isNextAnswered.resolve);
    const isLate = wait(boundMs, undefined, { signal: weather.signal }).catch(() => {});
    await Promise.race([isNextAnswered.promise, isLate]);
    if (held.get(rule) === isNextAnswered.resolve) held.delete(rule);
    return forward(exchange);
  };

  const say = (
    { request, response }: Exchange,
    status: number,
    type: string,
    text: string | Buffer,
    headers: Record<string, string> = {},
  ): void => {
    request.resume();
    response
      .writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...headers })
      .end(text);
  };

  const sayStatus = async (exchange: Exchange, mode: Extract<PlainMode, { kind: 'status' }>): Promise<void> => {
    if (mode.isAfter) await readWhole((await begin(exchange, exchange.request)).body);
    const headers = mode.retryAfterS === undefined ? {} : { 'Retry-After': String(mode.retryAfterS) };
    if (mode.isHtml) return say(exchange, mode.status, 'text/html', `<h1>${mode.status}</h1>`, headers);
    say(
      exchange,
      mode.status,
      'application/json',
      JSON.stringify({ errors: [{ code: OUR_CODES[mode.status] ?? 'server.failed', message: 'Bad weather' }] }),
      headers,
    );
  };

  const sayPortal = (exchange: Exchange, as: 'page' | 'redirect'): void => {
    const isLogin = exchange.path === PORTAL_PATH;
    if (as === 'page' || isLogin) return say(exchange, 200, 'text/html; charset=utf-8', PORTAL_PAGE);
    say(exchange, 302, 'text/html', '', { Location: PORTAL_PATH });
  };

  const stall = async (exchange: Exchange): Promise<void> => {
    exchange.request.resume();
    await once(weather.signal, 'abort');
    reset(exchange);
  };

  const lengthOf = ({ headers }: IncomingMessage): number | undefined => Number(headers['content-length']) || undefined;

  const play = async (exchange: Exchange): Promise<void> => {
    const { mode, request, rule } = exchange;
    switch (mode.kind) {
      case 'pass':
        return forward(exchange);
      case 'dropBefore':
        return reset(exchange);
      case 'dropAfter': {
        await readWhole((await begin(exchange, request)).body);
        return reset(exchange);
      }
      case 'dup':
        return deliverTwice(exchange, mode);
      case 'reorder':
        return hold(exchange, rule!, mode.boundMs);
      case 'truncReq':
        return forward(exchange, { up: [cutAt(mode.at)] });
      case 'truncRes':
        return forward(exchange, { down: [cutAt(mode.at)] });
      case 'flip': {
        if (mode.of === 'request') return forward(exchange, { up: [flipByte(random, lengthOf(request), mode.at)] });
        const answer = await begin(exchange, request);
        return passOn(exchange, answer, [flipByte(random, lengthOf(answer.head), mode.at)]);
      }
      case 'delay': {
        await wait(mode.ms, undefined, { signal: weather.signal }).catch(() => {});
        return forward(exchange);
      }
      case 'throttle':
        return forward(exchange, lineOf(mode));
      case 'stall':
        return stall(exchange);
      case 'slice':
        return forward(exchange, { up: [sliceInto(mode.bytes)], down: [sliceInto(mode.bytes)] });
      case 'status':
        return sayStatus(exchange, mode);
      case 'portal':
        return sayPortal(exchange, mode.as);
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const file = files.get(path);
    const { mode, rule } = file
      ? { mode: { kind: 'pass' } as const, rule: undefined }
      : chooseMode(rules, request.method ?? 'GET', path, random);
    const exchange: Exchange = { request, socket: request.socket, response, path, mode, rule };
    if (file) return say(exchange, 200, file.type, file.text, { 'Cache-Control': 'no-store' });
    if (mode.kind !== 'pass') faults.set(mode.kind, (faults.get(mode.kind) ?? 0) + 1);
    try {
      await play(exchange);
    } catch (error) {
      const isDown = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && !response.headersSent;
      if (isDown && target.whenDown === '502') say(exchange, 502, 'text/html', '<h1>502 Bad Gateway</h1>');
      else reset(exchange);
    }
  };

  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: 30_000 },
    (request, response) => void answer(request, response),
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  await once(server.listen(wantedPort, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const cut = (): number => {
    const { size } = sockets;
    for (const socket of sockets) socket.resetAndDestroy();
    return size;
  };
  const heal = (): void => {
    rules = [];
    held = new Map();
    lines = new Map();
    weather.abort();
    weather = new AbortController();
  };
  return {
    url: `http://localhost:${port}`,
    port,
    log,
    faults,
    target,
    files,
    cut,
    heal,
    setRules(...wanted) {
      heal();
      rules = wanted.map((rule) => ({ rule, seen: 0 }));
    },
    async close() {
      heal();
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
};

/** Nothing is sent before the line stands: what breaks off later has arrived until then. */
const connected = async (upstream: ClientRequest): Promise<void> => {
  const [socket] = (await once(upstream, 'socket')) as [Socket];
  if (socket.connecting) await once(socket, 'connect');
};

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Everything as it came, but what belongs to one connection only. */
const withoutHops = (raw: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (!HOP_BY_HOP.has(raw[index]!.toLowerCase())) kept.push(raw[index]!, raw[index + 1]!);
  return kept;
};

/** Read, not checked: whose intent the request says it is. */
const subjectOf = (authorization: string | undefined): string | undefined => {
  try {
    return (JSON.parse(Buffer.from(authorization!.split('.')[1]!, 'base64url').toString()) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
};
