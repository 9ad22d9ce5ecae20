import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
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
import { gatherInput } from './gather-input.ts';

export type App = Hono<{ Bindings: HttpBindings }>;
type AppContext = Context<{ Bindings: HttpBindings }>;

/** Longest JSON body, bytes. */
const JSON_MAX_BYTES = 262_144;
/** Per address and process: far above what a person's devices ask, far below what hurts. */
const READS = { capacity: 1200, perSeconds: 60 };

/** Shorter answers fit into one packet as they are. */
const PACKED_FROM_CHARS = 1_200;
/** A tenth of the bytes on a bad line; its checksum tells of a byte that a line has changed, which Brotli's stream would not. */
const GZIP = { level: 5 };
const pack = promisify<string, object, Buffer<ArrayBuffer>>(gzip);

/** Mounts every call of the contract. A call without a handler ends the start: there is no half-served contract. */
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

/** `/contents/name-taken` must be asked before `/contents/{id}`. */
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
    return toResponse(await packed(answer, call, request));
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
    // Behind a proxy on the same machine the last hop names the client.
    const direct = getConnInfo(c).remote.address ?? '';
    const isLocal = direct === '127.0.0.1' || direct === '::1' || direct === '::ffff:127.0.0.1';
    return (isLocal ? headerOf(c, 'x-forwarded-for')?.split(',').at(-1)?.trim() : undefined) ?? direct;
  },
  header: (name) => headerOf(c, name),
  cookie: (name) => readCookie(c.env.incoming.headers.cookie, name),
  get raw() {
    return c.req.raw;
  },
  incoming: c.env.incoming,
  idempotencyKey: headerOf(c, KEY_HEADER)?.toLowerCase(),
});

/** Asked of Node's request: a web request would first copy all headers. */
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

/** A page of another site cannot make a person's browser change anything here. */
const isCrossSite = (request: CallRequest, { config }: Services): boolean => {
  const site = request.header('sec-fetch-site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.header('origin');
  if (!origin) return false;
  const host = request.header('host');
  // A sandboxed page sends `null`, which is no address of ours.
  return origin !== config.publicUrl && (!URL.canParse(origin) || new URL(origin).host !== host);
};

const readJson = async (c: AppContext): Promise<unknown> => {
  const announced = Number(headerOf(c, 'content-length') ?? 0);
  if (announced > JSON_MAX_BYTES) throw new Problem('request.too_large');
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

/** Reads a body of unknown length without ever holding more than the limit. */
const readBounded = async (incoming: IncomingMessage, limitBytes: number): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  // Left open where it is too long: the refusal still goes out over it.
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

/** Packs what is long, for who takes it. What carries tokens stays plain: its length must not tell of them. */
const packed = async (answer: Answer, call: Call, request: CallRequest): Promise<Answer> => {
  const { body, headers } = answer;
  const isWorthIt =
    typeof body === 'string' &&
    body.length > PACKED_FROM_CHARS &&
    !call.secretAnswer &&
    /\bgzip\b/.test(request.header('accept-encoding') ?? '');
  return isWorthIt
    ? { ...answer, body: await pack(body, GZIP), headers: { ...headers, 'Content-Encoding': 'gzip' } }
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

/** What a failure is answered with; `what` says in the log which call or route it was. */
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
