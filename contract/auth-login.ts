import * as v from 'valibot';
import { Deletion } from './account-leaving.ts';
import { defineCall } from './call.ts';
import { LoginInput, SecondFactorCode } from './forms.ts';
import { Id } from './ids.ts';

/** The answer of every way to sign in. */
export const LoginOutput = v.object({
  loginAllowed: v.boolean(),
  access: v.optional(v.string()),
  refresh: v.optional(v.string()),
  /** The password was right, and a code is needed: the ticket for `auth.confirmLogin`. Without it nothing is missing. */
  secondStep: v.optional(v.string()),
  userId: Id,
  profiles: v.array(v.object({ profileId: Id })),
  isRegistrationComplete: v.boolean(),
  isAdmin: v.boolean(),
  isEducator: v.boolean(),
  isOrganization: v.boolean(),
  /** Given for a deleted account, which no sign-in opens. Source: D-90. */
  deletion: v.optional(Deletion),
});

/**
 * A client that cannot ask for a code leaves `hasSecondStep` out, and is refused with a sentence that it shows. Source:
 * decision 0056.
 */
export const login = defineCall({
  id: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  may: 'anyone',
  input: v.object({ ...LoginInput.entries, hasSecondStep: v.optional(v.boolean()) }),
  output: LoginOutput,
  problems: ['auth.wrong_login', 'auth.too_many_logins', 'auth.second_step_needed'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Signs in',
});
export const confirmLogin = defineCall({
  id: 'auth.confirmLogin',
  method: 'POST',
  path: '/auth/login/confirm',
  may: 'anyone',
  input: v.object({ secondStep: v.pipe(v.string(), v.maxLength(200)), code: SecondFactorCode }),
  output: LoginOutput,
  problems: ['auth.wrong_code', 'auth.code_used', 'auth.second_step_over', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
});
