import { sql } from 'kysely';
import { organizationScope, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { readApplicants, recordOperatorAct } from '../applications/index.ts';
import { openCommunity } from '../channels/index.ts';
import { issueStandardCode } from '../invites/index.ts';
import { notify } from '../notifications/index.ts';
import { completeRegistration } from '../registration/index.ts';
import { selectOrganizations, toRegistered, type OrganizationRow } from './rows.ts';

const reviewed = async (db: Db, rows: readonly OrganizationRow[]) => {
  const people = await readApplicants(
    db,
    rows.flatMap(({ registeredBy }) => registeredBy ?? []),
  );
  return rows.map((row) => ({
    ...toRegistered(row),
    owner: people.get(row.registeredBy ?? '') ?? null,
    sports: row.sports,
    registration: row.registration,
    reason: row.reason,
  }));
};

const readOne = async (db: Db, id: string): Promise<OrganizationRow> =>
  found((await selectOrganizations(db, sql`o.id = ${id}`))[0]);

/** Only whole registrations wait for a decision; the others are still in their wizards. */
const list: Handler<'organizations.list'> = async ({ db }, { status = null, limit, offset }) => {
  const where = sql`(${status}::text is null or o.status = ${status}) and (o.is_described or o.status <> 'pending')`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from organizations o where ${where}`.execute(db);
  const page = await selectOrganizations(db, sql`${where} order by o.created_at, o.id limit ${limit} offset ${offset}`);
  return { count: rows[0]!.count, results: await reviewed(db, page) };
};

/**
 * Opens an approved organization: its Owner, its communities, the end of the Owner's registration if it had no other role,
 * the code for its community (decision 0132), and the copy of the Library.
 */
const open = async ({ db, services, now }: CallContext, row: OrganizationRow, ownerId: string): Promise<void> => {
  const { id, sports, needsLibrary } = row;
  await db
    .insertInto('organization_admins')
    .values({ organization_id: id, user_id: ownerId, role: 'Owner' })
    .onConflict((on) => on.doNothing())
    .execute();
  for (const sportId of sports)
    await openCommunity(db, { scope: organizationScope(id), sportId, type: 'coaching', expertise: null, now });
  // Also gives the Owner's own row, which names the organization, a new version.
  await db
    .updateTable('users')
    .set((set) => ({
      is_organization: true,
      last_role: sql<string>`case when ${set.ref('is_registration_complete')} then ${set.ref('last_role')} else 'organization' end`,
    }))
    .where('id', '=', ownerId)
    .execute();
  await completeRegistration(services, db, ownerId);
  await issueStandardCode(db, ownerId, now);
  if (needsLibrary) await services.jobs.send(db, 'organization.copyLibrary', { organizationId: id });
};

/** Without another organization the person is no organization any more. */
const refuse = async (db: Db, row: OrganizationRow, ownerId: string): Promise<void> => {
  await sql`update users u set is_organization = false where u.id = ${ownerId}
    and not exists (select 1 from organization_admins a where a.user_id = u.id)
    and not exists (select 1 from organizations o where o.registered_by = u.id and o.status = 'pending' and o.id <> ${row.id})`.execute(
    db,
  );
};

const tell = async ({ db, services }: CallContext, row: OrganizationRow, ownerId: string, isApproved: boolean) => {
  const kind = isApproved ? 'organization_approved' : 'organization_denied';
  const { title, text, linkTitle } = notificationKinds[kind];
  const { is_educator: isEducator } = await db
    .selectFrom('users')
    .select('is_educator')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  await notify(db, services, {
    userId: ownerId,
    recipientType: isApproved || isEducator ? 'educator' : 'learner',
    kind,
    cause: `organization:${row.id}:${isApproved ? 'approved' : 'denied'}`,
    title: title(),
    text: text({ organization: row.name }),
    link: isApproved ? notificationLinks.channels : notificationLinks.contactSupport,
    linkTitle,
  });
  await services.jobs.send(db, 'decision.mail', { about: 'organization', id: row.id });
};

const decide: Handler<'organizations.decide'> = async (context, { id, status, reason }) => {
  const { db, session, now, wake } = context;
  const row = await readOne(db, id);
  const { registeredBy: ownerId } = row;
  await raiseScopes(db, [organizationScope(id), ...(ownerId ? [userScope(ownerId)] : [])]);
  const decided = await db
    .updateTable('organizations')
    .set({ status, decided_at: now, decided_by: session.userId, reason })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('is_described', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!decided) throw new Problem('application.decided');
  if (ownerId) {
    if (status === 'approved') await open(context, row, ownerId);
    else await refuse(db, row, ownerId);
    await tell(context, row, ownerId, status === 'approved');
    wake(userScope(ownerId));
  }
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: `organization.${status}`,
    subject: { kind: 'organization', id },
    reason,
    now,
  });
  return (await reviewed(db, [await readOne(db, id)]))[0]!;
};

export const deskHandlers = {
  'organizations.list': list,
  'organizations.read': async ({ db }, { id }) => (await reviewed(db, [await readOne(db, id)]))[0]!,
  'organizations.decide': decide,
} satisfies Handlers;
