import { sql, type RawBuilder } from 'kysely';
import type { PersonOfDesk } from '#contract/desk.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { likeWords } from '#server/db/like-words.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { endAllSessions } from '../auth/index.ts';
import { setSuspended } from './suspending.ts';
import { tell } from './tell.ts';

type Row = Omit<PersonOfDesk, 'joinedAt' | 'lastSeenAt'> & { joinedAt: Date; lastSeenAt: Date | null };

/** The last suspension of a suspended person, who is `u`. */
const SUSPENSION = sql`case when u.is_suspended and u.deleted_at is null then (
  select json_build_object('reason', a.reason, 'by', coalesce(o.first_name || ' ' || o.last_name, ''), 'at', iso(a.done_at))
  from operator_acts a left join users o on o.id = a.actor_id
  where a.subject_kind = 'person' and a.subject_id = u.id::text and a.act = 'person.suspended' order by a.done_at desc, a.id desc limit 1) end`;

const selectPeople = async (db: Db, now: Date, where: RawBuilder<unknown>): Promise<PersonOfDesk[]> => {
  const { rows } = await sql<Row>`select u.id as "userId", u.first_name || ' ' || u.last_name as name,
      u.username::text, u.email::text, u.created_at as "joinedAt", u.is_superadmin as "isSuperadmin",
      array_remove(array[case when u.is_learner then 'learner' end, case when u.is_educator then 'educator' end], null) as roles,
      array(select o.name from organization_admins a join organizations o on o.id = a.organization_id
        where a.user_id = u.id order by lower(o.name), o.id) as organizations,
      case when u.deleted_at is not null then 'deleted' when u.is_suspended then 'suspended' else 'active' end as state,
      ${SUSPENSION} as suspension, s.sessions, s."lastSeenAt"
    from users u cross join lateral (select count(*)::int as sessions, max(last_seen_at) as "lastSeenAt" from sessions
      where user_id = u.id and revoked_at is null and expires_at > ${now} and operator_id is null) s
    where ${where}`.execute(db);
  return rows.map((row) => ({
    ...row,
    joinedAt: row.joinedAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }));
};

const list: Handler<'desk.people'> = async ({ db, now }, { search, state, limit, offset }) => {
  const isFound = sql`(${state}::text = 'all' or (u.is_suspended and u.deleted_at is null)) and lower(u.first_name || ' ' || u.last_name || ' ' || u.username || ' ' || u.email)
    like all (${sql.val(likeWords(search))}::text[])`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from users u where ${isFound}`.execute(db);
  const results = await selectPeople(
    db,
    now,
    sql`${isFound} order by u.created_at desc, u.id limit ${limit} offset ${offset}`,
  );
  return { count: counted.rows[0]!.count, results };
};

/** Ends every session of a person, also those of operators in their account. They sign in again with what they know. */
const signOut: Handler<'desk.signOutPerson'> = async (context, { userId, reason }) => {
  const { db, services, session, now } = context;
  found(await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst());
  await endAllSessions(services, db, userId);
  await recordAccountEvent(db, { userId, kind: 'operator_sign_out', userAgent: undefined, at: now });
  const act = await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'person.signed_out',
    subject: { kind: 'person', id: userId },
    reason,
    now,
  });
  await tell(context, [userId], {
    kind: 'operator_signed_out',
    act,
    values: { reason },
    link: notificationLinks.history,
  });
  return (await selectPeople(db, now, sql`u.id = ${userId}`))[0]!;
};

const suspendOrRestore: Handler<'desk.setSuspended'> = async (context, input) => {
  await setSuspended(context, input);
  return (await selectPeople(context.db, context.now, sql`u.id = ${input.userId}`))[0]!;
};

export const peopleHandlers = {
  'desk.people': list,
  'desk.signOutPerson': signOut,
  'desk.setSuspended': suspendOrRestore,
} satisfies Handlers;
