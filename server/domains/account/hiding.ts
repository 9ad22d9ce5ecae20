import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Db } from '#server/db/database.ts';
import { hasLeft } from '#server/db/has-left.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { handOverChannels, hideChannels, showChannels, takeBackChannels } from '../channels/index.ts';
import { deleteNoticesAbout, findNoticedAbout } from '../notifications/index.ts';
import { endSubscriptions, resumeSubscriptions, type EndedSubscription } from '../subscriptions/index.ts';

/** What a deletion switched off: stored with the person until the undo or the erasure. */
export interface Switched {
  /** Own channels that were visible. */
  channels: string[];
  /** Channels of organizations that named the person as their educator. */
  handedOver: string[];
  subscriptions: EndedSubscription[];
}

/**
 * An organization has exactly one Owner, who transfers the ownership before leaving. The caller has raised the scopes of the
 * person's organizations.
 *
 * @throws Problem `account.last_owner`. Source: D-90, D-236.
 */
export const requireNoOwnership = async (db: Db, userId: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select o.name from organizations o
    join organization_admins a on a.organization_id = o.id and a.user_id = ${userId} and a.role = 'Owner'
    order by o.name limit 1`.execute(db);
  if (rows[0]) throw new Problem('account.last_owner', { organization: rows[0].name });
};

/** Hides what others see of a person, and ends the subscriptions. The profile and comments are hidden by `deleted_at`. */
export const switchOff = async (db: Db, userId: string, scope: string, now: Date): Promise<Switched> => ({
  channels: await hideChannels(db, scope),
  handedOver: await handOverChannels(db, userId),
  subscriptions: await endSubscriptions(db, userId, now),
});

/** Takes a deletion back. A paid subscription stays cancelled: it runs until the end of its paid time. */
export const switchOn = async (db: Db, userId: string, switched: Switched): Promise<void> => {
  await showChannels(db, switched.channels);
  await takeBackChannels(db, userId, switched.handedOver);
  await resumeSubscriptions(db, switched.subscriptions);
};

/** People whose notifications are deleted in one transaction, which locks the scope counter of each. */
const NOTICED_BATCH = 500;

/** Deletes notifications about a person who has left, of some people. @returns Whether there may be more. */
export const hideNotices = async ({ database: { db } }: Services, userId: string): Promise<boolean> => {
  const people = await findNoticedAbout(db, userId, NOTICED_BATCH);
  if (people.length === 0 || !(await hasLeft(db, userScope(userId)))) return false;
  const scopes = people.map((id) => userScope(id));
  await db.transaction().execute(async (tx) => {
    await raiseScopes(tx, scopes);
    await deleteNoticesAbout(tx, userId, people);
    await wakeAtCommit(tx, scopes);
  });
  return people.length === NOTICED_BATCH;
};
