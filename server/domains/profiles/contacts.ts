import { sql } from 'kysely';
import { CONTACTS_MAX, webAddress } from '#contract/profiles-fields.ts';
import { Problem } from '#contract/problems.ts';
import type { Contact } from '#contract/rows.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { isOwnerOf, readStored } from './read.ts';

/** @throws Problem `profile.bad_link`, whose message is about `social_link`. Source: PRO-064. */
const linkOf = (typed: string): string => {
  const link = webAddress(typed);
  if (!link) throw new Problem('profile.bad_link');
  return link;
};

/** Contacts of a scope in order. */
export const contactsOf = async (db: Db, scope: string): Promise<Contact[]> => {
  const { rows } = await sql<{
    row: Contact;
  }>`select row from own_contacts where scope = ${scope} order by position, contact_id`.execute(db);
  return rows.map(({ row }) => row);
};
const readRow = (db: Db, id: string) => answerJson(db, sql`select row from own_contacts where contact_id = ${id}`);

/** At the end of the list. Sent again under another key, it gets the same answer. */
const create: Handler<'profiles.createContact'> = async ({ db, scope }, { id, title, socialLink }) => {
  await raiseScopes(db, [scope]);
  const existing = await db.selectFrom('contacts').select('scope').where('id', '=', id).executeTakeFirst();
  if (existing) {
    found(existing.scope === scope ? existing : null);
    return readRow(db, id);
  }
  const social_link = linkOf(socialLink);
  const { count, last } = await db
    .selectFrom('contacts')
    .select((e) => [e.fn.countAll<string>().as('count'), e.fn.max('position').as('last')])
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  if (Number(count) >= CONTACTS_MAX) throw new Problem('profile.contacts_full');
  await db
    .insertInto('contacts')
    .values({ id, scope, title, social_link, position: (last ?? -1) + 1 })
    .execute();
  return readRow(db, id);
};

const update: Handler<'profiles.updateContact'> = async ({ db, scope }, { id, title, socialLink }) => {
  const social_link = linkOf(socialLink);
  await raiseScopes(db, [scope]);
  await db
    .updateTable('contacts')
    .set({ title, social_link })
    .where('id', '=', id)
    .where('scope', '=', scope)
    .execute();
  return readRow(db, id);
};

/** Named contacts come first, in this order; others keep theirs behind them. */
const reorder: Handler<'profiles.reorderContacts'> = async ({ db, scope }, { contact_information_id_list: ids }) => {
  await raiseScopes(db, [scope]);
  await sql`update contacts c set position = o.at from (
      select id, row_number() over (order by array_position(${sql.val(ids)}::uuid[], id), position, id) - 1 as at
      from contacts where scope = ${scope}) o
    where c.id = o.id and c.scope = ${scope} and c.position <> o.at`.execute(db);
  const results = await contactsOf(db, scope);
  return { count: results.length, results };
};

const remove: Handler<'profiles.deleteContacts'> = async ({ db, scope }, { contact_info_list: ids }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('contacts').where('scope', '=', scope).where('id', 'in', ids).execute();
};

const list: Handler<'profiles.contacts'> = async (context, input) => {
  const stored = await readStored(context, input);
  const isShown = isOwnerOf(context, stored) || stored.row.visibility.socialLinks;
  const results = isShown ? await contactsOf(context.db, stored.row.scope) : [];
  return { count: results.length, results };
};

export const contactHandlers = {
  'profiles.contacts': list,
  'profiles.createContact': create,
  'profiles.updateContact': update,
  'profiles.reorderContacts': reorder,
  'profiles.deleteContacts': remove,
} satisfies Handlers;
