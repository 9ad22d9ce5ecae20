import type { Call } from '#contract/call.ts';
import { isPublic } from '#contract/facts.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';
import type { Services } from '../services.ts';
import { createAdmission, identify } from './admit.ts';
import { RawJson, type Answer, type CallContext, type CallRequest, type Handler, type RunCall } from './context.ts';
import { echoKey, KEY_HEADER, setVersion, type AnswerHeaders } from './headers.ts';
import { claimKey, hasKey, readKey, readSavedAnswer, replay, saveAnswer, saveRefusal } from './idempotency.ts';
import type { Session } from './context.ts';
import { refusalOfFlag } from './flag.ts';
import { readViolation } from './violations.ts';

/**
 * Runs a handler. Steps:
 *
 * 1. Verify the token, read the scope. A public call takes no notice of a token, so that an old one cannot fail it.
 * 2. One round trip: session and facts of the rule.
 * 3. If the rule or the feature flag of the call refuses, look for a saved answer first: the row may be gone because the first delivery deleted it, and
 *    a repeat whose first answer was lost must get that answer. Such a refusal is not saved: it may be another one tomorrow.
 * 4. A read, a public call, a call with a file and one that waits for an outside service run without a transaction of
 *    the wrapper: public calls hash passwords, send codes and count tries, which stay counted when they are refused;
 *    chunks and files take minutes. They open their own transactions.
 * 5. Every other change runs in one transaction: claim the key, run the handler, save the answer. The key comes first,
 *    so that a repeat at the same time waits for the first delivery and never runs the handler.
 * 6. After the commit, notify the clients of the changed scopes, then run what the handler left for after the commit.
 * 7. If the handler or a constraint of the database (violations.ts) refused, save the lasting refusal, after the rollback and outside of it.
 */
export const runHandler = (
  call: Call,
  handler: Handler<never>,
  services: Services,
  mayHoldTransaction = true,
): RunCall => {
  const needsSession = !isPublic(call.may);
  const isKeyed = hasKey(call, needsSession);
  const isTransactional =
    mayHoldTransaction && call.method !== 'GET' && needsSession && call.body !== 'chunk' && call.body !== 'file';
  const admission = createAdmission(call, services);
  const { db } = services.database;

  return async (request, input) => {
    const now = services.now();
    const caller = needsSession ? await identify(request, services, now) : undefined;
    const admitted = caller && (await admission.admit(caller, input));
    const scope = caller?.scope ?? '';
    const keyed = caller && isKeyed ? readKey(request, call, caller, input) : undefined;
    const headers: AnswerHeaders = keyed ? { [KEY_HEADER]: keyed.key } : echoKey(request);
    const refusal = admitted?.refusal ?? (await refusalOfFlag(db, call, input));
    if (refusal) {
      const saved = keyed && (await readSavedAnswer(db, keyed));
      if (saved) return replay(saved, headers, scope);
      throw refusal;
    }

    const run = startRun({ call, services, request, now, scope, session: admitted?.session, headers });
    const execute = (connection: Db) => run.execute(connection, (context) => handler(context, input as never));
    const refuse = (error: unknown): never => {
      throw readViolation(error, input, { log: services.log, call: call.id }) ?? error;
    };
    if (!isTransactional) {
      const answer = await execute(db).catch(refuse);
      await run.finish();
      return answer;
    }
    try {
      const answer = await db
        .transaction()
        .execute(async (tx) => {
          const saved = keyed && (await claimKey(tx, keyed));
          if (saved) return replay(saved, headers, scope);
          const made = await execute(tx);
          if (keyed) setVersion(headers, scope, await saveAnswer(tx, keyed, scope, made));
          return made;
        })
        .catch(refuse);
      await run.finish();
      return answer;
    } catch (error) {
      if (keyed && error instanceof Problem) await saveRefusal(db, keyed, error);
      throw error;
    }
  };
};

interface RunFacts {
  call: Call;
  services: Services;
  request: CallRequest;
  now: Date;
  /** Empty in a public call. */
  scope: string;
  session: Session | undefined;
  headers: AnswerHeaders;
}

/** One run of a handler: the context that it works with, and what it leaves for after the commit. */
const startRun = ({ call, services, request, now, scope, session, headers }: RunFacts) => {
  const effects: (() => void | Promise<void>)[] = [];
  const changedScopes = new Set<string>();
  const cookies: string[] = [];
  let status: number | undefined;

  return {
    async execute(db: Db, handle: (context: CallContext) => ReturnType<Handler<never>>): Promise<Answer> {
      const result: unknown = await handle({
        services,
        db,
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
        addCookie: (value) => {
          cookies.push(value);
        },
        setStatus: (wanted) => {
          status = wanted;
        },
        afterCommit: (effect) => {
          effects.push(effect);
        },
        wake: (other) => {
          changedScopes.add(other);
        },
      });
      if (result instanceof Response) return { status: result.status, body: null, headers, response: result };
      const body = result instanceof RawJson ? result.text : result === undefined ? null : JSON.stringify(result);
      return { status: body === null ? 204 : (status ?? 200), body, headers, cookies };
    },
    async finish(): Promise<void> {
      // A chunk changes no row that devices know; the last one of an upload notifies them itself.
      if (call.method !== 'GET' && scope && call.body !== 'chunk') changedScopes.add(scope);
      services.wake.notify(changedScopes);
      for (const effect of effects) await effect();
    },
  };
};
