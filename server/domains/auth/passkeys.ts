import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { InferOutput } from 'valibot';
import type { NewPasskey, PasskeyProof } from '#contract/auth-passkeys.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import type { Config } from '#server/config.ts';
import { CHALLENGE_LIFE_MS, keepChallenge, takeChallenge } from './challenges.ts';
import { countPasskey } from './limits.ts';
import { makeToken } from './secrets.ts';
import { enter } from './enter.ts';

/** Checks signatures of passkeys. Loaded with the first one: a server's start does not wait for it. */
const webAuthn = () => import('@simplewebauthn/server');

/** The site that passkeys are made for: host and origin of the public address. */
export const relyingParty = ({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** Makes a challenge, which can be answered once. @param userId The person, for a new passkey. */
export const makePasskeyChallenge = async ({ services, db }: CallContext, userId?: string): Promise<string> => {
  const value = makeToken();
  await keepChallenge(services, db, {
    purpose: userId === undefined ? 'passkey_sign_in' : 'passkey_new',
    value,
    ...(userId === undefined ? {} : { userId }),
  });
  return value;
};

/** Takes the challenge that an answer names, also when the call is refused afterwards. */
const challengeTaker = ({ services }: CallContext, userId?: string) => {
  let isTaken = false;
  return {
    expectedChallenge: async (value: string): Promise<boolean> => {
      isTaken = await takeChallenge(services, services.database.counters, {
        purpose: userId === undefined ? 'passkey_sign_in' : 'passkey_new',
        value,
        ...(userId === undefined ? {} : { userId }),
      });
      return isTaken;
    },
    /** What a failed check means: without a challenge it came too late, or again. */
    refusal: (cause: unknown) => new Problem(isTaken ? 'auth.passkey_refused' : 'auth.passkey_expired', {}, { cause }),
  };
};

/** A passkey whose answer was checked. */
export interface CheckedPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  isSynced: boolean;
}

/**
 * Checks the browser's answer for a new passkey: challenge of this person, our origin and host, person verified by the
 * device.
 *
 * @throws Problem `auth.passkey_expired`, `auth.passkey_refused`
 */
export const checkNewPasskey = async (
  context: CallContext,
  userId: string,
  answer: InferOutput<typeof NewPasskey>,
): Promise<CheckedPasskey> => {
  const site = relyingParty(context.services.config);
  const { expectedChallenge, refusal } = challengeTaker(context, userId);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  if (!verified) throw refusal(undefined);
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    isSynced: credentialBackedUp,
  };
};

const start: Handlers['auth.startPasskeySignIn'] = async (context: CallContext) => {
  await countPasskey(context.services, context.request.client);
  return {
    challenge: await makePasskeyChallenge(context),
    rpId: relyingParty(context.services.config).id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required' as const,
  };
};

/** Signs in with a passkey. The device has verified the person, so no second step follows. */
const signIn = async (context: CallContext, { proof }: { proof: InferOutput<typeof PasskeyProof> }) => {
  const { services, db, request, now } = context;
  await countPasskey(services, request.client);
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', proof.id)
    .executeTakeFirst();
  if (!passkey) throw new Problem('auth.passkey_unknown');
  const { newCounter, isSynced } = await checkProof(context, passkey, proof);
  return enter(context, passkey.user_id, async (tx) => {
    const used = await tx
      .updateTable('passkeys')
      .set({ counter: newCounter, is_synced: isSynced, used_at: now })
      .where('id', '=', passkey.id)
      // Another sign-in with the same count at the same time is a copy of the key.
      .where((is) => is.or([is('counter', '<', newCounter), is.and([is('counter', '=', 0), is.val(newCounter === 0)])]))
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new Problem('auth.passkey_refused');
  });
};

const checkProof = async (
  context: CallContext,
  passkey: { user_id: string; public_key: Buffer; counter: number },
  proof: InferOutput<typeof PasskeyProof>,
): Promise<{ newCounter: number; isSynced: boolean }> => {
  const site = relyingParty(context.services.config);
  const { expectedChallenge, refusal } = challengeTaker(context);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: proof.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  const { userHandle } = proof.response;
  const isOwners = userHandle === undefined || userHandle === handleOf(passkey.user_id);
  if (!verified || !isOwners) throw refusal(undefined);
  return { newCounter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
};

/** The person's id as passkeys store it. */
export const handleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

export const passkeyHandlers = {
  'auth.startPasskeySignIn': start,
  'auth.passkeySignIn': signIn,
} satisfies Handlers;
