import { sql } from 'kysely';
import type { Invitation, InvitedRow } from '#contract/invites.ts';
import { newId } from '#contract/ids.ts';
import { INVITATIONS_PER_DAY, INVITATION_TEXTS_PER_DAY, LISTED_INVITATIONS_PER_DAY } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { invitesText } from '#contract/text/invites.ts';
import { found, type CallContext, type Handlers } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import { checkPossible } from '../auth/index.ts';
import { statusSql } from '../discounts/index.ts';
import { hasRefused, plainAddress } from '../invited-mail/index.ts';
import { makeCode } from './make-code.ts';
import { listInvitations, readInvitation } from './rows.ts';

const DAY_S = 86_400;
/** Messages of one person; those of them that are texts, which cost money; messages to one address by anybody; of one network. */
const OF_PERSON: Bucket = { capacity: INVITATIONS_PER_DAY, perSeconds: DAY_S };
const TEXTS_OF_PERSON: Bucket = { capacity: INVITATION_TEXTS_PER_DAY, perSeconds: DAY_S };
const TO_ADDRESS: Bucket = { capacity: 3, perSeconds: DAY_S };
const OF_NETWORK: Bucket = { capacity: 200, perSeconds: DAY_S };
/** By lists: those of one person, and of one network. Single invitations have their own. Source: decision 0132. */
const LISTED_OF_PERSON: Bucket = { capacity: LISTED_INVITATIONS_PER_DAY, perSeconds: DAY_S };
const LISTED_OF_NETWORK: Bucket = { capacity: 2 * LISTED_INVITATIONS_PER_DAY, perSeconds: DAY_S };

type Recipient = { email: string; phoneNumber?: undefined } | { email?: undefined; phoneNumber: string };
type Whole = Recipient & { recipientType: 'learner' | 'educator'; sportId?: string | undefined };

/** Counts a message, of a list or a single one. A refused try counts too, so that nobody finds out by many tries who has an account. */
export const countMessage = async (
  { services, session, request }: CallContext,
  to: Partial<Recipient>,
  isListed = false,
): Promise<void> => {
  const { counters } = services.database;
  const { userId } = session;
  const { network } = request.client;
  if (to.phoneNumber !== undefined)
    await takeToken(counters, `invite:texts-of:${userId}`, TEXTS_OF_PERSON, 'invite.text_limit');
  if (isListed) {
    await takeToken(counters, `invite:listed-from:${network}`, LISTED_OF_NETWORK, 'invite.list_limit');
    await takeToken(counters, `invite:listed-of:${userId}`, LISTED_OF_PERSON, 'invite.list_limit');
    return;
  }
  await takeToken(counters, `invite:from:${network}`, OF_NETWORK, 'invite.limit');
  await takeToken(counters, `invite:of:${userId}`, OF_PERSON, 'invite.limit');
};

/** Counts a message to an address. @throws Problem `invite.opted_out`, `invite.address_limit`. Source: D-218. */
export const checkAddress = async ({ services, db }: CallContext, address: string): Promise<void> => {
  if (await hasRefused(services, db, address)) throw new Problem('invite.opted_out');
  await takeToken(services.database.counters, `invite:to:${plainAddress(address)}`, TO_ADDRESS, 'invite.address_limit');
};

/** @throws Problem why this person gets no message now. Source: D-218. */
const checkRecipient = async (context: CallContext, { email, phoneNumber }: Recipient): Promise<void> => {
  const { db } = context;
  const address = email ?? phoneNumber;
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((is) => (email === undefined ? is('phone_number', '=', address) : is('email', '=', address)))
    .executeTakeFirst();
  if (member) throw new Problem('invite.has_account');
  await checkAddress(context, address);
};

/** Asks for a message of this invitation; it goes out once the transaction is committed. */
const askToSend = async (
  { services, db }: CallContext,
  id: string,
  about: 'invitation' | 'reminder',
): Promise<void> => {
  const { rows } = await sql<{ sends: number }>`update shareable_codes
    set sends_asked = sends_asked + 1, is_refused = false where id = ${id} returning sends_asked as sends`.execute(db);
  await services.jobs.send(db, 'invite.send', { id, about, send: rows[0]!.sends });
};

const reread = async ({ db, session, now }: CallContext, id: string): Promise<Invitation> =>
  found(await readInvitation(db, session.userId, id, now));

/** Whether the open invitation to this address came back. */
const isUndelivered = async ({ db, session, now }: CallContext, { email }: Partial<Recipient>): Promise<boolean> => {
  if (email === undefined) return false;
  const { rows } =
    await sql`select 1 from shareable_codes c where c.sender_id = ${session.userId} and c.email = ${email}
    and c.undelivered_at is not null and ${statusSql(now)} in ('pending', 'suspended')`.execute(db);
  return rows.length > 0;
};

