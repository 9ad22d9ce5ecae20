import type * as v from 'valibot';
import type { CallFlag } from './flags.ts';
import type { May } from './may.ts';
import type { ProblemCode } from './problems.ts';
import type { QueuedFacts } from './queued.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- matches every schema
export type Schema = v.GenericSchema<any, any>;

/**
 * What happens to a call without a network.
 * - `queue`: stored in the outbox and sent later; only for calls that change nothing but the person's own rows.
 * - `cache`: a read whose last answer stays available, with its age.
 * - `online`: needs the network; the form keeps its input.
 */
export type OfflineRule = 'queue' | 'cache' | 'online';

/** How the input is sent. `json`: as body (GET and DELETE: as query). The others are read by the handler itself. */
export type BodyKind = 'json' | 'chunk' | 'file';

interface CallEntry<Id extends string, I extends Schema, O extends Schema> {
  /** `area.verb`, also the OpenAPI operationId. Never reused for something else. */
  readonly id: Id;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `{name}` for inputs that are sent in the path. */
  readonly path: string;
  readonly may: May;
  /** One object for path, query and body. */
  readonly input: I;
  readonly output: O;
  /** Problem codes of this call besides COMMON_PROBLEMS. */
  readonly problems: readonly ProblemCode[];
  readonly body?: BodyKind;
  /** The input that is the whole body, for calls whose body is a bare array in the specification. */
  readonly bodyKey?: string;
  /** For a DELETE whose input the specification sends as a JSON body instead of the query. */
  readonly deleteWithBody?: true;
  /** Raised with every change of the call on the wire; stored in queued entries. */
  readonly version?: number;
  /** The server never records answers of this call for retries: they contain tokens or codes. */
  readonly secretAnswer?: true;
  readonly summary: string;
}

/** Facts of a call that name its inputs. */
interface InputFacts<Input extends string = string> {
  /** Checked by the wrapper, after the rule of the call. Source: D-298, decision 0130. */
  readonly flag?: CallFlag<Input>;
}

/** `queued` is required for queued calls and forbidden for all others. */
type WhenOffline<Facts extends QueuedFacts> =
  | { readonly offline: Extract<OfflineRule, 'queue'>; readonly queued: Facts }
  | { readonly offline: Exclude<OfflineRule, 'queue'>; readonly queued?: never };

export type Call<Id extends string = string, I extends Schema = Schema, O extends Schema = Schema> = CallEntry<
  Id,
  I,
  O
> &
  InputFacts &
  WhenOffline<QueuedFacts>;

/** The argument of `defineCall`: every `by` of its facts, and every input behind its flag, must be a key of its input. */
type DeclaredCall<Id extends string, I extends Schema, O extends Schema> = CallEntry<Id, I, O> &
  InputFacts<Extract<keyof v.InferInput<I>, string>> &
  WhenOffline<QueuedFacts<Extract<keyof v.InferInput<I>, string>>>;

export type InputOf<C extends Call> = v.InferInput<C['input']>;
export type ParsedInputOf<C extends Call> = v.InferOutput<C['input']>;
export type OutputOf<C extends Call> = v.InferOutput<C['output']>;

/**
 * Declares one call. A call without `may` does not compile, nor does a queued one without `queued`. The annotation below
 * lets the bundler drop calls that a page does not use; the other declaring functions of the contract have it too.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const Id extends string, I extends Schema, O extends Schema>(
  call: DeclaredCall<Id, I, O>,
): Call<Id, I, O> => call;

const PATH_PARAMETER = /\{(\w+)\}/g;

/** Names of the inputs that are sent in the path. */
export const pathParameters = (path: string): string[] =>
  Array.from(path.matchAll(PATH_PARAMETER), (match) => match[1]!);

/** True if the rest of the input is sent as query instead of body. */
export const hasQueryInput = (call: Call): boolean =>
  call.method === 'GET' || (call.method === 'DELETE' && !call.deleteWithBody);

export interface WireRequest {
  /** Path and query below `/api`. */
  url: string;
  body: string | undefined;
}

/**
 * Serializes an input: path parameters into the path, the rest into the query (GET, DELETE) or a JSON body.
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
