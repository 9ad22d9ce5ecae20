import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { accountEraseWork } from '#server/jobs/account-erase.ts';
import { objectsDeleteWork } from '#server/jobs/objects-delete.ts';
import { addDeletedRows } from '#tests/api/deleted-rows.ts';
import { addFollowerRows, addRows, type Rows } from '#tests/api/rows.ts';
import type { TestServer } from '#tests/support/server.ts';
import { join, newcomer, PASSWORD, startAccounts } from '../auth/people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db())).rows;
const erase = () => accountEraseWork(server.services).run({}, new AbortController().signal);
/** Moves the clock by twelve months and so many days. */
const yearLater = (start: Date, days: number): Date => {
  const late = new Date(start);
  late.setUTCFullYear(late.getUTCFullYear() + 1);
  return new Date(late.getTime() + days * 86_400_000);
};

/** Every row of every table of the schema, as text, by the tables of the catalogue. */
const readAll = async (): Promise<Map<string, string[]>> => {
  const tables = await run(`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`);
  const all = new Map<string, string[]>();
  for (const { name } of tables as { name: string }[]) {
    const rows = await run(`select to_jsonb(t)::text as row from "${name}" t order by 1`);
    all.set(
      name,
      rows.map(({ row }) => String(row)),
    );
  }
  return all;
};

/** The person, and the ids of all rows of the person's scope. */
const readMarks = async (userId: string): Promise<string[]> => {
  const [person] = await run(`select id, username, email, phone_number, profile_id, learner_id, educator_id, first_name,
    last_name from users where id = '${userId}'`);
  const scoped =
    (await run(`select r.relname as name from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'scope'
    join pg_attribute i on i.attrelid = r.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype
    where r.relnamespace = current_schema()::regnamespace and r.relkind = 'r'`)) as { name: string }[];
  const ids: string[] = [];
  for (const { name } of scoped)
    ids.push(...(await run(`select id from "${name}" where scope = 'user:${userId}'`)).map(({ id }) => String(id)));
  return [...Object.values(person!).map(String), ...ids];
};

/** Tables that name a person by a scope or by a key, and those whose rows name one in a text. */
const personTables = async (): Promise<string[]> =>
  (
    await run(`select distinct r.relname as name from pg_class r
      where r.relnamespace = current_schema()::regnamespace and r.relkind = 'r' and (
        exists (select 1 from pg_attribute a where a.attrelid = r.oid and a.attname = 'scope' and not a.attisdropped)
        or exists (select 1 from pg_constraint c where c.conrelid = r.oid and c.contype = 'f' and c.confrelid = 'users'::regclass))
      union select unnest(array['idempotency_keys', 'rate_limits', 'dev_messages', 'publication_stats', 'view_days', 'upload_units', 'recovery_codes',
        'guest_support_requests', 'ledger_accounts'])`)
  ).map(({ name }) => String(name));

