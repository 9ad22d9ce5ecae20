import { sql, type RawBuilder } from 'kysely';
import { PAGE_SIZE } from '#contract/limits.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler, RawJson } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** Columns of a chosen comment that `commentFields` reads. */
const COLUMNS = sql`r.publication_id, r.user_id, r.comment, r.answer, r.answered_at, r.hidden_at, r.removed_at, r.updated_at,
  round((r.relevance + r.helpful + r.engaging) / 3.0, 1)::float as stars`;

/** The fields of `Comment` as arguments of json_build_object, over a chosen comment `c` and its author `u`. */
const commentFields = (viewer: string): RawBuilder<unknown> => sql`
  'id', c.user_id, 'name', u.first_name || ' ' || u.last_name, 'userPhoto', u.user_photo, 'comment', c.comment,
  'createdAt', iso(c.updated_at), 'stars', c.stars,
  'answer', case when c.answer is not null then json_build_object('text', c.answer, 'answeredAt', iso(c.answered_at)) end,
  'isHidden', c.hidden_at is not null or c.removed_at is not null, 'isRemoved', c.removed_at is not null, 'isOwn', c.user_id = ${viewer},
  'mentions', coalesce((select json_agg(json_build_object('id', m.user_id, 'username', m.username) order by m.username)
    from comment_mentions m join users mu on mu.id = m.user_id and mu.deleted_at is null and not mu.is_suspended
    where m.publication_id = c.publication_id and m.author_id = c.user_id
      and not is_blocked_between(m.user_id, ${viewer})), '[]'),
  'likes', coalesce((select l.likes from comment_like_counts l
    where l.publication_id = c.publication_id and l.author_id = c.user_id), 0),
  'isLiked', exists (select 1 from comment_likes l where l.publication_id = c.publication_id
    and l.author_id = c.user_id and l.user_id = ${viewer}),
  'isReported', exists (select 1 from reports p where p.publication_id = c.publication_id
    and p.person_id = c.user_id and p.reporter_id = ${viewer})`;

/**
 * Without the comments of people between whom and the viewer there is a block. What an operator hid stays with the owner of the
 * content. Source: decision 0123.
 */
const unblocked = (viewer: string): RawBuilder<unknown> => sql`(r.user_id not in (select blocked_with(${viewer}))
  or (r.removed_at is not null and acts_for(${viewer}, p.scope)))`;

const page = (number: number): RawBuilder<unknown> =>
  sql`order by updated_at desc, user_id, publication_id limit ${PAGE_SIZE} offset ${(number - 1) * PAGE_SIZE}`;

/** Comments on one published content, newest first; hidden ones only for their author and the content's owner. */
export const listCommentsOf = (db: Db, viewer: string, publicationId: string, pageNumber: number): Promise<RawJson> =>
  answerJson(
    db,
    sql`with chosen as (select ${COLUMNS} from ratings r join publications p on p.id = r.publication_id
        where r.publication_id = ${publicationId} and r.comment is not null and not is_away(r.scope)
          and (coalesce(r.hidden_at, r.removed_at) is null or r.user_id = ${viewer} or acts_for(${viewer}, p.scope))
          and ${unblocked(viewer)})
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(
          json_build_object(${commentFields(viewer)}) order by c.updated_at desc, c.user_id)
        from (select * from chosen ${page(pageNumber)}) c join users u on u.id = c.user_id), '[]'))`,
  );

/** Comments on what the scope has on its channels, or on one of them, or on one content, newest first. */
export const listOwn: Handler<'comments.list'> = (
  { db, scope, session },
  { channelId, publishedContentId, page: pageNumber },
) =>
  answerJson(
    db,
    sql`with chosen as (select ${COLUMNS}, p.title, p.channel_id from ratings r join publications p on p.id = r.publication_id
        where p.scope = ${scope} and not p.is_deleted and r.comment is not null and not is_away(r.scope)
          and ${unblocked(session.userId)}
          and (${channelId ?? null}::uuid is null or p.channel_id = ${channelId ?? null})
          and (${publishedContentId ?? null}::uuid is null or p.id = ${publishedContentId ?? null}))
      select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(
          json_build_object(${commentFields(session.userId)},
            'content', json_build_object('id', c.publication_id, 'channelId', c.channel_id, 'title', c.title))
          order by c.updated_at desc, c.user_id, c.publication_id)
        from (select * from chosen ${page(pageNumber)}) c join users u on u.id = c.user_id), '[]'))`,
  );

/** Every comment on what a channel has, for the operator, newest first. `of`: only this one. */
export const listCommentsOfChannel = (
  db: Db,
  viewer: string,
  channelId: string,
  of: { page: number } | { publicationId: string; authorId: string },
): Promise<RawJson> => {
  const one = 'authorId' in of ? sql`and r.publication_id = ${of.publicationId} and r.user_id = ${of.authorId}` : sql``;
  const chosen = sql`chosen as (select ${COLUMNS}, p.title, p.channel_id from ratings r join publications p on p.id = r.publication_id
      where p.channel_id = ${channelId} and not p.is_deleted and r.comment is not null and not has_left(r.scope) ${one})`;
  const row = sql`json_build_object(${commentFields(viewer)},
    'content', json_build_object('id', c.publication_id, 'channelId', c.channel_id, 'title', c.title))`;
  if ('authorId' in of)
    return answerJson(db, sql`with ${chosen} select ${row} from chosen c join users u on u.id = c.user_id`);
  return answerJson(
    db,
    sql`with ${chosen}
      select json_build_object('channel', json_build_object('id', ch.id, 'name', ch.name),
        'count', (select count(*) from chosen), 'results', coalesce((select json_agg(${row}
          order by c.updated_at desc, c.user_id, c.publication_id)
        from (select * from chosen ${page(of.page)}) c join users u on u.id = c.user_id), '[]'))
      from channels ch where ch.id = ${channelId}`,
  );
};
