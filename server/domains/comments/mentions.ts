import { sql } from 'kysely';
import { mentionsIn } from '#contract/comments-mentions.ts';
import { MENTIONS_PER_DAY } from '#contract/limits.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import { notifyAll } from '../notifications/index.ts';

const DAY_MS = 86_400_000;
/** Most people of each kind that are suggested. */
const SUGGESTED = 60;

/** A written comment of the caller, and what it is about. */
export interface Written {
  publicationId: string;
  /** Null: it has none any more. */
  comment: string | null;
  channelId: string;
  picture: string | null;
  sportId: string;
  /** The people who act for the content's owner. */
  owners: readonly string[];
}

/**
 * Saves whom a comment of the caller mentions, and tells those who are named in it for the first time and may see it.
 *
 * @returns Who was told.
 */
export const saveMentions = async (context: CallContext, written: Written): Promise<string[]> => {
  const { db, services, session } = context;
  const added = await replaceMentions(context, written);
  const told = await readTellable(context, written.publicationId, added);
  const { publicationId: content, channelId, picture, sportId, owners } = written;
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where id = ${session.userId}`.execute(db);
  const tell = (kind: 'mention_learner' | 'mention_educator', people: readonly string[]) => {
    const { title, text, linkTitle } = notificationKinds[kind];
    return notifyAll(db, services, people, {
      recipientType: kind === 'mention_learner' ? 'learner' : 'educator',
      kind,
      // Of one comment a person hears once.
      cause: `mention:${content}:${session.userId}`,
      title: title(),
      text: text({ name: rows[0]!.name }),
      link: notificationLinks.watch({ content, channelId }),
      linkTitle,
      image: picture,
      sportId,
    });
  };
  await tell(
    'mention_educator',
    told.filter((person) => owners.includes(person)),
  );
  await tell(
    'mention_learner',
    told.filter((person) => !owners.includes(person)),
  );
  return told;
};

/** @returns Who is named that was not before. A name that stays written keeps its person, whoever has the username now. */
const replaceMentions = async (
  { db, session, now }: CallContext,
  { publicationId, comment }: Written,
): Promise<string[]> => {
  const names = comment === null ? [] : mentionsIn(comment);
  const ofComment = { publication_id: publicationId, author_id: session.userId };
  const kept = await asPerson(db, session.userId, async (own) => {
    const gone = sql<boolean>`lower(username) <> all(${sql.val(names)}::text[])`;
    const here = own.deleteFrom('comment_mentions').where('publication_id', '=', publicationId);
    await here.where('author_id', '=', session.userId).where(gone).execute();
    return own
      .selectFrom('comment_mentions')
      .select(['user_id', 'username'])
      .where('publication_id', '=', publicationId)
      .where('author_id', '=', session.userId)
      .execute();
  });
  const keptNames = new Set(kept.map(({ username }) => username.toLowerCase()));
  const keptPeople = new Set(kept.map(({ user_id }) => user_id));
  const people = await readNamed(
    db,
    names.filter((name) => !keptNames.has(name)),
  );
  const added = people.filter(({ id }) => id !== session.userId && !keptPeople.has(id));
  if (added.length > 0)
    await asPerson(db, session.userId, (own) =>
      own
        .insertInto('comment_mentions')
        .values(added.map(({ id, username }) => ({ ...ofComment, user_id: id, username, created_at: now })))
        .execute(),
    );
  return added.map(({ id }) => id);
};

const readNamed = async (db: Db, names: readonly string[]): Promise<{ id: string; username: string }[]> => {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username::text from users where username = any(${sql.val(names)}::citext[])
      and is_registration_complete and not is_suspended and deleted_at is null`.execute(db);
  return rows;
};

/** Those who may see the caller's comment; nobody if it is hidden, or if the caller mentioned many people today. */
const readTellable = async (
  { db, session, now }: CallContext,
  publicationId: string,
  people: readonly string[],
): Promise<string[]> => {
  if (people.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${sql.val([...people])}::uuid[]) and may_watch(u.id, ${publicationId})
      and not is_blocked_between(u.id, ${session.userId})
      and exists (select 1 from ratings r where r.publication_id = ${publicationId} and r.user_id = ${session.userId}
        and coalesce(r.hidden_at, r.removed_at) is null)
      and (select count(*) from comment_mentions m where m.author_id = ${session.userId}
        and m.created_at > ${new Date(now.getTime() - DAY_MS)}) <= ${MENTIONS_PER_DAY}
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whom a comment on a content may want to mention: who owns it, who commented on it, and the Creators of its sport. */
export const listPeople: Handler<'comments.people'> = ({ db, session }, { publishedContentId }) =>
  answerJson(
    db,
    sql`with item as (
        select p.id, p.scope, ch.sport_id from publications p join channels ch on ch.id = p.channel_id
        where p.id = ${publishedContentId}),
      written as (
        select r.user_id as id, 1 as rank, r.updated_at as at from ratings r, item
        where r.publication_id = item.id and r.comment is not null and coalesce(r.hidden_at, r.removed_at) is null
        order by r.updated_at desc limit ${SUGGESTED}),
      creators as (
        select ch.author_id as id, 2 as rank, max(ch.created_at) as at from channels ch, item
        where ch.sport_id = item.sport_id and ch.active group by ch.author_id order by at desc limit ${SUGGESTED}),
      people as (
        select id, min(rank) as rank, max(at) as at from (
          select scope_people(item.scope) as id, 0 as rank, now() as at from item
          union all select * from written union all select * from creators) one group by id)
      select json_build_object('results', coalesce(json_agg(json_build_object('id', u.id, 'username', u.username,
          'name', u.first_name || ' ' || u.last_name) order by people.rank, people.at desc, u.id), '[]'))
      from people join users u on u.id = people.id
      where u.id <> ${session.userId} and not u.is_suspended and u.deleted_at is null
        and u.id not in (select blocked_with(${session.userId}))`,
  );
