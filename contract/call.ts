import type * as v from 'valibot';
import type { May } from './may.ts';
import type { ProblemCode } from './problems.ts';
import type { QueuedFacts } from './queued.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- any schema at all is what is meant
export type Schema = v.GenericSchema<any, any>;

/**
 * What happens to a call without a network.
 * - `queue`: kept in the outbox and sent later; only what changes nothing but the person's own rows.
 * - `cache`: a read whose last answer stays readable, with its age.
 * - `online`: needs the network; the form keeps what was typed.
 */
export type OfflineRule = 'queue' | 'cache' | 'online';

/** How the input travels. `json`: body (or query for GET and DELETE). Others are read by the handler itself. */
export type BodyKind = 'json' | 'chunk' | 'file';

interface CallEntry<Id extends string, I extends Schema, O extends Schema> {
  /** `area.verb`, also the OpenAPI operationId. Never reused for something else. */
  readonly id: Id;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `{name}` for inputs that travel in the path. */
  readonly path: string;
  readonly may: May;
  /** One object with everything: path, query and body. */
  readonly input: I;
  readonly output: O;
  /** Codes that this call answers besides the common ones. */
  readonly problems: readonly ProblemCode[];
  readonly body?: BodyKind;
  /** The one input that is the whole body, where the specification sends a bare array. */
  readonly bodyKey?: string;
  /** The last version of this call that differed on the wire; queued entries carry it. */
  readonly version?: number;
  /** Answers of this call are never kept for a repeat: they carry tokens or codes. */
  readonly secretAnswer?: true;
  readonly summary: string;
}

/** A queued call says what the outbox must know of it; no other call may. */
type WhenOffline<Facts extends QueuedFacts> =
  | { readonly offline: Extract<OfflineRule, 'queue'>; readonly queued: Facts }
  | { readonly offline: Exclude<OfflineRule, 'queue'>; readonly queued?: never };

export type Call<Id extends string = string, I extends Schema = Schema, O extends Schema = Schema> = CallEntry<
  Id,
  I,
  O
> &
  WhenOffline<QueuedFacts>;

/** A call as it is declared: what its facts name by `by` is a key of its input. */
type DeclaredCall<Id extends string, I extends Schema, O extends Schema> = CallEntry<Id, I, O> &
  WhenOffline<QueuedFacts<Extract<keyof v.InferInput<I>, string>>>;

export type InputOf<C extends Call> = v.InferInput<C['input']>;
export type ParsedInputOf<C extends Call> = v.InferOutput<C['input']>;
export type OutputOf<C extends Call> = v.InferOutput<C['output']>;

/**
 * Declares one call. A call without `may` does not compile, nor does a queued one without `queued`. The mark lets a build drop the calls that a page does not
 * make; so it is with the other makers of declarations.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const Id extends string, I extends Schema, O extends Schema>(
  call: DeclaredCall<Id, I, O>,
): Call<Id, I, O> => call;

const PATH_PARAMETER = /\{(\w+)\}/g;

/** Names of the inputs that travel in the path. */
export const pathParameters = (path: string): string[] =>
  Array.from(path.matchAll(PATH_PARAMETER), (match) => match[1]!);

/** True where the rest of the input is a query instead of a body. */
export const hasQueryInput = (call: Call): boolean => call.method === 'GET' || call.method === 'DELETE';

export interface WireRequest {
  /** Path and query below `/api`. */
  url: string;
  body: string | undefined;
}

/**
 * Lays an input out as it travels: path parameters into the path, the rest into the query (GET, DELETE) or a JSON body.
 *
 * @throws TypeError if a path parameter is missing.
 */
export const toWire = (call: Call, input: Record<string, unknown>): WireRequest => {
  const inPath = new Set(pathParameters(call.path));
  const path = call.path.replace(PATH_PARAMETER, (_, name: string) => {
    const value = input[name];
    if (value === undefined || value === null) throw new TypeError(`${call.id}: ${name} is missing`);
    return encodeURIComponent(String(value as string | number));
  });
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (!hasQueryInput(call)) {
    const body = call.bodyKey ? input[call.bodyKey] : Object.fromEntries(rest);
    return { url: `/api${path}`, body: JSON.stringify(body) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each as string));
  }
  const text = query.toString();
  return { url: `/api${path}${text ? `?${text}` : ''}`, body: undefined };
};