/** Makes an invitation and sends it. Two at once to the same person become one. */
const invite = async (
  context: CallContext,
  { recipientType, sportId, ...to }: Whole,
  isListed = false,
): Promise<Invitation> => {
  const { db, session, now } = context;
  if (to.phoneNumber !== undefined) await checkPossible(to.phoneNumber);
  await countMessage(context, to, isListed);
  await checkRecipient(context, to);
  const id = newId(now.getTime());
  const program = {
    name: invitesText.program,
    discountAmountUnit: 'percent',
    discountAmountValue: 0,
    durationInMonths: 0,
  };
  const { rows } = await sql<{ id: string }>`insert into shareable_codes
      (id, code, kind, sender_id, recipient_type, sport_id, program, email, phone_number, created_at, expires_at)
    values (${id}, ${makeCode()}, 'invitation', ${session.userId}, ${recipientType}, ${sportId ?? null},
      ${JSON.stringify(program)}, ${to.email ?? null}, ${to.phoneNumber ?? null}, ${now},
      ${now}::timestamptz + interval '1 month')
    on conflict do nothing returning id`.execute(db);
  if (rows.length === 0) throw new Problem((await isUndelivered(context, to)) ? 'invite.undelivered' : 'invite.exists');
  await askToSend(context, id, 'invitation');
  return reread(context, id);
};

/** Invites one person of a list. What refuses one refuses no other. */
const inviteListed = async (
  context: CallContext,
  {
    recipientType,
    email,
    phoneNumber,
  }: { recipientType: Whole['recipientType'] } & Partial<Record<keyof Recipient, string | undefined>>,
): Promise<InvitedRow> => {
  const to: Recipient = email === undefined ? { phoneNumber: phoneNumber! } : { email };
  const name = email ?? phoneNumber!;
  try {
    await invite(context, { recipientType, ...to }, true);
    return { to: name, code: null, message: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { to: name, code: error.code, message: error.message };
  }
};

/**
 * The person's own invitation in one of these states, locked until the end of the transaction.
 *
 * @throws Problem `access.not_found` for another's; `invite.not_possible` in another state.
 */
const lock = async (context: CallContext, id: string, states: readonly Invitation['status'][]): Promise<Invitation> => {
  const { db, session } = context;
  await sql`select 1 from shareable_codes where id = ${id} and sender_id = ${session.userId} for update`.execute(db);
  const invitation = await reread(context, id);
  if (!states.includes(invitation.status)) throw new Problem('invite.not_possible');
  return invitation;
};

/** @throws Problem `invite.undelivered` if mails to this address come back. Source: decision 0135. */
const sendableTo = ({ email, phoneNumber, undeliveredAt }: Invitation): Recipient => {
  if (undeliveredAt) throw new Problem('invite.undelivered');
  return email === null ? { phoneNumber: phoneNumber! } : { email };
};

/** From which states each change is made. A cancelled invitation stays cancelled. Source: D-213. */
const CHANGES = {
  inactive: { from: ['pending', 'suspended', 'expired'], set: (now: Date) => ({ cancelled_at: now }) },
  suspended: { from: ['pending'], set: () => ({ is_active: false }) },
  active: { from: ['suspended'], set: () => ({ is_active: true }) },
} as const satisfies Record<string, { from: readonly Invitation['status'][]; set: (now: Date) => object }>;

export const inviteHandlers = {
  'invites.list': ({ db, session, now }, part) => listInvitations(db, session.userId, now, part),
  'invites.create': async (context, { recipientType, sportId, email, phoneNumber }) => {
    if (sportId !== undefined)
      found(await context.db.selectFrom('sports').select('id').where('id', '=', sportId).executeTakeFirst());
    const to: Recipient = email === undefined ? { phoneNumber: phoneNumber! } : { email };
    return invite(context, { recipientType, sportId, ...to });
  },
  'invites.inviteByEmail': (context, { email }) => invite(context, { email, recipientType: 'learner' }),
  'invites.inviteByText': (context, { phoneNumber }) => invite(context, { phoneNumber, recipientType: 'learner' }),
  'invites.inviteMany': async (context, { people }) => {
    const results: InvitedRow[] = [];
    // One after the other: two rows of one address take turns, so that the second finds the first.
    for (const person of people) results.push(await inviteListed(context, person));
    return { results };
  },
  'invites.change': async (context, { codeId, status }) => {
    const { from, set } = CHANGES[status];
    await lock(context, codeId, from);
    await context.db.updateTable('shareable_codes').set(set(context.now)).where('id', '=', codeId).execute();
    return reread(context, codeId);
  },
  'invites.delete': async (context, { id }) => {
    const { db, session, now } = context;
    await reread(context, id);
    await db
      .updateTable('shareable_codes')
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('sender_id', '=', session.userId)
      .where('deleted_at', 'is', null)
      .execute();
    return undefined;
  },
  'invites.resend': async (context, { id }) => {
    const to = sendableTo(await lock(context, id, ['expired']));
    await countMessage(context, to);
    await checkRecipient(context, to);
    await sql`update shareable_codes set expires_at = ${context.now}::timestamptz + interval '1 month'
      where id = ${id}`.execute(context.db);
    await askToSend(context, id, 'invitation');
    return reread(context, id);
  },
  'invites.remind': async (context, { codeId }) => {
    const invitation = await lock(context, codeId, ['pending']);
    if (invitation.remindersLeft === 0 || invitation.nextReminderAt !== null)
      throw new Problem('invite.reminder_limit');
    const to = sendableTo(invitation);
    await countMessage(context, to);
    await checkRecipient(context, to);
    await sql`update shareable_codes set reminders = reminders + 1, reminded_at = ${context.now}
      where id = ${codeId}`.execute(context.db);
    await askToSend(context, codeId, 'reminder');
    return undefined;
  },
} satisfies Handlers;
