import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ActiveRule, FaultKind, PlainMode } from './proxy-modes.ts';
import { count, through, type Step } from './proxy-streams.ts';

/** A request that the server received, whether or not its answer arrived: the reference for exactly-once checks. */
export interface Delivery {
  atMs: number;
  method: string;
  /** Without the query. */
  path: string;
  /** `Idempotency-Key`. */
  key: string | undefined;
  scope: string | undefined;
  /** Subject of the access token. */
  subject: string | undefined;
  /** Null if the server did not answer. */
  status: number | null;
  /** The server marked its answer as a replay of an earlier one. */
  isReplay: boolean;
  /** Bytes of the request body that reached the server, and of the response body. */
  sentBytes: number;
  receivedBytes: number;
  fault: FaultKind;
  /** The exchange has ended, on either side. A stream of changes has not. */
  isOver: boolean;
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** The server behind the proxy, and the log of requests sent to it. */
export interface Server {
  target: { port: number };
  log: Delivery[];
}

/** A request of the browser on its way through the proxy. */
export interface Exchange {
  request: IncomingMessage;
  /** Stored because `request.socket` is gone once the body was discarded. */
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

/** Ends an exchange without breaking a later one on the same connection. */
export const reset = ({ socket, response }: Exchange): void => {
  if (!response.writableFinished) socket.resetAndDestroy();
};

/** Opens a request to the server and logs it; the caller handles the answer. */
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
    isOver: false,
  };
  const upstream = httpRequest({
    host: '127.0.0.1',
    port: target.port,
    method,
    path: request.url,
    headers: withoutHops(request.rawHeaders),
    agent: false,
  });
  // A client that hangs up aborts the request at the server; a client that has read the whole answer does not.
  response.once('close', () => {
    delivery.isOver = true;
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
  // A server may answer before it has read the whole body; the rest of the sending must not fail the exchange.
  const [head] = await Promise.race([answered, failed, sending.then(() => answered)]);
  // The server has answered and reads no more: stop reading too, or the browser would keep sending.
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
  // A server that refuses the rest of a body closes the connection: do the same towards the browser.
  const end = head.headers.connection === 'close' && !request.complete ? ['Connection', 'close'] : [];
  response.writeHead(head.statusCode ?? 502, head.statusMessage, [...withoutHops(head.rawHeaders), ...end]);
  response.flushHeaders();
  await pipeline(Readable.from(through(body, steps), { objectMode: false }), response);
};

/** Answers without asking the server. */
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

/** Waits for the connection, so that a fault later in the request cannot lose bytes sent before it. */
const connected = async (upstream: ClientRequest): Promise<void> => {
  const [socket] = (await once(upstream, 'socket')) as [Socket];
  if (socket.connecting) await once(socket, 'connect');
};

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** All headers except those of a single connection. */
const withoutHops = (raw: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (!HOP_BY_HOP.has(raw[index]!.toLowerCase())) kept.push(raw[index]!, raw[index + 1]!);
  return kept;
};

/** Subject of an access token, without checking its signature. */
const subjectOf = (authorization: string | undefined): string | undefined => {
  try {
    return (JSON.parse(Buffer.from(authorization!.split('.')[1]!, 'base64url').toString()) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
};
