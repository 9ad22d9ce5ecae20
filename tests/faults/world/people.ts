import type pg from 'pg';
import { newId } from '#contract/ids.ts';
import { makeHash } from '#server/domains/auth/secrets.ts';

/** A person who can sign in: Creator and Member, with an account of their own. */
export interface Person {
  userId: string;
  username: string;
  password: string;
  scope: `user:${string}`;
}

const PASSWORD = 'Corner-Flag-27!';
const GIGABYTE = 1_000_000_000;
let passwordHash: Promise<string> | undefined;

/** Inserts a registered person into the database; every run uses new people. */
export const addPerson = async (pool: pg.Pool, { storageBytes = 100 * GIGABYTE } = {}): Promise<Person> => {
  const userId = newId();
  const username = `f${userId.replaceAll('-', '').slice(-14)}`;
  const scope = `user:${userId}` as const;
  passwordHash ??= makeHash(PASSWORD);
  const phone = `+1555${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, '0')}`;
  await pool.query(
    `insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, email_verified_at, profile_id,
       is_learner, is_educator, is_registration_complete, last_role, storage_size, adult_on)
     values ($1, $2, $3, $4, $5, $6, 'Ana', 'Fault', 'email', now(), gen_random_uuid(), true, true, true, 'educator', $7, '2008-01-01')`,
    [userId, scope, username, `${username}@example.org`, phone, await passwordHash, storageBytes],
  );
  await pool.query('insert into storage_accounts (scope, size) values ($1, $2)', [scope, storageBytes]);
  return { userId, username, password: PASSWORD, scope };
};
