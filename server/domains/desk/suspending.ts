import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { suspensionMail } from '#contract/text/desk-mail.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import { found, type CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { endAllSessions } from '../auth/index.ts';
import { handOverChannels, hideChannels, showChannels, takeBackChannels } from '../channels/index.ts';
import { cancelPaid } from '../subscriptions/index.ts';
import { tell } from './tell.ts';

/** What a suspension switched off: stored with the person until they are restored. */
export interface Switched {
  /** Own channels that were visible. */
  channels: string[];
  /** Channels of organizations that named the person as their educator. */
  handedOver: string[];
  /** The person is of the demo, and a server without a demo suspended them (`setDemoSuspended`). */
  isOfDemo?: boolean;
}

/** What switching a person off and on needs. */
type Parts = Pick<CallContext, 'services' | 'db' | 'now'>;

export interface Suspending {
  userId: string;
  /** False: restores. */
  suspended: boolean;
  /** The person reads it. */
  reason: string;
}

/**
 * Suspends a person, or takes that back; the act is kept, and the person is told by mail and by a notification. Profile and
 * comments are hidden by `is_suspended`, channels by what is done here. Runs in a transaction. Source: decision 0120.
 *
 * @param others Ids of people whom the caller tells of it: their versions are raised with those of the person, in one order.
 * @throws Problem `access.not_found`, `desk.not_suspendable` for operators and deleted accounts, `desk.done_meanwhile`.
 */
export const setSuspended = async (
  context: CallContext,
  { userId, suspended, reason }: Suspending,
  others: readonly string[] = [],
): Promise<void> => {
  const { services, db, session, now } = context;
  const scopes = await lockScopes(db, userId, others);
  const person = await db
    .selectFrom('users')
    .select(['scope', 'is_suspended', 'is_superadmin', 'deleted_at', 'suspension'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // An operator loses the role first: else one of them could shut out all others.
  if (person.deleted_at || (suspended && person.is_superadmin)) throw new Problem('desk.not_suspendable');
  if (person.is_suspended === suspended) throw new Problem('desk.done_meanwhile');
  if (suspended) await switchOff(context, userId, person.scope);
  else await switchOn(db, userId, person.suspension as Switched | null);
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: suspended ? 'person.suspended' : 'person.restored',
    subject: { kind: 'person', id: userId },
    reason,
    now,
  });
  await recordAccountEvent(db, {
    userId,
    kind: suspended ? 'operator_suspended' : 'operator_restored',
    userAgent: undefined,
    at: now,
  });
  await tell(context, [userId], {
    kind: suspended ? 'operator_suspended' : 'operator_restored',
    act,
    values: { reason },
    link: suspended ? notificationLinks.contactSupport : notificationLinks.subscriptions,
  });
  // A job of its own, whatever the person chose about notifications: who is suspended can read nothing else.
  const message = suspensionMail[suspended ? 'suspended' : 'restored'](services.config.publicUrl, reason);
  await services.jobs.send(db, 'security.send', { userId, message }, { key: `suspension:${act}` });
  for (const each of scopes) context.wake(each as typeof session.scope);
};

/** Raises the scopes of the person and of organizations whose channels name, or named, the person. */
export const lockScopes = async (db: Db, userId: string, others: readonly string[] = []): Promise<string[]> => {
  const { rows } = await sql<{ scope: string }>`select u.scope from users u where u.id = ${userId}
    union select c.scope from channels c where c.author_id = ${userId}
    union select c.scope from channels c join users u on u.id = ${userId} and u.suspension -> 'handedOver' ? c.id::text`.execute(
    db,
  );
  found(rows[0]);
  const scopes = rows.map(({ scope }) => scope);
  await raiseScopes(db, [...scopes, ...others.map(userScope)]);
  return scopes;
};

/** Ends every session, also of operators in the account, stops pushes, hides channels, and cancels what would be charged. */
export const switchOff = async (
  { services, db, now }: Parts,
  userId: string,
  scope: string,
  facts: Pick<Switched, 'isOfDemo'> = {},
): Promise<void> => {
  await endAllSessions(services, db, userId);
  const switched: Switched = {
    channels: await hideChannels(db, scope),
    handedOver: await handOverChannels(db, userId),
    ...facts,
  };
  await cancelPaid(db, userId, now);
  await db
    .updateTable('users')
    .set({ is_suspended: true, suspension: JSON.stringify(switched) })
    .where('id', '=', userId)
    .execute();
};

/** @param switched Null if a version before decision 0120 suspended the person: it hid no channels. */
export const switchOn = async (db: Db, userId: string, switched: Switched | null): Promise<void> => {
  await db.updateTable('users').set({ is_suspended: false, suspension: null }).where('id', '=', userId).execute();
  if (!switched) return;
  await showChannels(db, switched.channels);
  await takeBackChannels(db, userId, switched.handedOver);
};
