import { sql, type RawBuilder } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { RawJson } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

const NAME = sql`u.first_name || ' ' || u.last_name`;

/** The fields of `ReportedComment`, over a group `g` of reports that wait or were decided together. */
const REPORTED = sql`json_build_object(
  'publishedContentId', g.publication_id, 'commentId', g.author_id,
  'author', (select ${NAME} from users u where u.id = g.author_id), 'comment', g.comment,
  'current', (select t.comment from ratings t where t.publication_id = g.publication_id and t.user_id = g.author_id),
  'content', (select json_build_object('id', p.id, 'channelId', p.channel_id, 'title', p.title)
    from publications p where p.id = g.publication_id),
  'reports', (select json_agg(json_build_object('reporter', ${NAME}, 'reason', r.reason, 'text', r.text, 'reportedAt', iso(r.created_at))
      order by r.created_at, r.reporter_id)
    from comment_reports r join users u on u.id = r.reporter_id
    where r.publication_id = g.publication_id and r.author_id = g.author_id and r.decided_at is not distinct from g.decided_at),
  'reportedAt', iso(g.reported_at),
  'decision', case when g.decided_at is not null then
    json_build_object('decision', g.decision, 'reason', g.decision_reason, 'decidedAt', iso(g.decided_at)) end)`;

const grouped = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`g as (
  select publication_id, author_id, decided_at, min(decision) as decision, min(decision_reason) as decision_reason,
    min(created_at) as reported_at, (array_agg(comment order by created_at, reporter_id))[1] as comment
  from comment_reports where ${where} group by publication_id, author_id, decided_at)`;

interface ReportPage {
  status: 'open' | 'decided';
  limit: number;
  offset: number;
}

/** Reported comments for the operator: those that wait, the oldest first, or those that were decided, the newest first. */
export const listReportedComments = (db: Db, { status, limit, offset }: ReportPage): Promise<RawJson> => {
  const isOpen = status === 'open';
  const order = isOpen
    ? sql`g.reported_at, g.publication_id, g.author_id`
    : sql`g.decided_at desc, g.publication_id, g.author_id`;
  return answerJson(
    db,
    sql`with ${grouped(isOpen ? sql`decided_at is null` : sql`decided_at is not null`)}
      select json_build_object('count', (select count(*) from g), 'results', coalesce((select json_agg(${REPORTED} order by ${order})
        from (select * from g order by ${order} limit ${limit} offset ${offset}) g), '[]'))`,
  );
};

interface Closing {
  publicationId: string;
  authorId: string;
  decision: 'hidden' | 'kept';
  reason: string;
  by: string;
  now: Date;
}

/**
 * Decides every waiting report of a comment.
 *
 * @returns Who reported it, and the title of what it is about.
 * @throws Problem `report.decided` if none waits.
 */
export const closeReports = async (
  db: Db,
  { publicationId, authorId, decision, reason, by, now }: Closing,
): Promise<{ reporters: string[]; title: string; channelId: string }> => {
  const closed = await db
    .updateTable('comment_reports')
    .set({ decision, decision_reason: reason, decided_by: by, decided_at: now })
    .where('publication_id', '=', publicationId)
    .where('author_id', '=', authorId)
    .where('decided_at', 'is', null)
    .returning('reporter_id')
    .execute();
  if (closed.length === 0) throw new Problem('report.decided');
  const content = await db
    .selectFrom('publications')
    .select(['title', 'channel_id as channelId'])
    .where('id', '=', publicationId)
    .executeTakeFirstOrThrow();
  return { ...content, reporters: closed.map(({ reporter_id }) => reporter_id).toSorted() };
};

/** The reports of a comment that were decided last. */
export const readDecidedReport = (db: Db, publicationId: string, authorId: string): Promise<RawJson> =>
  answerJson(
    db,
    sql`with ${grouped(sql`publication_id = ${publicationId} and author_id = ${authorId} and decided_at is not null`)}
      select ${REPORTED} from g order by g.decided_at desc limit 1`,
  );
