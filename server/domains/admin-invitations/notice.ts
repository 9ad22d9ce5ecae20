import { sql } from 'kysely';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/index.ts';

const LINKS = {
  admin_invited: notificationLinks.adminInvitations,
  admin_role_changed: notificationLinks.admins,
  ownership_transferred: notificationLinks.admins,
  // Nothing of the organization can be opened any more.
  admin_removed: null,
} as const;

interface RoleNotice {
  userId: string;
  kind: keyof typeof LINKS;
  /** What happened: a person is notified once of it. */
  cause: string;
  organizationId: string;
  role?: string;
}

/** Tells a person what became of their role in an organization. Source: D-341. */
export const noticeRole = async (
  db: Db,
  services: Services,
  { userId, kind, cause, organizationId, role = '' }: RoleNotice,
): Promise<void> => {
  const { rows } = await sql<{ name: string; isMember: boolean }>`select o.name, u.last_role = 'learner' as "isMember"
    from organizations o, users u where o.id = ${organizationId} and u.id = ${userId}`.execute(db);
  const { name, isMember } = rows[0]!;
  const { title, text, linkTitle } = notificationKinds[kind];
  const link = LINKS[kind];
  await notify(db, services, {
    userId,
    recipientType: isMember ? 'learner' : 'educator',
    kind,
    cause,
    title: title(),
    text: text({ organization: name, role }),
    link,
    linkTitle: link && linkTitle,
  });
};