/** Rows of the tables that addRows leaves empty. A new table that names people needs one here. */
const addRest = async (
  { userId, scope }: { userId: string; scope: string },
  { content, publication, channel, upload, commentAuthor }: Rows,
  email: string,
): Promise<void> => {
  const sender = `C${userId.replaceAll('-', '').slice(-8).toUpperCase()}`;
  const [organization, item] = [newId(), newId()];
  const statements = [
    `insert into captions (content_id, language, scope, cues, words, bytes) values ('${content}', 'en', '${scope}', '[]', '', 2)`,
    `insert into chapters (content_id, scope, chapters) values ('${content}', '${scope}', '[]')`,
    `insert into encodings (content_id, scope, seconds, work) values ('${content}', '${scope}', 1, 1)`,
    `insert into revenue_entries (id, scope, day, type, amount_cents, channel_id)
      values ('${newId()}', '${scope}', '2026-01-01', 'views_base', 5, '${channel}')`,
    `insert into wallets (scope, country, account_id, created_at) values ('${scope}', 'DE', 'acct_${userId}', now())`,
    `insert into payouts (id, scope, user_id, account_id, amount_cents, fee_cents, currency, status, created_at)
      values ('${newId()}', '${scope}', '${userId}', 'acct_${userId}', 1000, 0, 'usd', 'paid', now())`,
    `insert into publication_stats (publication_id) values ('${publication}')`,
    `insert into upload_units (upload_id, unit, sha256) values ('${upload}', 0, '\\x00')`,
    `insert into views (publication_id, user_id, watched_at, watched_ms) values ('${publication}', '${userId}', now(), 1)`,
    `insert into reports (id, kind, publication_id, person_id, reporter_id, reason, seen)
      values ('${newId()}', 'comment', '${publication}', '${commentAuthor}', '${userId}', 'other', '{"comment":"x"}')`,
    `insert into shareable_codes (code, kind, sender_id, recipient_type, program)
      values ('${sender}', 'invitation', '${userId}', 'learner', '{}')`,
    `insert into redeemed_codes (user_id, code) values ('${userId}', '${sender}'), ('${commentAuthor}', '${sender}')`,
    `insert into code_uses (code, user_id, sport_id, used_at)
      values ('${sender}', '${userId}', 'soccer', now()), ('${sender}', '${commentAuthor}', 'soccer', now())`,
    `insert into invoice_items (id, user_id, subscription_id, sport_id, sport_name, period_start, period_end, full_amount, discount_amount, reason)
      values ('${item}', '${userId}', '${newId()}', 'soccer', 'Soccer', '2026-06-01', '2026-07-01', 30, 0, 'carried')`,
    `insert into ledger_accounts (kind, user_id, currency) values ('receivable', '${userId}', 'usd')`,
    `insert into ledger_accounts (kind, creator_scope, currency) values ('creator', '${scope}', 'usd')`,
    `insert into revenue_referrals (item_id, scope, code, type, unit, value, since)
      values ('${item}', '${scope}', '${sender}', 'standard_marketing_fee', 'percent', 10, '2026-01-01')`,
    `insert into revenue_fee_days (day, sport_id, scope, type, code, unit, value, payments, received, amount)
      values ('2026-01-01', 'soccer', '${scope}', 'standard_marketing_fee', '${sender}', 'percent', 10, 1, 100, 10)`,
    `insert into view_days (publication_id, day) values ('${publication}', '2026-01-01')`,
    `insert into subscriptions (id, scope, version, user_id, sport_id, type)
      values ('${newId()}', '${scope}', 0, '${userId}', 'soccer', 'trial-free')`,
    `insert into comment_mentions (publication_id, author_id, user_id, username) values ('${publication}', '${commentAuthor}', '${userId}', 'quirina')`,
    `insert into comment_likes (publication_id, author_id, user_id) values ('${publication}', '${commentAuthor}', '${userId}')`,
    `insert into blocks (scope, version, user_id, blocked_id) values ('user:${commentAuthor}', 0, '${commentAuthor}', '${userId}')`,
    `insert into organizations (id, name, status) values ('${organization}', 'Club ${organization.slice(-5)}', 'approved')`,
    `insert into organization_admins (organization_id, user_id, role)
      values ('${organization}', '${userId}', 'Admin'), ('${organization}', '${commentAuthor}', 'Owner')`,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
      values ('${newId()}', '${userId}', '${newId()}', '\\x00', 0, 'Phone', false)`,
    `insert into digest_entries (notification_id, user_id, type) values ('${newId()}', '${userId}', 'learnerCommunityNewPost')`,
    `insert into digest_due (user_id, due_at) values ('${userId}', '2100-01-01')`,
    `insert into digests (id, user_id, notification_ids, made_at) values ('${newId()}', '${userId}', '{}', now())`,
    `insert into guardian_requests (id, user_id, guardian_email, ask_expires_at)
      values ('${newId()}', '${userId}', 'guardian-of-${email}', now())`,
    `insert into two_factor (user_id, secret) values ('${userId}', 'x')`,
    `insert into recovery_codes (user_id, code_hash) values ('${userId}', 'x')`,
    `insert into sign_in_challenges (id, purpose, user_id, value_hash, expires_at)
      values ('${newId()}', 'second_step', '${userId}', '${newId()}', now())`,
    `insert into sport_bio_questions (sport_id, id, question, position) values ('soccer', 'q-erased', 'Why?', 90)`,
    `insert into sport_bio_answers (id, scope, version, sport_id, question_id, answer)
      values ('${newId()}', '${scope}', 0, 'soccer', 'q-erased', 'Because.')`,
    `insert into support_requests (id, scope, version, user_id, kind, topic, message)
      values ('${newId()}', '${scope}', 0, '${userId}', 'contact', 'Hello', 'Help')`,
    `insert into guest_support_requests (id, topic, message, email) values ('${newId()}', 'Hello', 'Help', '${email}')`,
    `insert into idempotency_keys (owner, key, call, body_hash, answer) values ('${userId}', '${newId()}', 'x', 'x', '${userId}')`,
    `insert into application_drafts (scope, user_id, name, version, step, data, updated_at)
      values ('${scope}', '${userId}', 'organization', 1, 'role', '{}', now())`,
    `insert into application_documents (scope, user_id, sha256, object_key, content_type, size, created_at)
      values ('${scope}', '${userId}', 'x', 'documents/${newId()}.pdf', 'application/pdf', 1, now())`,
    `insert into operator_acts (id, actor_id, act, subject_kind, subject_id, reason, done_at)
      values ('${newId()}', '${userId}', 'x', 'x', 'x', 'x', now())`,
    `insert into rate_limits (key, tokens) values ('login:account:${userId}', 1), ('code:reset:to:${email}', 1)`,
  ];
  for (const statement of statements) await run(statement);
  await run(`insert into confirmation_codes (id, purpose, destination, code_hash, user_id, expires_at)
    values ('${newId()}', 'reset', '${email}', 'x', '${userId}', now())`);
};

/** Keys of some objects of a scope: originals, a rendition, a picture. */
const objectsOf = ({ content, spare, picture }: Rows): string[] => [
  `originals/${content}`,
  `originals/${spare}`,
  `media/${content}/master.m3u8`,
  `pictures/${picture.slice(0, 32)}.jpg`,
];

/** A Creator with a row in every table, an organization's content among them, and a Member who follows. */
const makePerson = async (names: { firstName: string; lastName: string }) => {
  const wanted = newcomer();
  Object.assign(wanted.form, names, {
    username: names.firstName.toLowerCase(),
    email: `${names.firstName}@example.org`.toLowerCase(),
  });
  const person = await join(server, wanted);
  const rows = await addRows(server, person.as);
  await addDeletedRows(server, person.as);
  const other = await server.addPerson({ isEducator: true });
  const others = await addRows(server, other);
  const organization = newId();
  await run(`insert into organizations (id, name, status) values ('${organization}', 'North Club', 'approved')`);
  await run(`insert into organization_admins (organization_id, user_id, role)
    values ('${organization}', '${person.userId}', 'Admin'), ('${organization}', '${other.userId}', 'Owner')`);
  const scope = `org:${organization}`;
  const clubs = await addRows(server, { scope, userId: person.userId });
  await addFollowerRows(server, { userId: other.userId, userScope: other.scope }, rows);
  await addFollowerRows(server, { userId: person.userId, userScope: person.as.scope }, others);
  await addRest(person.as, rows, person.form.email);
  for (const key of [rows, others, clubs].flatMap(objectsOf))
    await server.services.objects.put(key, Buffer.from('x'), { contentType: 'application/octet-stream' });
  return { ...person, rows, other, others, scope, clubs };
};

test('PRO-072 D-90 twelve months after the deletion no row and no object of the person is left, and all others are as before', async () => {
  const start = new Date();
  server.setNow(start);
  const { as, userId, form, rows, other, others, scope, clubs } = await makePerson({
    firstName: 'Quirina',
    lastName: 'Zabelmann',
  });
  const { objects } = server.services;
  const scopeOfPerson = `user:${userId}`;
  for (const key of objectsOf(rows)) expect(await objects.stat(key), key).not.toBeNull();
  const marks = await readMarks(userId);
  const full = await readAll();
  const isOwn = (row: string) => marks.some((mark) => row.toLowerCase().includes(mark.toLowerCase()));
  const empty = (await personTables()).filter((table) => !full.get(table)!.some(isOwn));
  expect(empty, 'tables in which the person has no row: add one above').toEqual([]);

  expect((await server.call('DELETE /account', { password: PASSWORD }, { as })).status).toBe(200);
  const before = await readAll();
  server.setNow(yearLater(start, -1));
  await erase();
  expect((await readAll()).get('users')).toEqual(before.get('users'));

  server.setNow(yearLater(start, 1));
  await erase();
  const after = await readAll();
  // Devices need the ids of rows that are gone; restored backups need that of the person.
  const kept = new Set(['tombstones', 'erased_accounts']);
  const left = [...after].flatMap(([table, all]) =>
    kept.has(table) ? [] : all.filter(isOwn).map((row) => `${table}: ${row}`),
  );
  expect(left).toEqual([]);
  // The devices of somebody who blocked the person delete their row of it, which has the person's id.
  const gone = after.get('tombstones')!.filter((row) => row.includes(userId));
  expect(gone).toEqual([expect.stringContaining('"table_name": "blocks"')]);
  expect(gone[0]).not.toContain(scopeOfPerson);
  expect(after.get('erased_accounts')).toHaveLength(1);

  // Counters of scopes go up where something about the person is gone, and channels have one follower less.
  const counted = new Set(['scope_versions', 'tombstones', 'erased_accounts', 'channel_followers', 'follower_days']);
  for (const [table, all] of before) {
    if (counted.has(table)) continue;
    const theirs = all.filter((row) => !isOwn(row));
    const now = new Set(after.get(table));
    expect(
      theirs.filter((row) => !now.has(row)),
      `rows of others in ${table}`,
    ).toEqual([]);
  }
  const content = await run(`select scope, created_by from contents where id = '${clubs.content}'`);
  expect(content).toEqual([{ scope, created_by: other.userId }]);

  for (const { prefix } of await run(`select data ->> 'prefix' as prefix from jobs.job where name = 'objects.delete'`))
    await objectsDeleteWork(server.services).run({ prefix: String(prefix) }, new AbortController().signal);
  for (const key of objectsOf(rows)) expect(await objects.stat(key), key).toBeNull();
  for (const key of [...objectsOf(others), ...objectsOf(clubs)]) expect(await objects.stat(key), key).not.toBeNull();
  expect((await server.call('POST /auth/login', { username: form.username, password: PASSWORD })).status).toBe(401);
});
