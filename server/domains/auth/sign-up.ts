import type { ParsedInputOf } from '#contract/call.ts';
import type { register as registerCall, sendCode as sendCodeCall } from '#contract/auth.ts';
import { newId, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { pageVersions } from '../pages/index.ts';
import { makeCodeRow, readDestination, sendCodeMessage, sendHasAccount, tryCode } from './codes.ts';
import { recordDelivery } from './delivery.ts';
import { greetingName } from './greeting-name.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { countCodeCheck, countRegistration, countSend, countTakenCheck } from './limits.ts';
import { checkNewPassword, ownWords } from './passwords.ts';
import { checkPossible } from './possible-number.ts';
import { isReservedName } from './reserved-names.ts';
import { hashPassword } from './secrets.ts';
import { isTimeZone } from '#server/time-zone.ts';
import { tryPassword } from './try-password.ts';
import { clientOf, giveRefreshToken, openSession } from './sessions.ts';

/** A verified code allows a registration for this long. Source: D-57. */
const VERIFIED_LIFE_MS = 30 * 60_000;
/** A repeat of a registration, whose answer was lost, is answered for this long. */
const REPEAT_LIFE_MS = 15 * 60_000;

type Registration = ParsedInputOf<typeof registerCall>;
type Column = 'username' | 'email' | 'phone_number';
/** When a contact was verified: one that was not blocks nobody else. Source: D-57. */
const VERIFIED_AT = { email: 'email_verified_at', phone_number: 'phone_verified_at' } as const;

const isTaken = async (db: Db, column: Column, value: string): Promise<boolean> => {
  const claims = db.selectFrom('users').select('id').where(column, '=', value);
  const taken = column === 'username' ? claims : claims.where(VERIFIED_AT[column], 'is not', null);
  return (await taken.executeTakeFirst()) !== undefined;
};

const checkUsername = async ({ services, db, request }: CallContext, { username }: { username: string }) => {
  await countTakenCheck(services, request.client);
  return { usernameTaken: isReservedName(username) || (await isTaken(db, 'username', username)) };
};
const checkEmail = async ({ services, db, request }: CallContext, { email }: { email: string }) => {
  await countTakenCheck(services, request.client);
  return { emailTaken: await isTaken(db, 'email', email) };
};
const checkPhone = async ({ services, db, request }: CallContext, { phoneNumber }: { phoneNumber: string }) => {
  await countTakenCheck(services, request.client);
  await checkPossible(phoneNumber);
  return { phoneNumberTaken: await isTaken(db, 'phone_number', phoneNumber) };
};

/** Sends a code; a resend is a new code under a new id, within the same limits. Who has an account gets a hint instead. */
const sendCode = async ({ services, db, request }: CallContext, input: ParsedInputOf<typeof sendCodeCall>) => {
  const method = input.communicationMethod;
  const destination = readDestination(method, input.destinationValue);
  if (method === 'text') await checkPossible(destination, 'destinationValue');
  await countSend(services, request.client, { purpose: 'sign_up', destination });
  const hasAccount = await isTaken(db, method === 'email' ? 'email' : 'phone_number', destination);
  const codeId = await makeCodeRow(services, db, { purpose: 'sign_up', destination });
  const firstName = greetingName(input.userFirstName);
  try {
    await recordDelivery(services, codeId, () =>
      hasAccount
        ? sendHasAccount(services, { method, destination })
        : sendCodeMessage(services, { method, destination, purpose: 'sign_up', firstName }, codeId),
    );
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('auth.code_not_sent', {}, { cause });
  }
  return { codeId };
};

const verifyCode = async (
  context: CallContext,
  input: { confirmationCodeFromUser: string; confirmationCodeId: string },
) => {
  const { services, db, request } = context;
  await countCodeCheck(services, request.client);
  const right = await tryCode(context, 'sign_up', input.confirmationCodeId, input.confirmationCodeFromUser);
  if (right)
    await db
      .updateTable('confirmation_codes')
      .set({ verified_at: services.now() })
      .where('id', '=', right.id)
      .execute();
  return { correct: right !== undefined };
};

/**
 * Makes an account after a verified code, with a first session. A repeat after a lost answer gets another session of the
 * same account.
 */
const register = async (context: CallContext, input: Registration) => {
  const { services, db, request } = context;
  checkNewPassword(input.password1, input.password2, ownWords(input));
  await checkPossible(input.phoneNumber);
  await countRegistration(services, request.client);
  const client = clientOf(context);
  const signInAgain = async (existingId: string) =>
    answer(context, existingId, await openSession(services, db, existingId, client));
  const before = await findRepeated(context, input);
  if (before?.isRight) return signInAgain(before.id);
  try {
    return await makeAccount(context, input);
  } catch (error) {
    // Two deliveries at the same time: the other one has used the code and taken the names. One that was found before, with
    // another password, is not asked again: each comparison is a guess.
    const done = error instanceof Problem && !before ? await findRepeated(context, input) : undefined;
    if (done?.isRight) return signInAgain(done.id);
    throw error;
  }
};

const makeAccount = async (context: CallContext, input: Registration) => {
  const { services, db } = context;
  const client = clientOf(context);
  const codeId = await findVerifiedCode(context, input);
  if (isReservedName(input.username)) throw new Problem('auth.username_taken');
  if (await isTaken(db, 'username', input.username)) throw new Problem('auth.username_taken');
  if (await isTaken(db, 'email', input.email)) throw new Problem('auth.email_taken');
  if (await isTaken(db, 'phone_number', input.phoneNumber)) throw new Problem('auth.phone_taken');
  const passwordHash = await hashPassword(services, 'strangers', input.password1);
  const userId = newId(services.now().getTime());
  const tokens = await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('confirmation_codes')
      .set({ used_at: services.now() })
      .where('id', '=', codeId)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new Problem('auth.code_not_verified');
    await addUser(context, tx, userId, input, passwordHash);
    return openSession(services, tx, userId, client);
  });
  return answer(context, userId, tokens);
};

