import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ActiveRule, FaultKind, PlainMode } from './proxy-modes.ts';
import { count, through, type Step } from './proxy-streams.ts';

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

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** The server behind the proxy, and the list of what went to it. */
export interface Server {
  target: { port: number };
  log: Delivery[];
}

/** A request of the browser on its way through the proxy. */
export interface Exchange {
  request: IncomingMessage;
  /** Kept: a request whose body was left unread has none any more. */
  socket: Socket;
  response: ServerResponse;
  path: string;
  mode: PlainMode;
  rule: ActiveRule | undefined;
}
export interface Answer {
  head: IncomingMessage;
  body: AsyncIterable<Buffer>;
}

/** An exchange that has ended must not take the next one on its connection with it. */
export const reset = ({ socket, response }: Exchange): void => {
  if (!response.writableFinished) socket.resetAndDestroy();
};

/** Opens a request to the server and notes it. The answer is left to the caller. */
export const begin = async (
  { target, log }: Server,
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

export const passOn = async (
  { request, response }: Exchange,
  { head, body }: Answer,
  steps: Step[] = [],
): Promise<void> => {
  // A server that does not want the rest of a body says so by ending the connection: so does the line to the browser.
  const end = head.headers.connection === 'close' && !request.complete ? ['Connection', 'close'] : [];
  response.writeHead(head.statusCode ?? 502, head.statusMessage, [...withoutHops(head.rawHeaders), ...end]);
  response.flushHeaders();
  await pipeline(Readable.from(through(body, steps), { objectMode: false }), response);
};

/** Answers in place of the server. */
export const respond = (
  { request, response }: Exchange,
  status: number,
  type: string,
  text: string | Buffer,
  headers: Record<string, string> = {},
): void => {
  request.resume();
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...headers }).end(text);
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
