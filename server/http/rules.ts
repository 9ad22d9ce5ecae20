import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Fact, May, OwnedKind } from '#contract/may.ts';
import type { Session } from '../calls/context.ts';

const OWNED_TABLES: Record<OwnedKind, string> = {
  content: 'contents',
  folder: 'folders',
  tagProfile: 'tag_profiles',
  channel: 'channels',
  playlist: 'playlists',
  publication: 'publications',
  notification: 'notifications',
  upload: 'uploads',
  device: 'devices',
};

/** A rule compiled once per call: SQL expressions for what only the database knows, and a judge over all facts. */
export interface CompiledRule {
  /**
   * Boolean SQL expressions. `$1` is the person, `$2` the scope; the inputs they need follow from `firstParameter` on.
   */
  sql(firstParameter: number): string[];
  /** The whole rule as one SQL condition over `s` and `u`, with its inputs from `firstParameter` on; the scope is one the caller acts for. */
  condition(firstParameter: number): string;
  /** Names of the inputs that the expressions read, in the order of their parameters. */
  inputs: string[];
  /** The first problem that stands in the way, if any. */
  judge(session: Session, scope: string, answers: readonly boolean[]): Problem | undefined;
}

type Verdict = ProblemCode | undefined;
type Judge = (session: Session, scope: string, answers: readonly boolean[]) => Verdict;

const FACTS: Record<Fact, (session: Session, scope: string) => Verdict> = {
  anyone: () => undefined,
  signedIn: () => undefined,
  registered: (session) => (session.isRegistrationComplete ? undefined : 'access.registration_incomplete'),
  learner: (session) => (session.isLearner ? undefined : 'access.denied'),
  creator: (session, scope) => {
    if (!session.isRegistrationComplete) return 'access.registration_incomplete';
    const isAllowed = scope === session.scope ? session.isEducator : session.organizationScopes.includes(scope);
    return isAllowed ? undefined : 'access.denied';
  },
  superadmin: (session) => (session.isSuperadmin ? undefined : 'access.not_found'),
};

/** What of a rule needs the database, with its one parameter. */
const factSql = (part: Exclude<May, string | { all: unknown } | { any: unknown }>, n: number): string =>
  'owns' in part
    ? `exists (select 1 from ${OWNED_TABLES[part.owns]} where id = $${n}::uuid and scope = $2)`
    : `may_watch($1::uuid, $${n}::uuid)`;

/** The same facts where the database decides (session.ts, sessionStatement). */
const FACT_CONDITIONS: Record<Fact, string> = {
  anyone: 'true',
  signedIn: 'true',
  registered: 'u.is_registration_complete',
  learner: 'u.is_learner',
  creator: '(u.is_registration_complete and (u.scope <> $2 or u.is_educator))',
  superadmin: 'u.is_superadmin',
};

/** Compiles a call's `may` to the server's check. */
export const compileRule = (may: May): CompiledRule => {
  const expressions: ((parameter: number) => string)[] = [];
  const inputs: string[] = [];
  const ask = (input: string, expression: (parameter: number) => string, no: ProblemCode): Judge => {
    const index = expressions.push(expression) - 1;
    inputs.push(input);
    return (_session, _scope, answers) => (answers[index] ? undefined : no);
  };
  const conditionOf = (part: May, next: { parameter: number }): string => {
    if (typeof part === 'string') return FACT_CONDITIONS[part];
    if ('all' in part) return `(${part.all.map((each) => conditionOf(each, next)).join(' and ')})`;
    if ('any' in part) return `(${part.any.map((each) => conditionOf(each, next)).join(' or ')})`;
    return factSql(part, next.parameter++);
  };
  const compile = (part: May): Judge => {
    if (typeof part === 'string') return FACTS[part];
    if ('all' in part) {
      const judges = part.all.map(compile);
      return (...facts) => judges.map((judge) => judge(...facts)).find((verdict) => verdict !== undefined);
    }
    if ('any' in part) {
      const judges = part.any.map(compile);
      return (...facts) => {
        const verdicts = judges.map((judge) => judge(...facts));
        return verdicts.includes(undefined) ? undefined : verdicts[0];
      };
    }
    if ('owns' in part) return ask(part.by, (n) => factSql(part, n), 'access.not_found');
    return ask(part.canWatch, (n) => factSql(part, n), 'watch.locked');
  };
  const judge = compile(may);
  return {
    sql: (first) => expressions.map((expression, index) => expression(first + index)),
    inputs,
    condition: (first) => conditionOf(may, { parameter: first }),
    judge(session, scope, answers) {
      const verdict = judge(session, scope, answers);
      return verdict && new Problem(verdict);
    },
  };
};