const answer = (context: CallContext, userId: string, tokens: { access: string; refresh: string }) => {
  context.setStatus(201);
  const given = giveRefreshToken(context, tokens.refresh) ?? '';
  rememberDevice(context, userId);
  return { accessToken: tokens.access, refreshToken: given, userId };
};

/** The account that the same registration made a moment ago. A password that is tried here counts like one of a sign-in. */
const findRepeated = async (
  context: CallContext,
  input: Registration,
): Promise<{ id: string; isRight: boolean } | undefined> => {
  const { services, db, request } = context;
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', input.username)
    .where('email', '=', input.email)
    .where('phone_number', '=', input.phoneNumber)
    .where('created_at', '>', new Date(services.now().getTime() - REPEAT_LIFE_MS))
    .where('is_suspended', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  const proof = {
    account: row.id,
    device: knownDevice(context, row.id),
    password: input.password1,
    hash: row.password_hash,
  };
  return { id: row.id, isRight: await tryPassword(services, request.client, proof) };
};

const findVerifiedCode = async ({ services, db }: CallContext, input: Registration): Promise<string> => {
  let query = db
    .selectFrom('confirmation_codes')
    .select('id')
    .where('purpose', '=', 'sign_up')
    .where('destination', '=', input.communicationMethod === 'email' ? input.email : input.phoneNumber)
    .where('verified_at', '>', new Date(services.now().getTime() - VERIFIED_LIFE_MS))
    .where('used_at', 'is', null);
  if (input.codeId) query = query.where('id', '=', input.codeId);
  const row = await query.executeTakeFirst();
  if (!row) throw new Problem('auth.code_not_verified');
  return row.id;
};

const addUser = async (
  { services }: CallContext,
  tx: Db,
  userId: string,
  input: Registration,
  passwordHash: string,
): Promise<void> => {
  const scope = userScope(userId);
  await tx
    .insertInto('users')
    .values({
      id: userId,
      scope,
      username: input.username,
      email: input.email,
      phone_number: input.phoneNumber,
      password_hash: passwordHash,
      first_name: input.firstName,
      last_name: input.lastName,
      communication_method: input.communicationMethod,
      [input.communicationMethod === 'email' ? 'email_verified_at' : 'phone_verified_at']: services.now(),
      time_zone: isTimeZone(input.timeZone) ? input.timeZone : 'UTC',
      profile_id: newId(services.now().getTime()),
      created_at: services.now(),
      terms_accepted_at: services.now(),
      terms_versions: JSON.stringify(await pageVersions(tx, ['Terms of Use', 'Privacy Policy'])),
    })
    .execute();
  await tx.insertInto('storage_accounts').values({ scope }).execute();
};

export const signUpHandlers = {
  'auth.checkUsername': checkUsername,
  'auth.checkEmail': checkEmail,
  'auth.checkPhone': checkPhone,
  'auth.sendCode': sendCode,
  'auth.verifyCode': verifyCode,
  'auth.register': register,
} satisfies Handlers;
