import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { openCommunity } from '../channels/index.ts';
import { issueStandardCode } from '../invites/index.ts';
import { notify } from '../notifications/index.ts';
import { giveCreatorAccess } from '../subscriptions/index.ts';
import type { ApplicationRow } from './rows.ts';

/** Who decides, null for the points, and why. */
export interface Decision {
  status: 'approved' | 'denied';
  by: string | null;
  reason: string | null;
  now: Date;
}

/**
 * Decides a pending application. An approved Creator gets the role, the community and free access to the sport, and can
 * publish at once. A denied one has the role no longer, unless another application keeps it. The person is notified in
 * the app and by mail. The caller has raised the version of the applicant's scope.
 *
 * @throws Problem `application.decided`.
 */
export const decide = async (
  services: Services,
  db: Db,
  application: ApplicationRow,
  { status, by, reason, now }: Decision,
): Promise<void> => {
  const { id, scope, userId, sportId, sportName, type } = application;
  const decided = await db
    .updateTable('applications')
    .set({ status, decided_at: now, decided_by: by, reason })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (!decided) throw new Problem('application.decided');
  if (status === 'approved') {
    await openCommunity(db, { scope, sportId, type, expertise: areaOf(application), now });
    await giveCreatorAccess(db, { userId, scope, sportId });
    await issueStandardCode(db, userId, now);
    await db
      .updateTable('users')
      .set({ is_educator: true, is_educator_role_available: true })
      .where('id', '=', userId)
      .execute();
  } else await takeRole(db, userId);
  const kind = status === 'approved' ? 'application_approved' : 'application_denied';
  const { title, text, linkTitle } = notificationKinds[kind];
  await notify(db, services, {
    userId,
    recipientType: status === 'approved' || (await isEducator(db, userId)) ? 'educator' : 'learner',
    kind,
    cause: `application:${id}:${status}`,
    title: title(),
    text: text({ sport: sportName }),
    link: status === 'approved' ? notificationLinks.channels : notificationLinks.finishInfo,
    linkTitle,
    sportId,
  });
  await services.jobs.send(db, 'decision.mail', { about: 'application', id });
};

/** The community's expertise is the name of the area, which the check has put into the data. */
const areaOf = ({ data }: ApplicationRow): string | null => (data as { area?: string | null }).area ?? null;

const isEducator = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('is_educator').where('id', '=', userId).executeTakeFirst())?.is_educator ===
  true;

/** Source: D-233, D-267. */
const takeRole = async (db: Db, userId: string): Promise<void> => {
  const other = await db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '<>', 'denied')
    .executeTakeFirst();
  const community = await db
    .selectFrom('communities')
    .select('communities.id')
    .innerJoin('users', 'users.scope', 'communities.scope')
    .where('users.id', '=', userId)
    .where('communities.status', '=', 'approved')
    .executeTakeFirst();
  if (other || community) return;
  await db
    .updateTable('users')
    .set({ is_educator: false, is_educator_role_available: false })
    .where('id', '=', userId)
    .execute();
  await db
    .updateTable('users')
    .set({ last_role: 'learner' })
    .where('id', '=', userId)
    .where('last_role', '=', 'educator')
    .execute();
};
