import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type { Call } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { Problem } from '#contract/problems.ts';
import { isDatabaseGone } from '../db/gone.ts';
import type { Services } from '../services.ts';
import type { CallRequest, Handlers } from '../calls/context.ts';
import { createLocalLimiter } from '../calls/rate-limit.ts';
import { KEY_HEADER } from '../calls/headers.ts';
import { measureCall } from '../calls/metrics.ts';
import { prepareCall, type PreparedCall } from '../calls/prepare-call.ts';
import { clientAddress } from './client-address.ts';
import { gatherInput } from './gather-input.ts';

export type App = Hono<{ Bindings: HttpBindings }>;
type AppContext = Context<{ Bindings: HttpBindings }>;

/** Longest JSON body, bytes. */
const JSON_MAX_BYTES = 262_144;
/** Requests per address and process: far above the use of one person's devices, far below an overload. */
const READS = { capacity: 1200, perSeconds: 60 };

/** Shorter answers fit into one packet without compression. */
const COMPRESSED_FROM_CHARS = 1_200;
/** A tenth of the bytes on a bad line. Its checksum finds a byte that a line has changed; Brotli's format has none. */
const GZIP = { level: 5 };
const gzipAsync = promisify<string, object, Buffer<ArrayBuffer>>(gzip);

/** Mounts every call of the contract. A call without a handler fails the start, so that no server serves a part of it. */
export const mountCalls = (app: App, handlers: Handlers, services: Services, isPartial = false): void => {
  const isWithinLimit = createLocalLimiter(READS);
  for (const call of staticPathsFirst(allCalls)) {
    const handler = handlers[call.id as keyof Handlers];
    if (!handler && isPartial) continue;
    if (!handler) throw new Error(`No handler for ${call.id}`);
    const prepared = prepareCall(call, handler as never, services);
    app.on(call.method, `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`, (c) =>
      serve(c, prepared, services, isWithinLimit),
    );
  }
};

/** `/contents/name-taken` must be matched before `/contents/{id}`. */
const staticPathsFirst = (calls: readonly Call[]): Call[] =>
  calls.toSorted((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0));

const serve = async (
  c: AppContext,
  prepared: PreparedCall,
  services: Services,
  isWithinLimit: (key: string, nowMs: number) => boolean,
): Promise<Response> => {
  const { call } = prepared;
  const stop = measureCall(call.id);
  try {
    const request = toCallRequest(c);
    const limitKey = request.header('authorization') ?? request.address;
    if (services.config.nodeEnv !== 'test' && call.body !== 'chunk' && !isWithinLimit(limitKey, Date.now()))
      throw new Problem('request.too_often', { retryAfterS: 5 });
    if (call.method !== 'GET' && isCrossSite(request, services)) throw new Problem('request.cross_site');
    const body =
      call.body === undefined && call.method !== 'GET' && call.method !== 'DELETE' ? await readJson(c) : undefined;
    const answer = await prepared.run(request, gatherInput(call, c.req.param(), queryOf(c.req.url), body));
    stop(answer.status);
    return toResponse(await compress(answer, call, request));
  } catch (error) {
    const problem = toProblem(error, call.id, services);
    stop(problem.status);
    return problemResponse(problem, headerOf(c, KEY_HEADER));
  }
};

const queryOf = (url: string): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
};

const toCallRequest = (c: AppContext): CallRequest => ({
  get address() {
    return clientAddress(c);
  },
  header: (name) => headerOf(c, name),
  cookie: (name) => readCookie(c.env.incoming.headers.cookie, name),
  get raw() {
    return c.req.raw;
  },
  incoming: c.env.incoming,
  idempotencyKey: headerOf(c, KEY_HEADER)?.toLowerCase(),
});

/** Read from Node's request: a web request would first copy all headers. */
const headerOf = (c: AppContext, name: string): string | undefined => {
  const value = c.env.incoming.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
};

const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
};

/** Refuses requests that a page of another site makes with a person's browser. */
const isCrossSite = (request: CallRequest, { config }: Services): boolean => {
  const site = request.header('sec-fetch-site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.header('origin');
  if (!origin) return false;
  const host = request.header('host');
  // A sandboxed page sends `null`, which is not an address.
  return origin !== config.publicUrl && (!URL.canParse(origin) || new URL(origin).host !== host);
};

const readJson = async (c: AppContext): Promise<unknown> => {
  const lengthBytes = Number(headerOf(c, 'content-length') ?? 0);
  if (lengthBytes > JSON_MAX_BYTES) throw new Problem('request.too_large');
  const type = headerOf(c, 'content-type') ?? '';
  const text = await readBounded(c.env.incoming, JSON_MAX_BYTES).catch((cause: unknown) => {
    throw cause instanceof Problem
      ? cause
      : new Problem('request.invalid', { message: 'The body broke off.' }, { cause });
  });
  if (text === '') return undefined;
  if (!type.startsWith('application/json')) throw new Problem('request.wrong_type');
  try {
    return JSON.parse(text, dropPrototypeKeys);
  } catch (cause) {
    throw new Problem('request.invalid', { message: 'The body is not JSON.' }, { cause });
  }
};

const dropPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

/** Reads a body of unknown length, at most the limit of it. @throws Problem `request.too_large` */
const readBounded = async (incoming: IncomingMessage, limitBytes: number): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  // The stream stays open if the body is too long, so that the refusal can still be sent.
  for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > limitBytes) throw new Problem('request.too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

interface Answer {
  status: number;
  body: string | Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
  response?: Response;
}

/**
 * Compresses long answers for clients that accept it. Answers with tokens stay uncompressed: the length of a compressed
 * answer can reveal parts of its content.
 */
const compress = async (answer: Answer, call: Call, request: CallRequest): Promise<Answer> => {
  const { body, headers } = answer;
  const isWorthIt =
    typeof body === 'string' &&
    body.length > COMPRESSED_FROM_CHARS &&
    !call.secretAnswer &&
    /\bgzip\b/.test(request.header('accept-encoding') ?? '');
  return isWorthIt
    ? { ...answer, body: await gzipAsync(body, GZIP), headers: { ...headers, 'Content-Encoding': 'gzip' } }
    : answer;
};

const toResponse = (answer: Answer): Response => {
  if (answer.response) {
    for (const [name, value] of Object.entries(answer.headers)) answer.response.headers.set(name, value);
    return answer.response;
  }
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', ...answer.headers };
  if (answer.body !== null) headers['Content-Type'] = 'application/json';
  return new Response(answer.body, { status: answer.status, headers });
};

/** The problem that an error is answered with. Logs unexpected errors. @param what The call or route, for the log. */
export const toProblem = (error: unknown, what: string, { log }: Services): Problem => {
  if (error instanceof Problem) return error;
  if (isDatabaseGone(error)) {
    log.error({ err: error, call: what }, 'database not reachable');
    return new Problem('server.busy', {}, { cause: error });
  }
  log.error({ err: error, call: what }, 'call failed');
  return new Problem('server.failed', {}, { cause: error });
};

export const problemResponse = (problem: Problem, idempotencyKey?: string): Response => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (problem.status === 429 || problem.status === 503)
    headers['Retry-After'] = String(problem.details['retryAfterS'] ?? 2);
  if (problem.closes) headers['Connection'] = 'close';
  if (idempotencyKey && /^[0-9a-f-]{36}$/i.test(idempotencyKey)) headers[KEY_HEADER] = idempotencyKey;
  return new Response(JSON.stringify({ errors: [problem.toWire()] }), { status: problem.status, headers });
};
