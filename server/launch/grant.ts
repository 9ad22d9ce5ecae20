import type pg from 'pg';
import { newId } from '#contract/make-id.ts';

/**
 * Makes a person an operator: they may decide about applications and see what the calls below `/admin` show. Kept among
 * the operator's acts.
 *
 * @returns False if no person has this username, or the account was deleted or suspended.
 */
export const grantSuperadmin = async (client: Pick<pg.ClientBase, 'query'>, username: string): Promise<boolean> => {
  const { rows } = await client.query<{ id: string }>(
    `with granted as (
       update users set is_superadmin = true where username = $1::citext and deleted_at is null and not is_suspended returning id),
     noted as (
       insert into operator_acts (id, act, subject_kind, subject_id, reason, done_at)
       select $2, 'superadmin.granted', 'person', id, 'npm run grant-superadmin', now() from granted)
     select id from granted`,
    [username, newId()],
  );
  return rows.length > 0;
};
