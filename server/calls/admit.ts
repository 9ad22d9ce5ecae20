import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { Scope, userScope } from '#contract/ids.ts';
import { enforcedRule } from '#contract/operators.ts';
import { Problem } from '#contract/problems.ts';
import type { Queries } from '../db/pipelines.ts';
import type { Services } from '../services.ts';
import type { AccessClaims } from './access-tokens.ts';
import type { CallRequest, Session, Statement } from './context.ts';
import { SCOPE_HEADER } from './headers.ts';
import {
  ACTS_FOR_SCOPE,
  actsForScope,
  compileRule,
  IS_AGE_KNOWN,
  IS_IN_PERSON,
  IS_OF_AGE,
  type CompiledRule,
} from './rules.ts';

const SESSION_COLUMNS = `s.id as "sessionId", u.id as "userId", u.profile_id as "profileId", u.scope, u.is_learner as "isLearner",
  u.is_educator as "isEducator", u.is_organization as "isOrganization", u.is_superadmin as "isSuperadmin",
  u.is_registration_complete as "isRegistrationComplete", u.last_role as "lastRole",
  ${IS_AGE_KNOWN} as "isAgeKnown", ${IS_OF_AGE} as "isOfAge", ${IS_IN_PERSON} as "isInPerson",
  array(select 'org:' || a.organization_id::text from organization_admins a join organizations o on o.id = a.organization_id
    where a.user_id = u.id and o.status = 'approved') as "organizationScopes"`;

/** The session `s` and its person `u`; no row for a session that is over. */
const LIVE_SESSION = `from sessions s join users u on u.id = s.user_id
    where s.id = $3::uuid and u.id = $1::uuid and s.revoked_at is null and s.expires_at > now() and not u.is_suspended and u.deleted_at is null and $2::text is not null`;

/**
 * The statement that checks a session: `$1` the person, `$2` the scope, `$3` the session. It has no row for a session
 * that is over.
 *
 * @param facts Boolean expressions, which become the columns `fact_0`, `fact_1`…
 */
export const sessionStatement = (facts: readonly string[]): string =>
  `select ${[SESSION_COLUMNS, ...facts.map((fact, index) => `(${fact}) as fact_${index}`)].join(', ')} ${LIVE_SESSION}`;

/** Parameters of the session statement before the rule's inputs: person, scope, session. */
export const SESSION_PARAMETERS = 3;
/** Parameters that a handler's own statement knows: person and scope. Its own values start behind them. */
const SHARED_PARAMETERS = 2;

/** Who calls, and for which scope. The token is verified; session and scope are not checked yet. */
export interface Caller extends AccessClaims {
  scope: Scope;
}

/** The first step: verifies the access token and reads the scope, without a query. */
export const identify = async (request: CallRequest, { tokens }: Services, now: Date): Promise<Caller> => {
  const header = request.header('authorization');
  if (!header?.startsWith('Bearer ')) throw new Problem('session.missing');
  const { userId, sessionId } = await tokens.verify(header.slice('Bearer '.length), now);
  const scope = request.header(SCOPE_HEADER) ?? userScope(userId);
  if (!v.is(Scope, scope)) throw new Problem('request.invalid', { message: `${SCOPE_HEADER} is not a scope` });
  return { userId, sessionId, scope };
};

export interface Admitted {
  session: Session;
  /** The problem of the call's rule, if the person may not make the call. */
  refusal: Problem | undefined;
}

export interface Admission {
  rule: CompiledRule;
  /**
   * The second step, in one round trip: reads the session and the facts of the rule.
   *
   * @throws Problem `session.over`, or `access.denied` for a scope that the person does not act for.
   */
  admit(caller: Caller, input: Record<string, unknown>): Promise<Admitted>;
  /**
   * The second step together with the handler's statement, which runs only where scope and rule allow it.
   *
   * @returns What the statement answered; null where it found nothing, or did not run: `admit` tells why.
   * @throws Problem `session.over`
   */
  answer(
    connection: Queries,
    caller: Caller,
    input: Record<string, unknown>,
    statement: JoinedStatement,
  ): Promise<string | null>;
  /** Joins a handler's statement with the check of session, scope and rule. */
  join(statement: Statement, keyValues?: readonly unknown[]): JoinedStatement;
}

/** A handler's statement together with the session check, prepared under a name on each connection. */
export interface JoinedStatement {
  name: string;
  text: string;
  /** Values behind those of session and rule. */
  values: unknown[];
}

/**
 * The check of one call, compiled at start.
 *
 * @param toColumn Makes the text that a call answers from a handler's statement whose parameters are counted for the whole.
 */
export const createAdmission = (
  call: Call,
  { database: { pool } }: Services,
  toColumn: (statement: string, rule: CompiledRule) => string = (statement) => `(${statement})::text`,
): Admission => {
  const rule = compileRule(enforcedRule(call));
  const firstInput = SESSION_PARAMETERS + 1;
  const checkText = sessionStatement(rule.rowFacts(firstInput));
  // Calls of the same rule share one prepared statement. The name is a hash: a shortened text could mean two.
  const checkName = `rule:${createHash('sha256').update(checkText).digest('base64url').slice(0, 20)}`;
  const joined = new Map<string, { name: string; text: string }>();
  const valuesOf = ({ userId, scope, sessionId }: Caller, input: Record<string, unknown>): unknown[] => [
    userId,
    scope,
    sessionId,
    ...rule.inputs.map((name) => input[name] ?? null),
  ];

  return {
    rule,
    async admit(caller, input) {
      const result = await pool.query({ name: checkName, text: checkText, values: valuesOf(caller, input) });
      const row = result.rows[0] as (Session & Record<string, unknown>) | undefined;
      if (!row) throw new Problem('session.over');
      if (!actsForScope(row, caller.scope)) throw new Problem('access.denied');
      const answers = rule.inputs.map((_, index) => row[`fact_${index}`] === true);
      return { session: row, refusal: rule.judge(row, caller.scope, answers) };
    },
    async answer(connection, caller, input, { name, text, values }) {
      const result = await connection.query({ name, text, values: [...valuesOf(caller, input), ...values] });
      const row = result.rows[0] as { body: string | null } | undefined;
      if (!row) throw new Problem('session.over');
      return row.body;
    },
    join({ text, values }, keyValues = []) {
      let known = joined.get(text);
      if (!known) {
        // The handler counts its own values from $3; here they follow the session, the rule's inputs and the key.
        const shift = SESSION_PARAMETERS - SHARED_PARAMETERS + rule.inputs.length + keyValues.length;
        const shifted = text.replace(/\$(\d+)/g, (_, n: string) =>
          Number(n) <= SHARED_PARAMETERS ? `$${n}` : `$${Number(n) + shift}`,
        );
        const isAllowed = `${rule.condition(firstInput)} and ${ACTS_FOR_SCOPE}`;
        known = {
          name: `call:${call.id}:${joined.size}`,
          text: `select case when ${isAllowed} then ${toColumn(shifted, rule)} end as body ${LIVE_SESSION}`,
        };
        joined.set(text, known);
      }
      return { ...known, values: [...keyValues, ...values] };
    },
  };
};
