import type { ProblemCode, WireProblem } from '#contract/problems.ts';
import { toWire, type Call, type InputOf, type OutputOf } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import { recordServerTime } from './server-time.ts';

/**
 * Whether Sideline can be used over the network. `offline`: the device has no network; `unreachable`: it has one, but no
 * answer came; `failing`: the server, or the proxy in front of it, answered with a failure of its own; `portal`: a hotspot's
 * sign-in page answered in the server's place.
 */
export type Reach = 'online' | 'offline' | 'unreachable' | 'failing' | 'portal';

/** The hotspot answers that a person must sign in to the network. */
const NETWORK_SIGN_IN_STATUS = 511;

/** What a failed call shows about the network, judged at the moment of the failure. */
const reachAt = (kind: CallError['kind'], status: number): Reach => {
  if (kind === 'offline' && status === 0) return globalThis.navigator?.onLine === false ? 'offline' : 'unreachable';
  if (status === NETWORK_SIGN_IN_STATUS || (kind === 'offline' && status < 400)) return 'portal';
  return kind === 'offline' || status >= 500 ? 'failing' : 'online';
};

/** Timeout of a JSON call, ms. */
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Why a call failed. `offline`: no answer from the server; `refused`: the server answered with a problem; `cancelled`:
 * the caller aborted it, for example because the person left the screen.
 */
export class CallError extends Error {
  readonly kind: 'offline' | 'refused' | 'cancelled';
  /** What the failure shows about the network; `online` if the server answered this call as it should. */
  readonly reach: Reach;
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Wait before the next try, ms; null if the server gave none. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: CallError['kind'],
    facts: {
      status?: number;
      code?: string;
      message?: string;
      field?: string | undefined;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(
      facts.message ??
        (kind === 'offline' ? 'The server did not answer.' : 'Something went wrong. Please try again later.'),
      { cause: facts.cause },
    );
    this.name = 'CallError';
    this.kind = kind;
    this.status = facts.status ?? 0;
    this.reach = reachAt(kind, this.status);
    this.code = facts.code ?? (kind === 'offline' ? 'net.offline' : 'server.failed');
    this.field = facts.field;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }

  /** True if a retry of the same call may succeed later. */
  get isTransient(): boolean {
    return (
      this.kind === 'offline' || this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500
    );
  }
}

export interface Credentials {
  accessToken: string;
  scope?: Scope;
}
export interface CallAnswer<C extends Call> {
  output: OutputOf<C>;
  status: number;
  /** Version of the call's scope that contains the change; null if it changed nothing there. */
  scopeVersion: number | null;
}
export interface SendOptions {
  credentials?: Credentials | undefined;
  /** Idempotency key; default is a new one, for a call that is not retried. */
  key?: string;
  signal?: AbortSignal;
}

/** A redirect that was not followed has the status 0 in browsers. */
const REDIRECT_STATUS = 302;
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** False for an answer from something in between, such as a captive portal. */
const isFromServer = (response: Response, call: Call, key: string | undefined): boolean => {
  if (key && response.ok && response.headers.get('Idempotency-Key') !== key) return false;
  if (response.status === 204) return response.headers.get('Content-Security-Policy') !== null || key !== undefined;
  return response.headers.get('Content-Type')?.startsWith('application/json') === true;
};

/**
 * Sends a call once and reads its answer.
 *
 * @throws CallError `offline` if no answer of the server came back, `refused` with the server's code otherwise.
 */
export const sendCall = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  { credentials, key, signal }: SendOptions = {},
): Promise<CallAnswer<C>> => {
  const { url, body } = toWire(call, input as Record<string, unknown>);
  const idempotencyKey = call.method === 'GET' ? undefined : (key ?? newId());
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  if (credentials) headers['Authorization'] = `Bearer ${credentials.accessToken}`;
  if (credentials?.scope) headers['X-Scope'] = credentials.scope;
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: 'same-origin',
      cache: 'no-store',
      // The server redirects no call. A captive portal's redirect would send the token and the key to another address, so
      // it is not followed.
      redirect: 'manual',
    });
    if (isRedirect(response)) throw new CallError('offline', { status: REDIRECT_STATUS });
    text = await response.text();
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    throw new CallError(signal?.aborted ? 'cancelled' : 'offline', { cause });
  }
  if (!isFromServer(response, call, idempotencyKey)) throw new CallError('offline', { status: response.status });
  recordServerTime(response.headers.get('Date'));
  if (!response.ok) throw toCallError(response, text);
  const output = (text === '' ? undefined : readJson(text)) as OutputOf<C>;
  return { output, status: response.status, scopeVersion: readVersion(response.headers.get('X-Scope-Version')) };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CallError('offline', { cause });
  }
};

const readVersion = (header: string | null): number | null => {
  const version = Number(header?.split('=').at(-1));
  return header && Number.isSafeInteger(version) ? version : null;
};

/** Reads the problem of a refused call: `errors[0]` (D-03). */
export const toCallError = (response: Response, text: string): CallError => {
  const problem = firstProblem(text);
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new CallError('refused', {
    status: response.status,
    code: problem?.code ?? 'server.failed',
    ...(problem ? { message: problem.message } : {}),
    field: problem?.field,
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : null,
  });
};

/** The message of `details` or `non_field_errors`, of which servers of others make use, counts before that of the error. Source: D-05. */
const firstProblem = (text: string): WireProblem | undefined => {
  try {
    const {
      details,
      non_field_errors: general,
      errors,
    } = JSON.parse(text) as {
      details?: unknown;
      non_field_errors?: unknown[];
      errors?: WireProblem[];
    };
    const said = details ?? general?.[0];
    const problem = errors?.[0];
    return typeof said === 'string' ? { code: 'server.failed', ...problem, message: said } : problem;
  } catch {
    return undefined;
  }
};

export const isProblem = (error: unknown, code: ProblemCode): boolean =>
  error instanceof CallError && error.code === code;
