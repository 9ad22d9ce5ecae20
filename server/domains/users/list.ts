import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { SelectableUser } from '#contract/users.ts';
import type { Handler } from '#server/calls/context.ts';
import { createLocalLimiter } from '#server/calls/rate-limit.ts';
import { likeWords } from '#server/db/like-words.ts';

/** Searches of one person: enough for somebody who types without a pause. */
const limiter = createLocalLimiter({ capacity: 60, perSeconds: 30 });

/**
 * People to choose administrators from: only name, username and picture, found by name or username and by nothing else. An
 * organization is not shown its administrators, and not those it has invited; nobody is shown people between whom and them there is a block. Source: ADM-026, D-296.
 */
export const listUsers: Handler<'users.list'> = async ({ db, session, scope, now }, { page, limit, search = '' }) => {
  if (!limiter.take(session.userId, now.getTime())) throw new Problem('request.too_often', { retryAfterS: 1 });
  const listed = sql`u.is_registration_complete and not u.is_suspended and u.deleted_at is null
    and lower(u.first_name || ' ' || u.last_name || ' ' || u.username) like all (${sql.val(likeWords(search))}::text[])
    and u.id not in (select blocked_with(${session.userId}))
    and not exists (select 1 from organization_admins a where a.user_id = u.id and 'org:' || a.organization_id = ${scope})
    and not exists (select 1 from admin_invitations i where i.user_id = u.id and i.email is null
      and 'org:' || i.organization_id = ${scope} and i.expires_at > ${now})`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from users u where ${listed}`.execute(db);
  const { rows } = await sql<SelectableUser>`select u.id, u.first_name as "firstName", u.last_name as "lastName",
      u.username, u.user_photo as avatar
    from users u where ${listed} order by lower(u.first_name || ' ' || u.last_name), u.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { count: counted.rows[0]!.count, results: rows };
};
