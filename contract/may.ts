import type { OwnTableKind } from './tables.ts';

/**
 * Who may make a call, as data: and/or over a closed list of facts. A call is denied unless its rule holds. The facts
 * are defined in facts.ts, a separate file, because every call imports this one and few pages evaluate a rule.
 */

/** An expression of `all` and `any` over leaves of one kind. */
export type Rule<Leaf> = Leaf | { readonly all: readonly Rule<Leaf>[] } | { readonly any: readonly Rule<Leaf>[] };

/** Kinds of rows that belong to a scope: those of the synced tables, and those that are not synced. */
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
  /** Acts for an approved organization that they administer. */
  | 'organization'
  /** Of full age, or with a guardian's consent: asked of whatever is public or paid. Source: D-250, decision 0065. */
  | 'ofAge'
  | 'superadmin'
  /** The person themselves signed in, not an operator in their account. Added to rules by operators.ts. */
  | 'inPerson';

/** A fact that needs a query: only the server can answer it. */
export type RowFact =
  /** The row named by this input belongs to the call's scope; another's row answers like a missing one. */
  | { readonly owns: OwnedKind; readonly by: string }
  /** The published content named by this input may be watched by the caller. Source: D-285. */
  | { readonly canWatch: string };

export type May = Rule<Fact | RowFact>;

/* @__NO_SIDE_EFFECTS__ */
export const all = (...parts: May[]): May => ({ all: parts });
/* @__NO_SIDE_EFFECTS__ */
export const any = (...parts: May[]): May => ({ any: parts });
/* @__NO_SIDE_EFFECTS__ */
export const owns = (kind: OwnedKind, by: string): May => ({ owns: kind, by });
/* @__NO_SIDE_EFFECTS__ */
export const canWatch = (by: string): May => ({ canWatch: by });
