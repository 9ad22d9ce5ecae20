import type { ProblemCode } from './problems.ts';
import type { Me } from './rows.ts';
import type { OwnTableKind } from './tables.ts';

/**
 * Who may make a call, as data: and/or over a closed list of facts. Each fact is defined once, below, over the fields
 * of a session. From these definitions come the server's check and its SQL condition (server/calls/rules.ts), the
 * client's `mayOnClient`, and the authorization matrix of the tests. A call is denied unless its rule holds.
 */

/** An expression of `all` and `any` over leaves of one kind. */
export type Rule<Leaf> = Leaf | { readonly all: readonly Rule<Leaf>[] } | { readonly any: readonly Rule<Leaf>[] };

/** Kinds of rows that belong to a scope: those of the synced tables, and what no device holds as rows. */
export type OwnedKind = OwnTableKind | 'upload' | 'device';

export type Fact =
  /** No session needed. */
  | 'anyone'
  /** A live session; the registration may be incomplete. */
  | 'signedIn'
  /** A live session of a complete registration. */
  | 'registered'
  | 'learner'
  /** Acts for a scope that may run channels: the person as educator, or an organization they administer. */
  | 'creator'
  | 'superadmin';

/** A fact that needs a query: only the server can answer it. */
export type RowFact =
  /** The row named by this input belongs to the call's scope; another's row answers like a missing one. */
  | { readonly owns: OwnedKind; readonly by: string }
  /** The published content named by this input may be watched by the caller. Source: D-285. */
  | { readonly canWatch: string };

export type May = Rule<Fact | RowFact>;

/** What a session knows of its person, and how the person relates to the scope that the call is made for. */
export type SessionField =
  | 'isRegistrationComplete'
  | 'isLearner'
  | 'isEducator'
  | 'isSuperadmin'
  /** The scope is the person's own. */
  | 'ownScope'
  /** The scope is an approved organization that the person administers. */
  | 'administeredScope';

/** What must hold, and the problem that the call answers if it does not. */
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
  superadmin: [{ needs: 'isSuperadmin', otherwise: 'access.not_found' }],
};

/* @__NO_SIDE_EFFECTS__ */
export const all = (...parts: May[]): May => ({ all: parts });
/* @__NO_SIDE_EFFECTS__ */
export const any = (...parts: May[]): May => ({ any: parts });
/* @__NO_SIDE_EFFECTS__ */
export const owns = (kind: OwnedKind, by: string): May => ({ owns: kind, by });
/* @__NO_SIDE_EFFECTS__ */
export const canWatch = (by: string): May => ({ canWatch: by });

/** How an expression becomes a value: what a leaf means, and how the values of its parts combine. */
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

/** `undefined`: not known here. */
type Truth = boolean | undefined;

const isTrue: Omit<Fold<never, Truth>, 'leaf'> = {
  all: (parts) => (parts.includes(false) ? false : parts.includes(undefined) ? undefined : true),
  any: (parts) => (parts.includes(true) ? true : parts.includes(undefined) ? undefined : false),
};

/** What the client knows of the person: a part of the own row `me`. */
export type ClientPerson = Pick<Me, 'scope' | 'isRegistrationComplete' | 'isLearner' | 'isEducator' | 'organizations'>;

/**
 * Whether a person may make a call, as far as the device knows: to show a button or to guard a route. The server
 * decides when the call arrives.
 *
 * @param person Undefined without a session.
 * @param scope The scope that the call would be made for.
 * @returns `unknown` where the answer depends on what only the server knows (`owns`, `canWatch`, `superadmin`): show
 *   the button.
 */
export const mayOnClient = (may: May, person: ClientPerson | undefined, scope: string): 'yes' | 'no' | 'unknown' => {
  if (isPublic(may)) return 'yes';
  if (!person) return 'no';
  const ownScope = scope === person.scope;
  const administeredScope = person.organizations.some(({ id }) => scope === `org:${id}`);
  if (!ownScope && !administeredScope) return 'no';
  const fields: Record<SessionField, Truth> = { ...person, isSuperadmin: undefined, ownScope, administeredScope };
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
