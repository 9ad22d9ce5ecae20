import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { Id } from './ids.ts';
import { PEOPLE_SEARCH_MAX } from './search-limits.ts';
import { Instant, Limit, Offset, listOf, text } from './patterns.ts';

// People at the operator's desk, suspending them, and log in as admin. Source: D-237, D-297, decisions 0114, 0120.

/** A person as operators find them. */
export const PersonOfDesk = v.object({
  userId: Id,
  name: v.string(),
  username: v.string(),
  email: v.string(),
  roles: v.array(v.picklist(['learner', 'educator'])),
  /** Names of the organizations that the person administers. */
  organizations: v.array(v.string()),
  joinedAt: Instant,
  /** On how many devices the person is signed in, and when one of them was last used. */
  sessions: v.number(),
  lastSeenAt: v.nullable(Instant),
  /** Suspended or deleted: nobody can sign in. */
  state: v.picklist(['active', 'suspended', 'deleted']),
  /** Why, by which operator (a name) and when; null for everybody else, and if it was done by a command on the database. */
  suspension: v.nullable(v.object({ reason: v.string(), by: v.string(), at: Instant })),
  /** Nobody logs in as an operator. */
  isSuperadmin: v.boolean(),
});
export type PersonOfDesk = v.InferOutput<typeof PersonOfDesk>;

export const listPeople = defineCall({
  id: 'desk.people',
  method: 'GET',
  path: '/admin/people',
  may: 'superadmin',
  input: v.object({
    search: v.optional(text(0, PEOPLE_SEARCH_MAX), ''),
    state: v.optional(v.picklist(['all', 'suspended']), 'all'),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(PersonOfDesk),
  problems: [],
  offline: 'online',
  summary: 'People whose name, username or email has all of the words; who joined last comes first',
});
export const signOutPerson = defineCall({
  id: 'desk.signOutPerson',
  method: 'POST',
  path: '/admin/people/{userId}/sign-out',
  may: 'superadmin',
  input: v.object({ userId: Id, reason: ActReason }),
  output: PersonOfDesk,
  problems: [],
  offline: 'online',
  summary: 'Signs a person out on every device; they are told why',
});
export const setSuspended = defineCall({
  id: 'desk.setSuspended',
  method: 'PUT',
  path: '/admin/people/{userId}/suspended',
  may: 'superadmin',
  input: v.object({ userId: Id, suspended: v.boolean(), reason: ActReason }),
  output: PersonOfDesk,
  problems: ['desk.not_suspendable', 'desk.done_meanwhile'],
  offline: 'online',
  summary: 'Suspends a person: nobody signs in, and others see nothing of them; or takes that back. They are told why',
});

/** The query of a link of log in as admin. Source: D-237, ADM-003. */
export const LoginOfOperator = v.object({
  access: text(1, 200),
  refresh: text(1, 200),
  userId: Id,
  profileId: Id,
});
export type LoginOfOperator = v.InferOutput<typeof LoginOfOperator>;

export const makeLogin = defineCall({
  id: 'desk.makeLogin',
  method: 'POST',
  path: '/auth/impersonate',
  may: 'superadmin',
  input: v.object({ userId: Id, reason: ActReason }),
  output: v.object({ link: v.string(), expiresAt: Instant }),
  problems: ['desk.no_login'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A link, for once and for this operator, that signs in to the account of a person',
});
export const exchangeLogin = defineCall({
  id: 'desk.exchangeLogin',
  method: 'POST',
  path: '/auth/impersonate/exchange',
  may: 'superadmin',
  input: LoginOfOperator,
  output: v.object({
    userId: Id,
    access: v.string(),
    refresh: v.optional(v.string()),
    /** When the session ends. */
    endsAt: Instant,
  }),
  problems: ['desk.login_over', 'desk.no_login'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Exchanges the tokens of a link for a session in the account of the person, who is told',
});
