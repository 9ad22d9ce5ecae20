import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Instant, Nothing, listOf } from './patterns.ts';

/** A place where the person is signed in. Source: docs/decisions/0055. */
export const AccountSession = v.object({
  id: Id,
  /** From the `User-Agent` header, e.g. "Chrome on Android"; empty if it is unknown. */
  device: v.string(),
  createdAt: Instant,
  /** The last refresh of the session: at most the life of an access token ago while it is used. */
  lastSeenAt: Instant,
  /** The first part of the network address at that time; null if it says nothing. */
  network: v.nullable(v.string()),
  /** The session of this call. */
  isCurrent: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof AccountSession>;

export const listSessions = defineCall({
  id: 'account.sessions',
  method: 'GET',
  path: '/sessions',
  may: 'signedIn',
  input: v.object({}),
  output: listOf(AccountSession),
  problems: [],
  offline: 'cache',
  summary: 'Where the person is signed in',
});
/** Signing out a session that has ended already is no failure. */
export const endSession = defineCall({
  id: 'account.endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  may: 'signedIn',
  input: v.object({ id: Id }),
  output: Nothing,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Signs out one session of the person',
});
export const endOtherSessions = defineCall({
  id: 'account.endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  may: 'signedIn',
  input: v.object({}),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Signs out every other session of the person',
});
