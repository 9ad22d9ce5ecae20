import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { commonText } from '#contract/text/common.ts';
import { found, type CallContext, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import {
  checkNewPasskey,
  checkOwnPassword,
  countLogin,
  handleOf,
  knownDevice,
  makePasskeyChallenge,
  noteSecurity,
  relyingParty,
  replaceRecoveryCodes,
  spendAppCode,
  spendCode,
  startTwoFactor,
} from '../auth/index.ts';
import { proveOwner } from './prove.ts';

/** Signatures that we check: Ed25519, ECDSA with P-256, RSA. The first that the device knows is used. */
const ALGORITHMS = [-8, -7, -257];

const PASSKEY_COLUMNS = ['id', 'name', 'is_synced', 'created_at', 'used_at'] as const;
interface PasskeyRow {
  id: string;
  name: string;
  is_synced: boolean;
  created_at: Date;
  used_at: Date | null;
}
const toPasskey = ({ id, name, is_synced, created_at, used_at }: PasskeyRow) => ({
  id,
  name,
  isSynced: is_synced,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
});

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];
/** A first name, which the person can change. */
const nameFrom = (userAgent: string): string => {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return system ? `Passkey on ${system}` : 'Passkey';
};

const readSecurity: Handlers['account.security'] = async ({ db, session }: CallContext) => {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(PASSKEY_COLUMNS)
    .where('user_id', '=', session.userId)
    .orderBy('created_at')
    .execute();
  const twoFactor = await db
    .selectFrom('two_factor')
    .select((is) => [
      'confirmed_at',
      is
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.user_id', '=', 'two_factor.user_id')
        .where('used_at', 'is', null)
        .as('left'),
    ])
    .where('user_id', '=', session.userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return {
    passkeys: passkeys.map(toPasskey),
    twoFactor: {
      isOn: twoFactor !== undefined,
      since: twoFactor?.confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft: twoFactor?.left ?? 0,
    },
  };
};

const startPasskey = async (context: CallContext, { password }: { password?: string | undefined }) => {
  const { db, session, services } = context;
  await proveOwner(context, password);
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', session.userId)
    .execute();
  if (known.length >= PASSKEYS_MAX) throw new Problem('account.passkeys_full');
  const person = await db
    .selectFrom('users')
    .select(['username', 'first_name', 'last_name'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  return {
    rp: { id: relyingParty(services.config).id, name: commonText.product },
    user: {
      id: handleOf(session.userId),
      name: person.username,
      displayName: `${person.first_name} ${person.last_name}`,
    },
    challenge: await makePasskeyChallenge(context, session.userId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: 5 * 60_000,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
};

const addPasskey: Handlers['account.addPasskey'] = async (context: CallContext, { passkey }) => {
  const { db, session, request, now } = context;
  const checked = await checkNewPasskey(context, session.userId, passkey);
  await lockPerson(db, session.userId);
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', session.userId)
    .executeTakeFirstOrThrow();
  if (count >= PASSKEYS_MAX) throw new Problem('account.passkeys_full');
  const added = await db
    .insertInto('passkeys')
    .values({
      id: newId(now.getTime()),
      user_id: session.userId,
      credential_id: checked.credentialId,
      public_key: Buffer.from(checked.publicKey),
      counter: checked.counter,
      transports: checked.transports,
      name: nameFrom(request.header('user-agent') ?? ''),
      is_synced: checked.isSynced,
      created_at: now,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning(PASSKEY_COLUMNS)
    .executeTakeFirst();
  if (!added) throw new Problem('account.passkey_known');
  await noteSecurity(context, db, session.userId, 'passkey_added');
  context.setStatus(201);
  return toPasskey(added);
};

/** One change of a person's ways to sign in at a time. */
const lockPerson = async (db: Db, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`security:${userId}`}, 0))`.execute(db);
};

const renamePasskey: Handlers['account.renamePasskey'] = async ({ db, session }: CallContext, { id, name }) =>
  toPasskey(
    found(
      await db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', session.userId)
        .returning(PASSKEY_COLUMNS)
        .executeTakeFirst(),
    ),
  );

const deletePasskey: Handlers['account.deletePasskey'] = async (context: CallContext, { id }) => {
  const { db, session, services } = context;
  const { credential_id } = found(
    await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', session.userId)
      .returning('credential_id')
      .executeTakeFirst(),
  );
  await noteSecurity(context, db, session.userId, 'passkey_deleted');
  return { rpId: relyingParty(services.config).id, credentialId: credential_id };
};

const beginTwoFactor = async (context: CallContext, { password }: { password?: string | undefined }) => {
  const { services, db, session } = context;
  await proveOwner(context, password);
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  return startTwoFactor(services, db, { userId: session.userId, username });
};

/** @throws Problem unless two-factor sign-in is in this state. */
const expectState = async (db: Db, userId: string, expected: 'on' | 'started'): Promise<void> => {
  const row = await db.selectFrom('two_factor').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst();
  if (expected === 'on' && !row?.confirmed_at) throw new Problem('account.two_factor_off');
  if (expected === 'started' && !row) throw new Problem('account.two_factor_not_started');
  if (expected === 'started' && row?.confirmed_at) throw new Problem('account.two_factor_on');
};

/** Counts a wrong code like one of sign-in: the same buckets. */
const countCode = (context: CallContext): Promise<() => Promise<void>> => {
  const { services, request, session } = context;
  return countLogin(services, request.client, `code:${session.userId}`, knownDevice(context, session.userId));
};

const confirmTwoFactor = async (context: CallContext, { code }: { code: string }) => {
  const { services, db, session, now } = context;
  const { userId } = session;
  await lockPerson(db, userId);
  await expectState(db, userId, 'started');
  const takeBack = await countCode(context);
  await spendAppCode(services, db, userId, code);
  await takeBack();
  await db.updateTable('two_factor').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
  const recoveryCodes = await replaceRecoveryCodes(services, db, userId);
  await noteSecurity(context, db, userId, 'two_factor_on');
  return { recoveryCodes };
};

/** Password and code: neither a found device nor a leaked password alone changes two-factor sign-in. */
const checkBoth = async (context: CallContext, { password, code }: { password: string; code: string }) => {
  const { services, db, session } = context;
  await lockPerson(db, session.userId);
  await expectState(db, session.userId, 'on');
  await checkOwnPassword(context, password);
  const takeBack = await countCode(context);
  await spendCode(services, db, session.userId, code);
  await takeBack();
};

const stopTwoFactor = async (context: CallContext, input: { password: string; code: string }) => {
  const { db, session } = context;
  await checkBoth(context, input);
  await db.deleteFrom('two_factor').where('user_id', '=', session.userId).execute();
  await noteSecurity(context, db, session.userId, 'two_factor_off');
  return undefined;
};

const makeRecoveryCodes = async (context: CallContext, input: { password: string; code: string }) => {
  const { services, db, session } = context;
  await checkBoth(context, input);
  const recoveryCodes = await replaceRecoveryCodes(services, db, session.userId);
  await noteSecurity(context, db, session.userId, 'recovery_codes_made');
  return { recoveryCodes };
};

export const securityHandlers = {
  'account.security': readSecurity,
  'account.startPasskey': startPasskey,
  'account.addPasskey': addPasskey,
  'account.renamePasskey': renamePasskey,
  'account.deletePasskey': deletePasskey,
  'account.startTwoFactor': beginTwoFactor,
  'account.confirmTwoFactor': confirmTwoFactor,
  'account.stopTwoFactor': stopTwoFactor,
  'account.makeRecoveryCodes': makeRecoveryCodes,
} satisfies Handlers;
