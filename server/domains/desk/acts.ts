import { sql } from 'kysely';
import type { ActOfDesk } from '#contract/desk.ts';
import type { Handler, Handlers } from '#server/calls/context.ts';

type Row = Omit<ActOfDesk, 'at' | 'subject'> & {
  at: Date;
  kind: ActOfDesk['subject']['kind'];
  subjectId: string;
  name: string | null;
};

/**
 * What an act was about, as it is called now. A comment has the ids of its content and its author, a job's kind stands in
 * the detail of the act, since the queue forgets what is done.
 */
const NAME = sql`case a.subject_kind
    when 'person' then (select u.first_name || ' ' || u.last_name from users u where u.id::text = a.subject_id)
    when 'organization' then (select o.name from organizations o where o.id::text = a.subject_id)
    when 'content' then (select p.title from publications p where p.id::text = a.subject_id)
    when 'comment' then (select u.first_name || ' ' || u.last_name from users u where u.id::text = split_part(a.subject_id, ' ', 2))
    when 'application' then (select u.first_name || ' ' || u.last_name from applications p join users u on u.id = p.user_id where p.id::text = a.subject_id)
    when 'sport' then (select s.name from sports s where s.id = a.subject_id)
    when 'job' then a.detail ->> 'job'
    when 'code' then (select c.code from shareable_codes c where c.id::text = a.subject_id)
    when 'setting' then a.subject_id
    when 'money' then a.subject_id
    when 'featured' then case a.subject_id when 'order' then 'order' else coalesce(
      (select c.name from channels c where c.id::text = a.subject_id), (select l.title from playlists l where l.id::text = a.subject_id)) end end`;

const list: Handler<'desk.acts'> = async ({ db }, { about, limit, offset }) => {
  const where = sql`${about} = 'all' or a.subject_kind = ${about}`;
  const counted = await sql<{
    count: number;
  }>`select count(*)::int as count from operator_acts a where ${where}`.execute(db);
  const { rows } = await sql<Row>`select a.id, a.act, o.first_name || ' ' || o.last_name as by, a.subject_kind as kind,
      a.subject_id as "subjectId", ${NAME} as name,
      case when a.detail ? 'before' then json_build_object('before', a.detail ->> 'before', 'after', a.detail ->> 'after') end as change,
      a.reason, a.done_at as at
    from (select * from operator_acts a where ${where} order by a.done_at desc, a.id desc limit ${limit} offset ${offset}) a
      left join users o on o.id = a.actor_id
    order by a.done_at desc, a.id desc`.execute(db);
  return {
    count: counted.rows[0]!.count,
    results: rows.map(({ kind, subjectId, name, at, ...row }) => ({
      ...row,
      subject: { kind, id: subjectId, name },
      at: at.toISOString(),
    })),
  };
};

export const actHandlers = { 'desk.acts': list } satisfies Handlers;
