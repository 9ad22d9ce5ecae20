import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Nothing, text } from './patterns.ts';

// Apart from the other calls of sign-in and sign-up, because every page may need them.

export const refresh = defineCall({
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/token/refresh',
  may: 'anyone',
  input: v.object({
    refresh: v.optional(v.pipe(v.string(), v.maxLength(500))),
    // Drawn by the client, kept before it is sent, and repeated until an answer arrives. Source: D-58.
    attempt: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,100}$/))),
    // IANA name of the device's time zone: digests come at times in it. Source: decision 0119.
    timeZone: v.optional(text(1, 64)),
  }),
  output: v.object({ access: v.string(), refresh: v.optional(v.string()) }),
  problems: ['session.over', 'session.ended'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A new access token for the refresh cookie or token',
});
export const logout = defineCall({
  id: 'auth.logout',
  method: 'POST',
  path: '/logout',
  may: 'anyone',
  input: v.object({}),
  output: Nothing,
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'Ends the session',
});
export const logoutByGet = defineCall({
  id: 'auth.logoutByGet',
  method: 'GET',
  path: '/logout',
  may: 'anyone',
  input: v.object({}),
  output: Nothing,
  problems: ['request.cross_site'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Ends the session; same-origin fetches only',
});
