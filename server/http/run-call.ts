import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { hasQueryInput, pathParameters } from '#contract/call.ts';
import { isPublic } from '#contract/may.ts';
import { Problem } from '#contract/problems.ts';
import { Id, Scope, userScope } from '#contract/ids.ts';
import type { Services } from '../services.ts';
import type { Db } from '../db/database.ts';
import {
  RawJson,
  type CallContext,
  type CallRequest,
  type ChangeHandler,
  type Handler,
  type Session,
  type StatementHandler,
} from '../calls/context.ts';
import {
  claimKey,
  hashInput,
  keepAnswer,
  keepRefusal,
  readKept,
  type KeptAnswer,
  type KeyedCall,
} from './idempotency.ts';
import { actsForScope, compileRule } from '../calls/rules.ts';
import { changeColumn, KEY_VALUES, readChange, readRefusal } from './run-change.ts';
import { sessionStatement, type AccessTokens } from './session.ts';

export const KEY_HEADER = 'Idempotency-Key';
export const SCOPE_HEADER = 'X-Scope';
/** Version of the call's scope that a change made: a pull that reaches it has the change. */
export const VERSION_HEADER = 'X-Scope-Version';

export interface Answer {
  status: number;
  body: string | null;
  headers: Record<string, string>;
  /** An answer that is no JSON: a file, a stream. */
  response?: Response;
}

type AnyHandler = Handler<never> | StatementHandler<never> | ChangeHandler<never>;
type AnyInput = Record<string, unknown>;

export interface RunnableCall {
  call: Call;
  /** @throws Problem for every expected refusal. */
  run(request: CallRequest, raw: AnyInput): Promise<Answer>;
}

/**
 * The one wrapper around every call: who is it, may they, parse, once, transaction, answer. Everything that does not
 * depend on the request is worked out here, at start.
 */
