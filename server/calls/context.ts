import type { IncomingMessage } from 'node:http';
import { Problem } from '#contract/problems.ts';
import type { Scope } from '#contract/ids.ts';
import type { CallById, CallId } from '#contract/calls.ts';
import type { OutputOf, ParsedInputOf } from '#contract/call.ts';
import type { Db } from '../db/database.ts';
import type { Services } from '../services.ts';

/** The signed-in person, read from the database for this call. */
export interface Session {
  sessionId: string;
  userId: string;
  profileId: string;
  scope: Scope;
  isLearner: boolean;
  isEducator: boolean;
  isOrganization: boolean;
  isSuperadmin: boolean;
  isRegistrationComplete: boolean;
  isAgeKnown: boolean;
  /** 18 or older, or a guardian consented. */
  isOfAge: boolean;
  /** False for an operator in the person's account. */
  isInPerson: boolean;
  lastRole: 'learner' | 'educator' | 'organization';
  /** `org:<id>` of every approved organization the person administers. */
  organizationScopes: Scope[];
}

/** JSON text made by PostgreSQL, which is sent without parsing it. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What limits count by. One household or server has a whole /64 of IPv6, and many providers give a /48. */
export interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  /** The /48 of an IPv6 address; undefined for IPv4. */
  widerNetwork: string | undefined;
}

/** The request behind a call, for the few handlers that need more than its input. */
export interface CallRequest {
  /** The client's network, which limits count by. */
  client: ClientNetwork;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Node's stream of the body, for calls that do not send JSON. */
  incoming: IncomingMessage;
  idempotencyKey: string | undefined;
}

/** What a handler gets. In a call that changes something, queries through `db` belong to the call's transaction. */
export interface CallContext {
  services: Services;
  db: Db;
  /** The person. @throws Problem `session.missing` in a public call. */
  session: Session;
  /** The scope whose rows this call reads or changes. The caller acts for it: the wrapper has checked that. */
  scope: Scope;
  now: Date;
  request: CallRequest;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
  /** Adds a `Set-Cookie` header. */
  addCookie(value: string): void;
  setStatus(status: 200 | 201 | 202): void;
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Makes the clients of another scope pull after the commit. Those of the call's own scope do so anyway. */
  wake(scope: Scope): void;
}

/** Path, query and body of a request in one object. */
export type CallInput = Record<string, unknown>;

export interface Answer {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
  headers: Record<string, string>;
  /** Values of `Set-Cookie` headers. */
  cookies?: readonly string[];
  /** An answer that is not JSON: a file, a stream. */
  response?: Response;
}

/** A call with everything that does not depend on the request worked out. @throws Problem for a refusal. */
export type RunCall = (request: CallRequest, input: CallInput) => Promise<Answer>;

export type Handler<Id extends CallId> = (
  context: CallContext,
  input: ParsedInputOf<CallById<Id>>,
) => Promise<OutputOf<CallById<Id>> | RawJson | Response>;

/** A `select` of one JSON value. `$1` is the person's id, `$2` the scope, its own values follow. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Why a call is one statement instead of a `Handler`: a bench that measures it, or a landing screen that waits for it
 * before its first paint. Every other call is a `Handler`. Source: docs/decisions/0010.
 */
export type StatementReason = `bench: ${string}` | `first paint: ${string}`;

/** A read in one statement, which makes the whole answer. It runs together with the session check: one round trip. */
export interface StatementHandler<Id extends CallId> {
  because: StatementReason;
  statement(input: ParsedInputOf<CallById<Id>>): Statement;
}

/**
 * A keyed change in one statement: a `select` of a function of the database that makes the change and answers it. It
 * runs together with the session check and the key: one round trip.
 */
export interface ChangeHandler<Id extends CallId> {
  because: StatementReason;
  change(input: ParsedInputOf<CallById<Id>>): Statement;
}

/**
 * A change that waits for an outside service, such as the payment provider. It runs without a transaction of the wrapper,
 * so that a slow service holds no connection: `db` is the pool, and the handler opens its own transactions around what it
 * asks. For calls with a secret answer only, because no key is claimed. Source: decision 0081.
 */
export interface OutsideHandler<Id extends CallId> {
  outside: Handler<Id>;
}

type HandlerOf<Id extends CallId> = Handler<Id> | StatementHandler<Id> | ChangeHandler<Id> | OutsideHandler<Id>;

/** Some handlers, by call id. */
export type Handlers = { [Id in CallId]?: HandlerOf<Id> };

/** The handlers of an area: one for each of its calls. Each domain exports its own from its `index.ts`. */
export type AreaHandlers<Area extends string> = {
  [Id in Extract<CallId, `${Area}.${string}`>]: HandlerOf<Id>;
};

/** The handlers of all calls. */
export type AllHandlers = { [Id in CallId]: HandlerOf<Id> };

/** The row; without one, the same problem as for a row that the person may not see. */
export const found = <T>(row: T | undefined | null): T => {
  if (row === undefined || row === null) throw new Problem('access.not_found');
  return row;
};
