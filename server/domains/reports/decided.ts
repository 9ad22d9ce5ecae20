import { sql, type RawBuilder } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { RawJson } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** What reports are about. */
export interface ReportSubject {
  kind: 'comment' | 'content' | 'person';
  publicationId: string | null;
  personId: string | null;
}

const NAME = sql`u.first_name || ' ' || u.last_name`;

/** The fields that every kind has, over a group `g` of reports that wait or were decided together. */
const SHARED = sql`
  'kind', g.kind,
  'reports', (select json_agg(json_build_object('reporter', ${NAME}, 'reason', r.reason, 'text', r.text, 'reportedAt', iso(r.created_at))
      order by r.created_at, r.reporter_id)
    from reports r join users u on u.id = r.reporter_id
    where r.kind = g.kind and r.publication_id is not distinct from g.publication_id and r.person_id is not distinct from g.person_id
      and r.decided_at is not distinct from g.decided_at),
  'reportedAt', iso(g.reported_at),
  'decision', case when g.decided_at is not null then
    json_build_object('decision', g.decision, 'reason', g.decision_reason, 'decidedAt', iso(g.decided_at)) end`;

/** Ids of all that a content was published as, of which at most one is not taken off: a report follows the content (decision 0122). */
const SHOWN_AS = sql`(select n.id from publications n where n.content_id = p.content_id and not n.is_deleted)`;

const OF_KIND = {
  comment: sql`(select json_build_object(${SHARED},
    'publishedContentId', g.publication_id, 'commentId', g.person_id,
    'author', (select ${NAME} from users u where u.id = g.person_id), 'comment', g.seen->>'comment',
    'current', (select t.comment from ratings t where t.publication_id = g.publication_id and t.user_id = g.person_id),
    'content', json_build_object('id', p.id, 'channelId', p.channel_id, 'title', p.title))
    from publications p where p.id = g.publication_id)`,
  content: sql`(select json_build_object(${SHARED},
    'publishedContentId', g.publication_id, 'channelId', c.id, 'channelName', c.name, 'seen', g.seen,
    'current', json_build_object('title', n.title, 'description', n.description, 'state',
      case when n.removed_at is not null then 'removed' when n.is_deleted then 'gone' else 'shown' end))
    from publications p join publications n on n.id = coalesce(${SHOWN_AS}, p.id) join channels c on c.id = n.channel_id
    where p.id = g.publication_id)`,
  person: sql`(select json_build_object(${SHARED},
    'userId', u.id, 'seen', g.seen,
    'current', json_build_object('name', ${NAME}, 'username', u.username, 'isSuperadmin', u.is_superadmin, 'state',
      case when u.deleted_at is not null then 'deleted' when u.is_suspended then 'suspended' else 'active' end))
    from users u where u.id = g.person_id)`,
} as const;
const REPORTED = sql`case g.kind when 'comment' then ${OF_KIND.comment} when 'content' then ${OF_KIND.content} else ${OF_KIND.person} end`;

const grouped = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`g as (
  select kind, publication_id, person_id, decided_at, min(decision) as decision, min(decision_reason) as decision_reason,
    min(created_at) as reported_at, (array_agg(seen order by created_at, reporter_id))[1] as seen
  from reports where ${where} group by kind, publication_id, person_id, decided_at)`;

const isAbout = ({ kind, publicationId, personId }: ReportSubject): RawBuilder<boolean> =>
  sql<boolean>`kind = ${kind} and publication_id is not distinct from ${publicationId}::uuid and person_id is not distinct from ${personId}::uuid`;

interface ReportPage {
  status: 'open' | 'decided';
  kind: 'all' | ReportSubject['kind'];
  limit: number;
  offset: number;
}

/** What was reported, for the operator: what waits, the oldest first, or what was decided, the newest first. */
export const listReported = (db: Db, { status, kind, limit, offset }: ReportPage): Promise<RawJson> => {
  const isOpen = status === 'open';
  const subject = sql`g.kind, g.publication_id, g.person_id`;
  const order = isOpen ? sql`g.reported_at, ${subject}` : sql`g.decided_at desc, ${subject}`;
  const isWanted = kind === 'all' ? sql`true` : sql`kind = ${kind}`;
  return answerJson(
    db,
    sql`with ${grouped(sql`${isOpen ? sql`decided_at is null` : sql`decided_at is not null`} and ${isWanted}`)}
      select json_build_object('count', (select count(*) from g), 'results', coalesce((select json_agg(${REPORTED} order by ${order})
        from (select * from g order by ${order} limit ${limit} offset ${offset}) g), '[]'))`,
  );
};

interface Closing {
  decision: 'hidden' | 'removed' | 'suspended' | 'kept';
  reason: string;
  by: string;
  now: Date;
}

/**
 * Decides every waiting report of a subject.
 *
 * @returns Who reported it.
 * @throws Problem `report.decided` if none waits.
 */
export const closeReports = async (
  db: Db,
  subject: ReportSubject,
  { decision, reason, by, now }: Closing,
): Promise<string[]> => {
  const { rows } = await sql<{ reporter: string }>`update reports
    set decision = ${decision}, decision_reason = ${reason}, decided_by = ${by}, decided_at = ${now}
    where ${isAbout(subject)} and decided_at is null returning reporter_id as reporter`.execute(db);
  if (rows.length === 0) throw new Problem('report.decided');
  return rows.map(({ reporter }) => reporter).toSorted();
};

/** The reports of a subject that were decided last. */
export const readDecided = (db: Db, subject: ReportSubject): Promise<RawJson> =>
  answerJson(
    db,
    sql`with ${grouped(sql`${isAbout(subject)} and decided_at is not null`)}
      select ${REPORTED} from g order by g.decided_at desc limit 1`,
  );
