import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import { addReport } from './add.ts';

export { addReport, hasReported } from './add.ts';
export { closeReports, listReported, readDecided, type ReportSubject } from './decided.ts';
export { findCommentReport, sendReport } from './send.ts';

interface Shown {
  isOwner: boolean;
  title: string;
  description: string;
  cover: string | null;
}

/** @throws Problem `publish.not_published` for what the caller cannot see, `report.own`, `report.enough`. */
const reportContent: Handler<'reports.content'> = async (context, { publishedContentId, reason, text }) => {
  const { rows } = await sql<Shown>`
    select acts_for(${context.session.userId}, p.scope) as "isOwner", p.title, p.description, coalesce(p.cover_image, c.thumbnail) as cover
    from publications p join contents c on c.id = p.content_id join channels ch on ch.id = p.channel_id
    where p.id = ${publishedContentId} and not p.is_deleted
      and sees_channel(${context.session.userId}, p.scope, ch.active and p.is_live)`.execute(context.db);
  if (!rows[0]) throw new Problem('publish.not_published');
  const { isOwner, ...seen } = rows[0];
  if (isOwner) throw new Problem('report.own');
  await addReport(context, { kind: 'content', publicationId: publishedContentId, seen }, { reason, text });
};

/** @throws Problem `access.not_found` for who is unknown, left or suspended; `report.own`, `report.enough`. */
const reportPerson: Handler<'reports.person'> = async (context, { userId, reason, text }) => {
  const person = await context.db
    .selectFrom('users')
    .select(['username', 'user_photo as photo', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', userId)
    .where('is_registration_complete', '=', true)
    .where('is_suspended', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const { name, username, photo } = found(person);
  if (userId === context.session.userId) throw new Problem('report.own');
  const seen = { name, username, photo };
  await addReport(context, { kind: 'person', personId: userId, seen }, { reason, text });
};

/** Reports of comments, published contents and people: kept, sent to the operator, and decided at the desk. Source: decision 0122. */
export const reportsHandlers: AreaHandlers<'reports'> = {
  'reports.content': reportContent,
  'reports.person': reportPerson,
};
