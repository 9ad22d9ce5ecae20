import * as v from 'valibot';
import { defineCall } from './call.ts';
import { LoginInput, Password } from './forms.ts';
import { Instant, Nothing } from './patterns.ts';

// Deletion of an account. Both calls need a connection: a deletion is made at once or not at all. Source: D-90.

/** When an account was deleted, and until when that can be undone. */
export const Deletion = v.object({ deletedAt: Instant, restorableUntil: Instant });
export type Deletion = v.InferOutput<typeof Deletion>;

export const deleteAccount = defineCall({
  id: 'account.delete',
  method: 'DELETE',
  path: '/account',
  may: 'signedIn',
  input: v.object({ password: Password }),
  deleteWithBody: true,
  output: Deletion,
  problems: ['account.wrong_password', 'account.last_owner', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Deletes the account; it is hidden at once and erased after twelve months',
});
export const restoreAccount = defineCall({
  id: 'account.restore',
  method: 'POST',
  path: '/account/restore',
  may: 'anyone',
  input: LoginInput,
  output: Nothing,
  problems: ['auth.wrong_login', 'auth.too_many_logins', 'account.gone'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Undoes the deletion of an account within 30 days; it opens no session',
});
