import { FACTS, foldRule, type Requirement, type SessionField } from '#contract/facts.ts';
import { type Fact, type May, type OwnedKind, type Rule, type RowFact } from '#contract/may.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import { ownTables } from '#contract/tables.ts';
import type { Session } from './context.ts';

/** The table that holds each kind of row, by its column `id`. */
const OWNED_TABLES = {
  ...Object.fromEntries(
    Object.values(ownTables).flatMap((each) => ('owned' in each ? [[each.owned.kind, each.owned.table]] : [])),
  ),
  upload: 'uploads',
  device: 'devices',
} as Readonly<Record<OwnedKind, string>>;

/**
 * A rule compiled once per call, in two forms that say the same: a judge in JavaScript, for calls whose handler runs
 * after the check, and one SQL condition, for changes that the database makes in the same statement. Both suppose
 * that the caller acts for the scope.
 */
export interface CompiledRule {
  /** Names of the inputs that the SQL reads, in the order of its parameters. */
  inputs: string[];
  /**
   * A boolean SQL expression for each fact that needs a query, over the person `$1` and the scope `$2`. The inputs are
   * the parameters from `firstParameter` on.
   */
  rowFacts(firstParameter: number): string[];
  /** The whole rule as one boolean SQL expression over the user row `u`, the session `s` and the same parameters. */
  condition(firstParameter: number): string;
  /**
   * @param answers What the database answered to `rowFacts`.
   * @returns The first problem in the way of the call, if any.
   */
  judge(session: Session, scope: string, answers: readonly boolean[]): Problem | undefined;
}

/** An empty `all` holds, an empty `any` does not. */
const SQL = {
  all: (parts: string[]) => (parts.length > 0 ? `(${parts.join(' and ')})` : 'true'),
  any: (parts: string[]) => (parts.length > 0 ? `(${parts.join(' or ')})` : 'false'),
};

/** Boolean SQL over the user row `u`. Days are days in UTC, so that neither a device's clock nor its zone moves an age. */
export const IS_AGE_KNOWN = 'u.adult_on is not null';
export const IS_OF_AGE = "coalesce(u.adult_on <= (now() at time zone 'utc')::date or u.has_guardian_consent, false)";

/** Boolean SQL over the session `s`. */
export const IS_IN_PERSON = 's.operator_id is null';

const SQL_FIELDS: Record<SessionField, string> = {
  isRegistrationComplete: 'u.is_registration_complete',
  isLearner: 'u.is_learner',
  isEducator: 'u.is_educator',
  isSuperadmin: 'u.is_superadmin',
  isAgeKnown: IS_AGE_KNOWN,
  isOfAge: IS_OF_AGE,
  isInPerson: IS_IN_PERSON,
  ownScope: 'u.scope = $2',
  administeredScope: `exists (select 1 from organization_admins a join organizations o on o.id = a.organization_id
    where a.user_id = u.id and o.status = 'approved' and 'org:' || o.id = $2)`,
};

const requirementSql = (needs: Rule<SessionField>): string =>
  foldRule(needs, { ...SQL, leaf: (field) => SQL_FIELDS[field] });

/** Boolean SQL: the person `u` acts for the scope `$2`. */
export const ACTS_FOR_SCOPE = requirementSql({ any: ['ownScope', 'administeredScope'] });

const holdsFor = (needs: Rule<SessionField>, session: Session, scope: string): boolean =>
  foldRule(needs, {
    leaf(field) {
      if (field === 'ownScope') return scope === session.scope;
      if (field === 'administeredScope') return session.organizationScopes.includes(scope);
      return session[field];
    },
    all: (parts) => !parts.includes(false),
    any: (parts) => parts.includes(true),
  });

/** Whether the person acts for the scope: their own, or an approved organization that they administer. */
export const actsForScope = (session: Session, scope: string): boolean =>
  holdsFor({ any: ['ownScope', 'administeredScope'] }, session, scope);

const rowFactSql = (fact: RowFact, parameter: number): string =>
  'owns' in fact
    ? `exists (select 1 from ${OWNED_TABLES[fact.owns]} where id = $${parameter}::uuid and scope = $2)`
    : `may_watch($1::uuid, $${parameter}::uuid)`;

const inputOf = (fact: RowFact): string => ('owns' in fact ? fact.by : fact.canWatch);

type Judge = (session: Session, scope: string, answers: readonly boolean[]) => ProblemCode | undefined;

const judgeRequirements =
  (requirements: readonly Requirement[]): Judge =>
  (session, scope) =>
    requirements.find(({ needs }) => !holdsFor(needs, session, scope))?.otherwise;

/** Of parts that must all hold, the first that does not gives the problem; of alternatives, the first one. */
const JUDGES = {
  all:
    (judges: Judge[]): Judge =>
    (...facts) => {
      for (const judge of judges) {
        const problem = judge(...facts);
        if (problem) return problem;
      }
      return undefined;
    },
  any:
    (judges: Judge[]): Judge =>
    (...facts) => {
      const problems = judges.map((judge) => judge(...facts));
      return problems.includes(undefined) ? undefined : (problems[0] ?? 'access.denied');
    },
};

/** Compiles a call's `may` to the server's check. */
export const compileRule = (may: May): CompiledRule => {
  const rowFacts: RowFact[] = [];
  const judge = foldRule<Fact | RowFact, Judge>(may, {
    ...JUDGES,
    leaf(fact) {
      if (typeof fact === 'string') return judgeRequirements(FACTS[fact]);
      const index = rowFacts.push(fact) - 1;
      const problem: ProblemCode = 'owns' in fact ? 'access.not_found' : 'watch.locked';
      return (_session, _scope, answers) => (answers[index] ? undefined : problem);
    },
  });
  return {
    inputs: rowFacts.map(inputOf),
    rowFacts: (first) => rowFacts.map((fact, index) => rowFactSql(fact, first + index)),
    condition(first) {
      let parameter = first;
      return foldRule<Fact | RowFact, string>(may, {
        ...SQL,
        leaf: (fact) =>
          typeof fact === 'string'
            ? SQL.all(FACTS[fact].map(({ needs }) => requirementSql(needs)))
            : rowFactSql(fact, parameter++),
      });
    },
    judge(session, scope, answers) {
      const problem = judge(session, scope, answers);
      return problem && new Problem(problem);
    },
  };
};
