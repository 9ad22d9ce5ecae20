import * as v from 'valibot';
import { NewPasskey, Transports } from './auth-passkeys.ts';
import { defineCall } from './call.ts';
import { PasskeyName, PasswordAndCode, SecondFactorCode, TypedPassword } from './forms.ts';
import { Id } from './ids.ts';
import { Instant, Nothing } from './patterns.ts';

// Passkeys and two-factor sign-in. Changes need a connection: they are answered at once or not made. Source: decision 0056.

/** Proof of a person whose sign-in is not recent. */
const Proof = v.object({ password: v.optional(TypedPassword) });

export const Passkey = v.object({
  id: Id,
  name: v.string(),
  /** Whether the passkey is copied to other devices of the person, by their system. */
  isSynced: v.boolean(),
  createdAt: Instant,
  usedAt: v.nullable(Instant),
});
export const readSecurity = defineCall({
  id: 'account.security',
  method: 'GET',
  path: '/account/security',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({
    passkeys: v.array(Passkey),
    twoFactor: v.object({ isOn: v.boolean(), since: v.nullable(Instant), recoveryCodesLeft: v.number() }),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Passkeys and the state of two-factor sign-in',
});
export const startPasskey = defineCall({
  id: 'account.startPasskey',
  method: 'POST',
  path: '/account/passkeys/start',
  may: 'signedIn',
  input: Proof,
  output: v.object({
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    challenge: v.string(),
    pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
    timeout: v.number(),
    excludeCredentials: v.array(
      v.object({ id: v.string(), type: v.literal('public-key'), transports: v.optional(Transports) }),
    ),
    authenticatorSelection: v.object({
      residentKey: v.literal('required'),
      requireResidentKey: v.literal(true),
      userVerification: v.literal('required'),
    }),
    attestation: v.literal('none'),
  }),
  problems: ['account.proof_needed', 'account.wrong_password', 'account.passkeys_full', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Options for a new passkey; a sign-in of some time ago needs the password',
});
export const addPasskey = defineCall({
  id: 'account.addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  may: 'signedIn',
  input: v.object({ passkey: NewPasskey }),
  output: Passkey,
  problems: ['auth.passkey_expired', 'auth.passkey_refused', 'account.passkey_known', 'account.passkeys_full'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Adds a passkey',
});
export const renamePasskey = defineCall({
  id: 'account.renamePasskey',
  method: 'PUT',
  path: '/account/passkeys/{id}',
  may: 'signedIn',
  input: v.object({ id: Id, name: PasskeyName }),
  output: Passkey,
  problems: [],
  offline: 'online',
  summary: 'Renames a passkey',
});
export const deletePasskey = defineCall({
  id: 'account.deletePasskey',
  method: 'DELETE',
  path: '/account/passkeys/{id}',
  may: 'signedIn',
  input: v.object({ id: Id }),
  /** For the browser, which then stops offering it. */
  output: v.object({ rpId: v.string(), credentialId: v.string() }),
  problems: [],
  offline: 'online',
  summary: 'Deletes a passkey',
});
export const startTwoFactor = defineCall({
  id: 'account.startTwoFactor',
  method: 'POST',
  path: '/account/two-factor/start',
  may: 'signedIn',
  input: Proof,
  output: v.object({
    /** Base32, for typing. */
    secret: v.string(),
    /** `otpauth:` address, for the QR code. */
    address: v.string(),
  }),
  problems: ['account.proof_needed', 'account.wrong_password', 'account.two_factor_on', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A new secret for an authenticator app; a code of it turns two-factor sign-in on',
});
export const confirmTwoFactor = defineCall({
  id: 'account.confirmTwoFactor',
  method: 'POST',
  path: '/account/two-factor/confirm',
  may: 'signedIn',
  input: v.object({ code: SecondFactorCode }),
  output: v.object({ recoveryCodes: v.array(v.string()) }),
  problems: ['auth.wrong_code', 'account.two_factor_on', 'account.two_factor_not_started', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Turns two-factor sign-in on; answers the recovery codes, once',
});
export const stopTwoFactor = defineCall({
  id: 'account.stopTwoFactor',
  method: 'POST',
  path: '/account/two-factor/stop',
  may: 'signedIn',
  input: PasswordAndCode,
  output: Nothing,
  problems: [
    'auth.wrong_code',
    'auth.code_used',
    'account.two_factor_off',
    'account.wrong_password',
    'auth.too_many_logins',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Turns two-factor sign-in off',
});
export const makeRecoveryCodes = defineCall({
  id: 'account.makeRecoveryCodes',
  method: 'POST',
  path: '/account/two-factor/recovery-codes',
  may: 'signedIn',
  input: PasswordAndCode,
  output: v.object({ recoveryCodes: v.array(v.string()) }),
  problems: [
    'auth.wrong_code',
    'auth.code_used',
    'account.two_factor_off',
    'account.wrong_password',
    'auth.too_many_logins',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'New recovery codes; the old ones end',
});
