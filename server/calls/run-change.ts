import pg from 'pg';
import type { Call } from '#contract/call.ts';
import { Problem, problems, type ProblemCode } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import { createAdmission, identify, SESSION_PARAMETERS } from './admit.ts';
import type { ChangeHandler, RunCall } from './context.ts';
import { KEY_HEADER, setVersion, type AnswerHeaders } from './headers.ts';
import { readKey, readSavedAnswer, replay, saveRefusal, type KeyedCall } from './idempotency.ts';
import type { CompiledRule } from './rules.ts';
import { readViolation } from './violations.ts';

/** SQLSTATE of the errors that the functions in db/repeatable/functions/changes.sql raise on purpose: the message is the problem's code. */
const REFUSED = 'SL001';

/**
 * Runs a keyed change that is one statement. Steps:
 *
 * 1. Verify the token, read the scope and the key. No query.
 * 2. One round trip: session and change. The rule is one SQL condition around the change, which happens only where the
 *    rule holds; where it does not, a second round trip asks for the refusal.
 * 3. Inside that statement the effect comes first and the key last, because a repeat is rare: a repeat fails on the
 *    key, which rolls its effect back.
 * 4. After any refusal, look for a saved answer first: a repeat whose first answer was lost gets that answer, whatever
 *    the rule says today about a row that the first delivery may have changed or deleted.
 * 5. Save a lasting refusal of the change itself. A refusal of the rule is not saved: the rule may hold tomorrow.
 */
export const runChange = (call: Call, handler: ChangeHandler<never>, services: Services): RunCall => {
  const admission = createAdmission(call, services, changeColumn);
  const { db, pool } = services.database;
  return async (request, input) => {
    const caller = await identify(request, services, services.now());
    const keyed = readKey(request, call, caller, input);
    const headers: AnswerHeaders = { [KEY_HEADER]: keyed.key };
    const change = admission.join(handler.change(input as never), keyValues(keyed));

    let refusal: Problem | 'delivered';
    let isOfRule = false;
    try {
      const answer = await admission.answer(pool, caller, input, change);
      if (answer !== null) {
        const { version, body } = readChange(answer);
        setVersion(headers, caller.scope, version);
        services.wake.notify([caller.scope]);
        return { status: body === null ? 204 : 200, body, headers };
      }
      // Without a refusal the person has got the right just now: the next try makes the change.
      refusal = (await admission.admit(caller, input)).refusal ?? new Problem('server.busy');
      isOfRule = true;
    } catch (error) {
      const refused = readRefusal(error, input, { log: services.log, call: call.id });
      if (!refused) throw error;
      refusal = refused;
    }

    const saved = await readSavedAnswer(db, keyed);
    if (saved) return replay(saved, headers, caller.scope);
    if (refusal === 'delivered') throw new Problem('request.key_reused');
    if (!isOfRule) await saveRefusal(db, keyed, refusal);
    throw refusal;
  };
};

const keyValues = ({ key, call, bodyHash }: KeyedCall): unknown[] => [key, call, bodyHash];

/** What a change answers: it is made, answered and saved. */
const changeColumn = (statement: string, rule: CompiledRule): string => {
  const key = SESSION_PARAMETERS + 1 + rule.inputs.length;
  return `keep_change(u.id::text, $${key}::uuid, $${key + 1}, $${key + 2}, $2, ((${statement})::json)::text)`;
};

/** Reads the answer of `keep_change`: the version that the scope reached, empty if nothing changed, `:` and the body. */
const readChange = (text: string): { version: number | null; body: string | null } => {
  const at = text.indexOf(':');
  const body = text.slice(at + 1);
  return { version: at === 0 ? null : Number(text.slice(0, at)), body: body === 'null' ? null : body };
};

/**
 * What an error of the database means for the call.
 *
 * @returns A problem; `delivered` if the key was used before; undefined for trouble that is no refusal.
 */
const readRefusal = (
  error: unknown,
  input: Record<string, unknown>,
  where: Parameters<typeof readViolation>[2],
): Problem | 'delivered' | undefined => {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === REFUSED && Object.hasOwn(problems, error.message))
    return new Problem(error.message as ProblemCode, {}, { cause: error });
  if (error.constraint === 'idempotency_keys_pkey') return 'delivered';
  return readViolation(error, input, where);
};
