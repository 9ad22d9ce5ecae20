import type { ParsedInputOf } from '#contract/call.ts';
import type {
  changeEmail as changeEmailCall,
  changePhone as changePhoneCall,
  sendContactCode,
} from '#contract/account.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import {
  countCodeCheck,
  countSend,
  countTakenCheck,
  knownDevice,
  makeCodeRow,
  noteSecurity,
  readDestination,
  tryCode,
} from '../auth/index.ts';
import { recordAccountEvent } from './events.ts';
import { readAccountSettings } from './settings.ts';

/** What differs between an address and a number. */
const CONTACTS = {
  email: {
    column: 'email',
    verifiedAt: 'email_verified_at',
    taken: 'auth.email_taken',
    event: 'email_changed',
    confirmed: 'email_confirmed',
  },
  text: {
    column: 'phone_number',
    verifiedAt: 'phone_verified_at',
    taken: 'auth.phone_taken',
    event: 'phone_changed',
    confirmed: 'phone_confirmed',
  },
} as const;
type Method = keyof typeof CONTACTS;

/** @throws Problem `auth.email_taken`, `auth.phone_taken` if another person has verified the address or number. Source: D-57. */
const refuseTaken = async ({ db, session }: CallContext, method: Method, destination: string): Promise<void> => {
  const { column, verifiedAt, taken } = CONTACTS[method];
  const other = await db
    .selectFrom('users')
    .select('id')
    .where(column, '=', destination)
    .where(verifiedAt, 'is not', null)
    .where('id', '<>', session.userId)
    .executeTakeFirst();
  if (other) throw new Problem(taken);
};

/** Queues a code to the new address or number; the limits of sign-up hold. Source: D-88, D-56. */
const sendCode = async (context: CallContext, input: ParsedInputOf<typeof sendContactCode>) => {
  const { services, db, session, request } = context;
  const method = input.communicationMethod;
  const destination = readDestination(method, input.destinationValue);
  await countTakenCheck(services, request.client);
  await refuseTaken(context, method, destination);
  await countSend(services, request.client, { purpose: 'change', destination }, knownDevice(context, session.userId));
  const codeId = await makeCodeRow(services, db, { purpose: 'change', destination, userId: session.userId });
  await services.jobs.send(db, 'code.send', { codeId });
  return { codeId };
};

interface Confirmation {
  codeId: string;
  confirmationCodeFromUser: string;
}

/**
 * Checks the code and marks it as used, with the change. A try is counted although the change is refused.
 *
 * @throws Problem `account.wrong_code`, `auth.code_void`, `auth.code_expired`
 */
const spendCode = async (
  context: CallContext,
  destination: string,
  { codeId, confirmationCodeFromUser }: Confirmation,
): Promise<void> => {
  const { services, db, session, request, now } = context;
  await countCodeCheck(services, request.client);
  const right = await tryCode(context, 'change', codeId, confirmationCodeFromUser);
  if (right?.user_id !== session.userId || right.destination !== destination) throw new Problem('account.wrong_code');
  const used = await db
    .updateTable('confirmation_codes')
    .set({ used_at: now })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new Problem('auth.code_expired');
};

/** Whether this very change was made: its first answer was lost, and the person pressed again. */
const isMade = async ({ db, session }: CallContext, method: Method, destination: string, codeId: string) =>
  (await db
    .selectFrom('confirmation_codes as code')
    .innerJoin('users as owner', 'owner.id', 'code.user_id')
    .select('code.id')
    .where('code.id', '=', codeId)
    .where('code.user_id', '=', session.userId)
    .where('code.destination', '=', destination)
    .where('code.used_at', 'is not', null)
    .where(`owner.${CONTACTS[method].column}`, '=', destination)
    .executeTakeFirst()) !== undefined;

/** The person's address, if they verified it: an unverified one may be a stranger's. */
const verifiedEmail = async ({ db, session }: CallContext): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', session.userId)
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
  )?.email;

/** The person's own address or number, as it is stored. */
const ownContact = async ({ db, session }: CallContext, method: Method): Promise<string> => {
  const { column } = CONTACTS[method];
  const row = await db
    .selectFrom('users')
    .select(`${column} as contact`)
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  return row.contact;
};

/**
 * Changes the address or number, or confirms the one that the person gave at sign-up. A confirmation changes nothing else,
 * so no message about a change is sent. Source: D-57, D-88, decision 0067.
 */
const changeContact = async (context: CallContext, method: Method, destination: string, confirmation: Confirmation) => {
  const { db, session, request, now } = context;
  const { column, verifiedAt, event, confirmed } = CONTACTS[method];
  const before = await readAccountSettings(db, session.userId);
  if (await isMade(context, method, destination, confirmation.codeId)) return before;
  const former = await verifiedEmail(context);
  const isOwn = (await ownContact(context, method)) === destination;
  await spendCode(context, destination, confirmation);
  await db
    .updateTable('users')
    .set({ [column]: destination, [verifiedAt]: now, ...(method === 'email' && { email_unreachable_since: null }) })
    .where('id', '=', session.userId)
    .execute();
  if (isOwn)
    await recordAccountEvent(db, {
      userId: session.userId,
      kind: confirmed,
      userAgent: request.header('user-agent'),
      at: now,
    });
  else await noteSecurity(context, db, session.userId, event, method === 'email' ? former : undefined);
  return readAccountSettings(db, session.userId);
};

export const contactHandlers = {
  'account.sendCode': sendCode,
  'account.changeEmail': (context: CallContext, { email, ...code }: ParsedInputOf<typeof changeEmailCall>) =>
    changeContact(context, 'email', email, code),
  'account.changePhone': (context: CallContext, { phoneNumber, ...code }: ParsedInputOf<typeof changePhoneCall>) =>
    changeContact(context, 'text', phoneNumber, code),
} satisfies Handlers;
