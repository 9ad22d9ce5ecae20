/**
 * Who may make a call, as data: and/or over a closed list of facts. The server compiles it to its check, the client
 * to hiding a button, the tests to the authorization matrix. Deny by default: there is no fact that means "whoever".
 */

/** Kinds of rows that belong to a scope. */
export type OwnedKind =
  | 'content'
  | 'folder'
  | 'tagProfile'
  | 'channel'
  | 'playlist'
  | 'publication'
  | 'notification'
  | 'upload'
  | 'device';

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

export type May =
  | Fact
  | { readonly all: readonly May[] }
  | { readonly any: readonly May[] }
  /** The row named by this input belongs to the call's scope; another's row answers like a missing one. */
  | { readonly owns: OwnedKind; readonly by: string }
  /** The published content named by this input may be watched by the caller. Source: D-285. */
  | { readonly canWatch: string };

/* @__NO_SIDE_EFFECTS__ */
export const all = (...parts: May[]): May => ({ all: parts });
/* @__NO_SIDE_EFFECTS__ */
export const any = (...parts: May[]): May => ({ any: parts });
/* @__NO_SIDE_EFFECTS__ */
export const owns = (kind: OwnedKind, by: string): May => ({ owns: kind, by });
/* @__NO_SIDE_EFFECTS__ */
export const canWatch = (by: string): May => ({ canWatch: by });

/** Visits every leaf of a rule. */
export const mayLeaves = (may: May): Exclude<May, { all: unknown } | { any: unknown }>[] => {
  if (typeof may === 'object' && 'all' in may) return may.all.flatMap(mayLeaves);
  if (typeof may === 'object' && 'any' in may) return may.any.flatMap(mayLeaves);
  return [may];
};

/** True if the call can be made without a session. */
export const isPublic = (may: May): boolean => mayLeaves(may).includes('anyone');
