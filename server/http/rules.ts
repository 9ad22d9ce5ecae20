import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Fact, May, OwnedKind } from '#contract/may.ts';
import type { Session } from './context.ts';

const OWNED_TABLES: Record<OwnedKind, string> = {
  content: 'contents', folder: 'folders', tagProfile: 'tag_profiles', channel: 'channels', playlist: 'playlists',
  publication: 'publications', notification: 'notifications', upload: 'uploads', device: 'devices',
};

/** A rule compiled once per call: SQL expressions for what only the database knows, and a judge over all facts. */
export interface CompiledRule {
  /**
   * Boolean SQL expressions. `$1` is the person, `$2` the scope; the inputs they need follow from `firstParameter` on.
   */
  sql(firstParameter: number): string[];
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

/** Compiles a call's `may` to the server's check. */
export const compileRule = (may: May): CompiledRule => {
  const expressions: ((parameter: number) => string)[] = [];
  const inputs: string[] = [];
  const ask = (input: string, expression: (parameter: number) => string, no: ProblemCode): Judge => {
    const index = expressions.push(expression) - 1;
    inputs.push(input);
    return (_session, _scope, answers) => (answers[index] ? undefined : no);
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
    if ('owns' in part) {
      const table = OWNED_TABLES[part.owns];
      return ask(part.by, (n) => `exists (select 1 from ${table} where id = $${n}::uuid and scope = $2)`, 'access.not_found');
    }
    return ask(part.canWatch, (n) => `may_watch($1::uuid, $${n}::uuid)`, 'watch.locked');
  };
  const judge = compile(may);
  return {
    sql: (first) => expressions.map((expression, index) => expression(first + index)),
    inputs,
    judge(session, scope, answers) {
      const verdict = judge(session, scope, answers);
      return verdict && new Problem(verdict);
    },
  };
};
