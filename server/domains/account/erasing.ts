import { sql } from 'kysely';
import { DELETED_KEPT_MONTHS } from '#contract/limits.ts';
import { userScope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { deleteNoticesAbout, findNoticedAbout } from '../notifications/index.ts';
import { removeAllContents } from '../library/index.ts';
import { forgetCards } from '../payments/index.ts';
import { readPersonTables, type PersonTables } from './catalogue.ts';

/** Objects that a row names, as keys. */
const OBJECT_KEYS = String.raw`\m(?:pictures|originals|media|recordings|exports|documents)/[A-Za-z0-9][A-Za-z0-9._-]*`;

/** Deleted twelve months ago, or erased before the backup that this database was restored from was replaced. */
const isDue = (
  now: Date,
) => sql<boolean>`(u.deleted_at <= ${now}::timestamptz - make_interval(months => ${DELETED_KEPT_MONTHS}::int)
  or exists (select 1 from erased_accounts e where e.user_id = u.id))`;

/** People whose accounts are to be erased now. Source: D-90, PRO-072. */
export const findErasable = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select u.id from users u where ${isDue(now)} order by u.deleted_at, u.id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Erases a person to the last row and object, in one transaction. What the person made for an organization stays with
 * the organization, in the name of another admin. Only the id is kept, so that an older backup is erased again.
 *
 * @returns False if the account was restored or erased meanwhile.
 */
export const eraseAccount = async (services: Services, userId: string): Promise<boolean> => {
  const { database, log, now } = services;
  const isErased = await database.db.transaction().execute(async (tx) => {
    const found = await sql<{ email: string; phone: string }>`select u.email::text as email, u.phone_number as phone
      from users u where u.id = ${userId} and ${isDue(now())} for update`.execute(tx);
    const person = found.rows[0];
    if (!person) return false;
    const scope = userScope(userId);
    await raiseScopes(tx, await findConcerned(tx, userId, scope));
    const tables = await readPersonTables(tx);
    await handOver(tx, tables, userId, scope);
    await deleteNoticesAbout(tx, userId, await findNoticedAbout(tx, userId));
    const pictures = await findObjects(tx, tables, scope);
    await removeAllContents(tx, services, scope);
    for (const prefix of pictures) await services.jobs.send(tx, 'objects.delete', { prefix });
    await detachCodes(tx, userId);
    await forgetCards(services, tx, userId);
    for (const table of tables.scoped) await sql`delete from ${sql.table(table)} where scope = ${scope}`.execute(tx);
    await deleteCounted(tx, userId, person);
    await sql`insert into erased_accounts (user_id, erased_at) values (${userId}, ${now()})
      on conflict (user_id) do nothing`.execute(tx);
    return true;
  });
  if (isErased) log.info({ userId }, 'account erased');
  return isErased;
};

/** Scopes whose rows the erasure changes: raised first, in order, so that two transactions cannot deadlock. */
const findConcerned = async (db: Db, userId: string, scope: string): Promise<string[]> => {
  const { rows } = await sql<{ scope: string }>`select ${scope}::text as scope
    union select f.scope from follows f join channels c on c.id = f.channel_id where c.scope = ${scope}
    union select r.scope from ratings r join publications p on p.id = r.publication_id where p.scope = ${scope}
    union select w.scope from watch_places w join publications p on p.id = w.publication_id where p.scope = ${scope}
    union select b.scope from blocks b where b.blocked_id = ${userId}
    union select 'org:' || a.organization_id from organization_admins a where a.user_id = ${userId}`.execute(db);
  return [...rows.map((row) => row.scope), ...(await findNoticedAbout(db, userId)).map((id) => userScope(id))];
};

/** @throws if an organization has no other admin left: a deletion makes sure that it has. */
const handOver = async (db: Db, { naming }: PersonTables, userId: string, scope: string): Promise<void> => {
  for (const { table, column } of naming)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = successor_of(scope, ${userId})
      where ${sql.ref(column)} = ${userId} and scope <> ${scope} and scope like 'org:%'`.execute(db);
};

const findObjects = async (db: Db, { scoped }: PersonTables, scope: string): Promise<Set<string>> => {
  const keys = new Set<string>();
  for (const table of scoped) {
    const { rows } = await sql<{ key: string }>`select distinct found[1] as key from ${sql.table(table)} t,
      regexp_matches(to_jsonb(t)::text, ${`(${OBJECT_KEYS})`}, 'g') as found where t.scope = ${scope}`.execute(db);
    for (const { key } of rows) keys.add(key);
  }
  return keys;
};

/** A code that others have redeemed or used stays, without its sender and recipient: their rows refer to it. */
const detachCodes = async (db: Db, userId: string): Promise<void> => {
  await sql`update shareable_codes c set sender_id = null, is_active = false, email = null, phone_number = null where c.sender_id = ${userId}
    and (exists (select 1 from redeemed_codes r where r.code = c.code and r.user_id <> ${userId})
      or exists (select 1 from code_uses o where o.code = c.code and o.user_id <> ${userId}))`.execute(db);
};

/** Rows that name the person in a text: answers kept for repeats, limits, codes, and the messages of the outbox page. */
const deleteCounted = async (
  db: Db,
  userId: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> => {
  const destinations = sql.val([email, phone]);
  // The books keep what was earned, without whose it was.
  await sql`update ledger_accounts set creator_scope = null where creator_scope = ${userScope(userId)}`.execute(db);
  await sql`delete from idempotency_keys where owner = ${userId}`.execute(db);
  await sql`delete from confirmation_codes where destination = any(${destinations}::text[])`.execute(db);
  await sql`delete from organizations where registered_by = ${userId} and status <> 'approved'`.execute(db);
  await sql`update organizations set registration = null where registered_by = ${userId}`.execute(db);
  await sql`delete from guest_support_requests where email = ${email}`.execute(db);
  await sql`delete from dev_messages where destination = any(${destinations}::text[])`.execute(db);
  await sql`delete from rate_limits where strpos(key, ${userId}) > 0 or strpos(key, ${email}) > 0
    or strpos(key, ${phone}) > 0`.execute(db);
};
