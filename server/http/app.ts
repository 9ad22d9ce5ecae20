import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { hasQueryInput, type Call } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { Problem } from '#contract/problems.ts';
import { isDatabaseGone } from '../db/gone.ts';
import type { Services } from '../services.ts';
import type { CallRequest, ClientNetwork, Handlers } from '../calls/context.ts';
import { KEY_HEADER } from '../calls/headers.ts';
import { measureCall } from '../calls/metrics.ts';
import { prepareCall, type PreparedCall } from '../calls/prepare-call.ts';
import { QUICK, withBody } from '../calls/read-body.ts';
import { createClientAddress, networkOf } from './client-address.ts';
import { createRequestLimit, type RequestLimit } from './request-limit.ts';
import { gatherInput } from './gather-input.ts';

export type App = Hono<{ Bindings: HttpBindings }>;
type AppContext = Context<{ Bindings: HttpBindings }>;

/** Longest JSON body, bytes. */
const JSON_MAX_BYTES = 262_144;

/** Shorter answers fit into one packet without compression. */
const COMPRESSED_FROM_CHARS = 1_200;
/** A tenth of the bytes on a bad line. Its checksum finds a byte that a line has changed; Brotli's format has none. */
const GZIP = { level: 5 };
const gzipAsync = promisify<string, object, Buffer<ArrayBuffer>>(gzip);

/** What requests of calls and streams share, made once. */
export interface Edge {
  services: Services;
  limit: RequestLimit;
  clientOf(incoming: IncomingMessage): ClientNetwork;
}

export const createEdge = (services: Services): Edge => {
  const addressOf = createClientAddress(services.config.trustedProxies);
  return {
    services,
    limit: createRequestLimit(services),
    clientOf: (incoming) => networkOf(addressOf(incoming)),
  };
};

/** Mounts every call of the contract. A call without a handler fails the start, so that no server serves a part of it. */
export const mountCalls = (app: App, handlers: Handlers, edge: Edge, isPartial = false): void => {
  const { services } = edge;
  for (const call of staticPathsFirst(allCalls)) {
    const handler = (handlers as Readonly<Record<string, unknown>>)[call.id];
    if (!handler && isPartial) continue;
    if (!handler) throw new Error(`No handler for ${call.id}`);
    const prepared = prepareCall(call, handler as never, services);
    app.on(call.method, `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`, (c) => serve(c, prepared, edge));
  }
};

/** `/contents/name-taken` must be matched before `/contents/{id}`. */
const staticPathsFirst = (calls: readonly Call[]): Call[] =>
  calls.toSorted((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0));

const serve = async (c: AppContext, prepared: PreparedCall, edge: Edge): Promise<Response> => {
  const { services } = edge;
  const { call } = prepared;
  const stop = measureCall(call.id);
  try {
    const request = toCallRequest(c, edge);
    await edge.limit.count(request, call.body === 'chunk' ? 'chunk' : 'call');
    if (call.method !== 'GET' && isCrossSite(request, services)) throw new Problem('request.cross_site');
    const body = call.body === undefined && !hasQueryInput(call) ? await readJson(c, services) : undefined;
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

const toCallRequest = (c: AppContext, { clientOf }: Edge): CallRequest => ({
  get client() {
    return clientOf(c.env.incoming);
  },
  header: (name) => headerOf(c, name),
  cookie: (name) => readCookie(c.env.incoming.headers.cookie, name),
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

/** Whether a page of another site makes a change with a person's browser. What has no page, which is `none`, makes none. */
const isCrossSite = (request: CallRequest, { config }: Services): boolean => {
  const site = request.header('sec-fetch-site');
  if (site && site !== 'none') return site !== 'same-origin';
  const origin = request.header('origin');
  if (!origin) return false;
  const host = request.header('host');
  // A sandboxed page sends `null`, which is not an address.
  return origin !== config.publicUrl && (!URL.canParse(origin) || new URL(origin).host !== host);
};

const readJson = async (c: AppContext, { bounds }: Services): Promise<unknown> => {
  const type = headerOf(c, 'content-type') ?? '';
  const text = await withBody(
    c.env.incoming,
    {
      mostBytes: JSON_MAX_BYTES,
      tooLarge: () => new Problem('request.too_large'),
      pace: QUICK,
      budget: bounds.json,
    },
    (bytes) => bytes.toString('utf8'),
  );
  if (text === '') return undefined;
  if (!type.startsWith('application/json')) throw new Problem('request.wrong_type');
  try {
    return JSON.parse(text, dropPrototypeKeys);
  } catch (cause) {
    throw new Problem('request.invalid', { message: 'The body is not JSON.' }, { cause });
  }
};

const dropPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

interface Answer {
  status: number;
  body: string | Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
  cookies?: readonly string[];
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
  const response = new Response(answer.body, { status: answer.status, headers });
  for (const cookie of answer.cookies ?? []) response.headers.append('Set-Cookie', cookie);
  return response;
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
