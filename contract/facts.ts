import type { Fact, May, RowFact, Rule } from './may.ts';
import type { ProblemCode } from './problems.ts';
import type { Me } from './rows.ts';

/**
 * The definitions of the facts of `may`, over the fields of a session. The server's check and its SQL condition
 * (server/calls/rules.ts), the client's `mayOnClient` and the authorization matrix of the tests derive from them.
 */

/** The fields of a session that facts use: about its person, and about the scope of the call. */
export type SessionField =
  | 'isRegistrationComplete'
  | 'isLearner'
  | 'isEducator'
  | 'isSuperadmin'
  /** The date of birth is known. */
  | 'isAgeKnown'
  /** 18 or older, or a guardian consented. */
  | 'isOfAge'
  /** No operator opened the session. */
  | 'isInPerson'
  /** The scope is the person's own. */
  | 'ownScope'
  /** The scope is an approved organization that the person administers. */
  | 'administeredScope';

/** The condition of a fact, and the problem that the call answers if it does not hold. */
export interface Requirement {
  readonly needs: Rule<SessionField>;
  readonly otherwise: ProblemCode;
}

const COMPLETE: Requirement = { needs: 'isRegistrationComplete', otherwise: 'access.registration_incomplete' };

/** What each fact requires of a live session, in the order in which the problems are answered. */
export const FACTS: Record<Fact, readonly Requirement[]> = {
  anyone: [],
  signedIn: [],
  registered: [COMPLETE],
  learner: [{ needs: 'isLearner', otherwise: 'access.denied' }],
  creator: [
    COMPLETE,
    { needs: { any: [{ all: ['ownScope', 'isEducator'] }, 'administeredScope'] }, otherwise: 'access.denied' },
  ],
  organization: [COMPLETE, { needs: 'administeredScope', otherwise: 'access.denied' }],
  ofAge: [
    { needs: 'isAgeKnown', otherwise: 'age.unknown' },
    { needs: 'isOfAge', otherwise: 'age.consent_needed' },
  ],
  superadmin: [{ needs: 'isSuperadmin', otherwise: 'access.not_found' }],
  inPerson: [{ needs: 'isInPerson', otherwise: 'access.not_in_person' }],
};

/** How to compile an expression: the value of a leaf, and the combination of the values of its parts. */
export interface Fold<Leaf, Value> {
  leaf(leaf: Leaf): Value;
  all(parts: Value[]): Value;
  any(parts: Value[]): Value;
}

/** Compiles an expression, leaves from left to right. */
export const foldRule = <Leaf, Value>(rule: Rule<Leaf>, fold: Fold<Leaf, Value>): Value => {
  if (typeof rule === 'object' && rule !== null) {
    if ('all' in rule) return fold.all(rule.all.map((part) => foldRule(part, fold)));
    if ('any' in rule) return fold.any(rule.any.map((part) => foldRule(part, fold)));
  }
  return fold.leaf(rule as Leaf);
};

/** Every leaf of a rule. */
export const mayLeaves = (may: May): (Fact | RowFact)[] =>
  foldRule<Fact | RowFact, (Fact | RowFact)[]>(may, {
    leaf: (leaf) => [leaf],
    all: (parts) => parts.flat(),
    any: (parts) => parts.flat(),
  });

/** True if the call can be made without a session. */
export const isPublic = (may: May): boolean => mayLeaves(may).includes('anyone');

/** `undefined`: unknown on the client. */
type Truth = boolean | undefined;

const isTrue: Omit<Fold<never, Truth>, 'leaf'> = {
  all: (parts) => (parts.includes(false) ? false : parts.includes(undefined) ? undefined : true),
  any: (parts) => (parts.includes(true) ? true : parts.includes(undefined) ? undefined : false),
};

/** The fields of the own row `me` that the client evaluates facts with. */
export type ClientPerson = Pick<Me, 'scope' | 'isRegistrationComplete' | 'isLearner' | 'isEducator' | 'organizations'>;

/**
 * Whether a person may make a call, as far as the device knows: to show a button or to guard a route. The server checks
 * every call itself.
 *
 * @param person Undefined without a session.
 * @param scope The scope that the call would be made for.
 * @returns `unknown` if it depends on facts that only the server knows (`owns`, `canWatch`, `superadmin`, `ofAge`): show the
 *   button.
 */
export const mayOnClient = (may: May, person: ClientPerson | undefined, scope: string): 'yes' | 'no' | 'unknown' => {
  if (isPublic(may)) return 'yes';
  if (!person) return 'no';
  const ownScope = scope === person.scope;
  const administeredScope = person.organizations.some(({ id }) => scope === `org:${id}`);
  if (!ownScope && !administeredScope) return 'no';
  const fields: Record<SessionField, Truth> = {
    ...person,
    isSuperadmin: undefined,
    // No call's own rule asks for it: operators.ts adds it to those that the server enforces.
    isInPerson: true,
    // The act itself asks for what is missing (app/age), so that no button disappears.
    isAgeKnown: undefined,
    isOfAge: undefined,
    ownScope,
    administeredScope,
  };
  const truth = foldRule<Fact | RowFact, Truth>(may, {
    ...isTrue,
    leaf: (leaf) =>
      typeof leaf === 'string'
        ? isTrue.all(FACTS[leaf].map(({ needs }) => foldRule(needs, { ...isTrue, leaf: (field) => fields[field] })))
        : undefined,
  });
  if (truth === undefined) return 'unknown';
  return truth ? 'yes' : 'no';
};
