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

/**
 * Takes an operator's rights back: the calls below `/admin` refuse them from the next one on, and the sessions that they
 * opened in accounts of others end. Kept among the operators' acts.
 *
 * @returns False if no operator has this username.
 */
export const revokeSuperadmin = async (client: Pick<pg.ClientBase, 'query'>, username: string): Promise<boolean> => {
  const { rows } = await client.query<{ id: string }>(
    `with raised as materialized (select u.id, raise_scope(u.scope) from users u where u.username = $1::citext and u.is_superadmin),
     revoked as (update users u set is_superadmin = false from raised r where u.id = r.id returning u.id),
     ended as (
       update sessions s set revoked_at = now() from revoked r where s.operator_id = r.id and s.revoked_at is null),
     noted as (
       insert into operator_acts (id, act, subject_kind, subject_id, reason, done_at)
       select $2, 'superadmin.revoked', 'person', id, 'npm run revoke-superadmin', now() from revoked)
     select id from revoked`,
    [username, newId()],
  );
  return rows.length > 0;
};
