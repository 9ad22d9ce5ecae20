import * as v from 'valibot';
import { LoginOutput } from './auth-login.ts';
import { defineCall } from './call.ts';

/* @__NO_SIDE_EFFECTS__ */
export const base64Url = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(max));
const CredentialId = base64Url(1400);
export const Transports = v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10));

/** What the browser answers for a new passkey, as JSON: RegistrationResponseJSON of WebAuthn. */
export const NewPasskey = v.object({
  id: CredentialId,
  rawId: CredentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64Url(4000),
    attestationObject: base64Url(20_000),
    transports: v.optional(Transports),
  }),
});

/** What the browser answers for a sign-in, as JSON: AuthenticationResponseJSON of WebAuthn. */
export const PasskeyProof = v.object({
  id: CredentialId,
  rawId: CredentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64Url(4000),
    authenticatorData: base64Url(4000),
    signature: base64Url(4000),
    userHandle: v.optional(base64Url(200)),
  }),
});

export const startPasskeySignIn = defineCall({
  id: 'auth.startPasskeySignIn',
  method: 'POST',
  path: '/auth/passkey/start',
  may: 'anyone',
  input: v.object({}),
  output: v.object({
    challenge: v.string(),
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'A challenge for a sign-in with a passkey',
});
export const passkeySignIn = defineCall({
  id: 'auth.passkeySignIn',
  method: 'POST',
  path: '/auth/passkey/sign-in',
  may: 'anyone',
  input: v.object({ proof: PasskeyProof }),
  output: LoginOutput,
  problems: ['auth.passkey_unknown', 'auth.passkey_expired', 'auth.passkey_refused'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Signs in with a passkey, which counts as two factors',
});
