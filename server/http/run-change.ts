import pg from 'pg';
import { Problem, problems, type ProblemCode } from '#contract/problems.ts';
import { ACTS_FOR_SCOPE, type CompiledRule } from '../calls/rules.ts';

/** Errors that the functions of 0007_changes.sql raise on purpose: the message is the problem's code. */
const REFUSED = 'SL001';

/** How many values the key of a change takes, between the rule's facts and the change's own. */
export const KEY_VALUES = 3;

/**
 * The column of a change: made, answered and kept only where rule and scope allow it, else null.
 *
 * @param body The change's own `select`, its values after the key's.
 * @param firstParameter Of the rule's facts; key, call and hash of the body follow them.
 */
export const changeColumn = (rule: CompiledRule, body: string, firstParameter: number): string => {
  const key = firstParameter + rule.inputs.length;
  return `case when ${rule.condition(firstParameter)} and ${ACTS_FOR_SCOPE}
    then keep_change(u.id::text, $${key}::uuid, $${key + 1}, $${key + 2}, $2, ((${body})::json)::text) end`;
};

/** What keep_change answers: the version its scope reached, null if nothing of the scope changed, and the body. */
export const readChange = (text: string): { version: number | null; body: string | null } => {
  const at = text.indexOf(':');
  const body = text.slice(at + 1);
  return { version: at === 0 ? null : Number(text.slice(0, at)), body: body === 'null' ? null : body };
};

/** What the database meant by refusing a change: a problem, that the key was delivered before, or trouble of another kind. */
export const readRefusal = (error: unknown, taken: Record<string, Problem> = {}): Problem | 'delivered' | undefined => {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === REFUSED && Object.hasOwn(problems, error.message))
    return new Problem(error.message as ProblemCode, {}, { cause: error });
  if (error.code !== '23505') return undefined;
  return error.constraint === 'idempotency_keys_pkey' ? 'delivered' : taken[error.constraint ?? ''];
};
