import type { Fact, May, OwnedKind } from '#contract/may.ts';
import type { Actor, Facts } from './fixtures.ts';

/** Whose row a request names, or its state. */
export type Variant = 'own' | 'other' | 'missing' | 'deleted' | 'memberOnly';
/** `ok`, or the code of the refusal. */
export type Expected = string;

/** Kinds of rows that belong to the person in every scope. */
const PERSONAL: ReadonlySet<OwnedKind> = new Set(['notification', 'device']);
/** Kinds that deleting only marks: the row still belongs to its owner, who may read it or delete it again. */
const MARKED: ReadonlySet<OwnedKind> = new Set(['publication', 'upload']);

const holdsFact = (
  fact: Fact,
  { isComplete, isLearner, isEducator, isSuperadmin, isMinor }: Facts,
  isOrganization: boolean,
): Expected => {
  switch (fact) {
    case 'anyone':
    case 'signedIn':
    // Nobody here is an operator in the account of a person: server/domains/desk/log-in-as.test.ts.
    case 'inPerson':
      return 'ok';
    case 'registered':
      return isComplete ? 'ok' : 'access.registration_incomplete';
    case 'learner':
      return isLearner ? 'ok' : 'access.denied';
    case 'creator':
      if (!isComplete) return 'access.registration_incomplete';
      return isOrganization || isEducator ? 'ok' : 'access.denied';
    case 'organization':
      if (!isComplete) return 'access.registration_incomplete';
      return isOrganization ? 'ok' : 'access.denied';
    case 'ofAge':
      return isMinor ? 'age.consent_needed' : 'ok';
    case 'superadmin':
      return isSuperadmin ? 'ok' : 'access.not_found';
  }
};

/**
 * The expected result of a rule for this person and row: implemented a second time on purpose, from the text of
 * contract/may.ts.
 */
const judge = (may: May, actor: Actor, variant: Variant, sport: string): Expected => {
  const isOrganization = actor.scope !== actor.userScope;
  if (typeof may === 'string') return holdsFact(may, actor.facts, isOrganization);
  if ('all' in may)
    return may.all.map((part) => judge(part, actor, variant, sport)).find((one) => one !== 'ok') ?? 'ok';
  if ('any' in may) {
    const all = may.any.map((part) => judge(part, actor, variant, sport));
    return all.includes('ok') ? 'ok' : all[0]!;
  }
  if ('owns' in may) {
    if (PERSONAL.has(may.owns) && isOrganization) return 'access.not_found';
    return variant === 'own' || (variant === 'deleted' && MARKED.has(may.owns)) ? 'ok' : 'access.not_found';
  }
  if (variant === 'own' || variant === 'other') return 'ok';
  const isOpen = variant === 'memberOnly' && (actor.facts.isSuperadmin || actor.facts.sports.includes(sport));
  return isOpen ? 'ok' : 'watch.locked';
};

/** Checks the session, then the scope, then the rule. */
export const expectedOf = (
  may: May,
  isPublicCall: boolean,
  actor: Actor,
  scope: string,
  variant: Variant,
  sport: string,
): Expected => {
  if (isPublicCall) return 'ok';
  if (actor.facts.session === 'none') return 'session.missing';
  if (actor.facts.session !== 'live') return 'session.over';
  if (!actor.facts.scopes.includes(scope)) return 'access.denied';
  return judge(may, actor, variant, sport);
};