export const prepareCall = (
  call: Call,
  handler: AnyHandler,
  services: Services,
  tokens: AccessTokens,
): RunnableCall => {
  const rule = compileRule(call.may);
  const needsSession = !isPublic(call.may);
  const changes = call.method !== 'GET';
  const isKeyed = changes && needsSession && !call.secretAnswer && call.body === undefined;
  const { pool, db } = services.database;
  if (typeof handler === 'object' && 'change' in handler && !isKeyed)
    throw new Error(`${call.id} has no key, so it is no single statement.`);
  const factsText = sessionStatement(rule.rowFacts(4));
  // Calls of the same rule share one prepared statement; a name cut short could mean two.
  const factsName = `rule:${createHash('sha256').update(factsText).digest('base64url').slice(0, 20)}`;

  const parse = (raw: AnyInput): AnyInput => {
    const parsed = v.safeParse(call.input, raw, { abortEarly: true });
    if (parsed.success) return parsed.output as AnyInput;
    const issue = parsed.issues[0];
    const field = issue.path?.[0]?.key;
    throw new Problem('request.invalid', {
      message: issue.message,
      field: typeof field === 'string' ? field : undefined,
    });
  };

  const identify = async (request: CallRequest, now: Date) => {
    const header = request.header('authorization');
    if (!header?.startsWith('Bearer ')) {
      if (needsSession) throw new Problem('session.missing');
      return undefined;
    }
    return tokens.verify(header.slice(7), now);
  };

  const readScope = (request: CallRequest, userId: string): Scope => {
    const text = request.header(SCOPE_HEADER) ?? userScope(userId);
    if (!v.is(Scope, text)) throw new Problem('request.invalid', { message: `${SCOPE_HEADER} is not a scope` });
    return text;
  };

  /**
   * Checks session, scope and rule in one round trip, with the body of a statement call in the same one.
   *
   * @returns The session, and what the rule has against the call.
   */
  const admit = async (
    userId: string,
    scope: Scope,
    sessionId: string,
    input: AnyInput,
    body?: { name: string; text: string; values: unknown[] },
  ) => {
    const facts = rule.inputs.map((name) => input[name] ?? null);
    const result = await pool.query({
      name: body ? body.name : factsName,
      text: body ? body.text : factsText,
      values: [userId, scope, sessionId, ...facts, ...(body?.values ?? [])],
    });
    const row = result.rows[0] as (Session & Record<string, unknown>) | undefined;
    if (!row) throw new Problem('session.over');
    if (!actsForScope(row, scope)) throw new Problem('access.denied');
    return {
      row,
      refusal: rule.judge(
        row,
        scope,
        rule.inputs.map((_, index) => row[`fact_${index}`] === true),
      ),
    };
  };

  /** The statements of this call, by the text the handler gave: a few shapes, each with a plan of its own. */
  const statements = new Map<string, { name: string; text: string }>();
  const prepareStatement = (text: string, keyValues: 0 | typeof KEY_VALUES = 0) => {
    const known = statements.get(text);
    if (known) return known;
    // The statement counts its own values from $3; here they follow the session, the facts and the key.
    const shift = 1 + rule.inputs.length + keyValues;
    const shifted = text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) <= 2 ? n : Number(n) + shift}`);
    const body = keyValues > 0 ? changeColumn(rule, shifted, 4) : shifted;
    const made = { name: `call:${call.id}:${statements.size}`, text: sessionStatement(rule.rowFacts(4), body) };
    statements.set(text, made);
    return made;
  };

  const runStatement = async (
    handled: StatementHandler<never>,
    request: CallRequest,
    input: AnyInput,
  ): Promise<Answer> => {
    const claims = (await identify(request, services.now()))!;
    const scope = readScope(request, claims.userId);
    const { text, values } = handled.statement(input as never);
    const { row, refusal } = await admit(claims.userId, scope, claims.sessionId, input, {
      ...prepareStatement(text),
      values,
    });
    if (refusal) throw refusal;
    const body = row['body'];
    if (body === null || body === undefined) throw new Problem('access.not_found');
    return { status: 200, body: body as string, headers: {} };
  };

  const runChange = async (handled: ChangeHandler<never>, request: CallRequest, input: AnyInput): Promise<Answer> => {
    const claims = (await identify(request, services.now()))!;
    const scope = readScope(request, claims.userId);
    const keyed = readKey(request, call, claims.userId, scope, input);
    const headers: Record<string, string> = { [KEY_HEADER]: keyed.key };
    const { text, values } = handled.change(input as never);
    const change = { ...prepareStatement(text, KEY_VALUES), values: [keyed.key, call.id, keyed.bodyHash, ...values] };
    let refusal: Problem | 'delivered' | undefined;
    let isOfRule = false;
    try {
      const { row, refusal: unruly } = await admit(claims.userId, scope, claims.sessionId, input, change);
      refusal = unruly;
      isOfRule = unruly !== undefined;
      if (!refusal) {
        const { version, body } = readChange(row['body'] as string);
        noteVersion(headers, scope, version);
        services.wake.announce([scope]);
        return { status: body === null ? 204 : 200, body, headers };
      }
    } catch (error) {
      refusal = readRefusal(error, handled.taken?.(input as never));
      if (!refusal) throw error;
    }
    // A repeat whose first answer was lost gets that answer, whatever would be said today.
    const kept = await readKept(db, keyed);
    if (kept) return fromKept(kept, headers, scope);
    if (refusal === 'delivered') throw new Problem('request.key_reused');
    if (!isOfRule && isLastingRefusal(refusal))
      await keepRefusal(db, keyed, refusal.status, JSON.stringify({ errors: [refusal.toWire()] }));
    throw refusal;
  };

  const runHandler = async (handled: Handler<never>, request: CallRequest, input: AnyInput): Promise<Answer> => {
    const now = services.now();
    // A public call is answered alike with an old token, as at sign-out.
    const claims = needsSession ? await identify(request, now) : undefined;
    const scope = claims ? readScope(request, claims.userId) : ('' as Scope);
    const admitted = claims ? await admit(claims.userId, scope, claims.sessionId, input) : undefined;
    const session = admitted?.row;
    const keyed = isKeyed && session ? readKey(request, call, session.userId, scope, input) : undefined;
    const effects: (() => void | Promise<void>)[] = [];
    const woken = new Set<string>();
    const headers: Record<string, string> = keyed ? { [KEY_HEADER]: keyed.key } : echoKey(request);
    let status: number | undefined;
    if (admitted?.refusal) {
      // What was deleted is nobody's any more: a repeat whose first answer was lost gets that answer, not a refusal.
      const kept = keyed && (await readKept(db, keyed));
      if (kept) return fromKept(kept, headers, scope);
      throw admitted.refusal;
    }

    const execute = async (connection: Db): Promise<Answer> => {
      const context: CallContext = {
        services,
        db: connection,
        scope,
        now,
        request,
        get session() {
          if (!session) throw new Problem('session.missing');
          return session;
        },
        setHeader: (name, value) => {
          headers[name] = value;
        },
        setStatus: (wanted) => {
          status = wanted;
        },
        afterCommit: (effect) => {
          effects.push(effect);
        },
        wake: (other) => {
          woken.add(other);
        },
      };
      const result = await handled(context, input as never);
      if (result instanceof Response) return { status: result.status, body: null, headers, response: result };
      const body = result instanceof RawJson ? result.text : result === undefined ? null : JSON.stringify(result);
      return { status: body === null ? 204 : (status ?? 200), body, headers };
    };

    // Public calls hash passwords, send codes and count tries, which stay counted when they are refused: they open their own.
    const isTransactional = changes && needsSession && call.body !== 'chunk' && call.body !== 'file';
    if (!isTransactional) {
      const answer = await execute(db);
      await finish();
      return answer;
    }
    try {
      const answer = await db.transaction().execute(async (tx) => {
        const kept = keyed && (await claimKey(tx, keyed));
        if (kept) return fromKept(kept, headers, scope);
        const made = await execute(tx);
        if (keyed) noteVersion(headers, scope, await keepAnswer(tx, keyed, scope, made.status, made.body));
        return made;
      });
      await finish();
      return answer;
    } catch (error) {
      if (keyed && error instanceof Problem && isLastingRefusal(error)) {
        await keepRefusal(db, keyed, error.status, JSON.stringify({ errors: [error.toWire()] }));
      }
      throw error;
    }

    async function finish() {
      // A chunk changes no row that devices know; its last one wakes them itself.
      if (changes && scope && call.body !== 'chunk') woken.add(scope);
      services.wake.announce(woken);
      for (const effect of effects) await effect();
    }
  };

  return {
    call,
    run: (request, raw) => {
      const input = parse(raw);
      if (typeof handler === 'function') return runHandler(handler, request, input);
      return 'change' in handler ? runChange(handler, request, input) : runStatement(handler, request, input);
    },
  };
};

/** Refusals that a repeat must meet again. What may heal by itself (sessions, limits, server trouble) is asked anew. */
const isLastingRefusal = ({ status }: Problem): boolean =>
  status < 500 && status !== 401 && status !== 429 && status !== 422;

const readKey = (request: CallRequest, call: Call, owner: string, scope: string, input: unknown): KeyedCall => {
  const key = request.idempotencyKey;
  if (!key || !v.is(Id, key)) throw new Problem('request.key_missing');
  return { owner, key, call: call.id, bodyHash: hashInput(call.id, scope, input) };
};

const echoKey = (request: CallRequest): Record<string, string> =>
  request.idempotencyKey && v.is(Id, request.idempotencyKey) ? { [KEY_HEADER]: request.idempotencyKey } : {};

const noteVersion = (headers: Record<string, string>, scope: string, version: number | null): void => {
  if (version !== null) headers[VERSION_HEADER] = `${scope}=${version}`;
};

const fromKept = (kept: KeptAnswer, headers: Record<string, string>, scope: string): Answer => {
  noteVersion(headers, scope, kept.scopeVersion);
  headers['Idempotent-Replay'] = 'true';
  return { status: kept.status, body: kept.body, headers };
};

/** Gathers path, query and body into one object, as the call's input schema expects it. */
export const gatherInput = (
  call: Call,
  path: Record<string, string>,
  query: URLSearchParams,
  body: unknown,
): AnyInput => {
  const input: AnyInput = {};
  if (hasQueryInput(call) || call.body !== undefined) {
    for (const [name, value] of query) if (!Object.hasOwn(input, name)) input[name] = value;
  } else if (call.bodyKey) {
    input[call.bodyKey] = body;
  } else if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    Object.assign(input, body);
  } else if (body !== undefined) {
    throw new Problem('request.invalid', { message: 'The body must be a JSON object.' });
  }
  for (const name of pathParameters(call.path)) input[name] = path[name];
  return input;
};
