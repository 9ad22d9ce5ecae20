import { sql } from 'kysely';
import { COMMENT_REPORTS_PER_DAY } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { reportMail } from '#contract/text/comments-report.ts';
import type { ReportReason } from '#contract/comments.ts';
import type { Handler } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';

const DAY_MS = 86_400_000;

/** Keeps the report with the comment as it is now, and sends it to the operator. A second one of a person changes nothing. */
export const report: Handler<'comments.report'> = async ({ db, services, session, now }, input) => {
  const { publishedContentId: publicationId, commentId: authorId, reason, text } = input;
  if (authorId === session.userId) throw new Problem('comment.own');
  const comment = await db
    .selectFrom('ratings')
    .select('comment')
    .where('publication_id', '=', publicationId)
    .where('user_id', '=', authorId)
    .where('comment', 'is not', null)
    .executeTakeFirst();
  if (!comment?.comment) throw new Problem('comment.gone');
  // Reports of one person are counted one after the other, so that several at once cannot pass the limit.
  await sql`select 1 from users where id = ${session.userId} for no key update`.execute(db);
  const added = await db
    .insertInto('comment_reports')
    .values({
      publication_id: publicationId,
      author_id: authorId,
      reporter_id: session.userId,
      reason,
      text,
      comment: comment.comment,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .execute();
  if (added.length === 0) return;
  const { count } = await db
    .selectFrom('comment_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reporter_id', '=', session.userId)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  // The refusal rolls the report back.
  if (Number(count) > COMMENT_REPORTS_PER_DAY) throw new Problem('comment.reported_enough');
  await services.jobs.send(db, 'comment.report', { publicationId, authorId, reporterId: session.userId });
};

/** What identifies a report. */
export interface ReportKey {
  publicationId: string;
  authorId: string;
  reporterId: string;
}

interface SavedReport {
  reason: ReportReason;
  text: string;
  comment: string;
  title: string;
  channelId: string;
  author: string;
  reporter: string;
}

/**
 * Sends a report to the support address, once. The row stays for the operator also if no mail can be sent.
 *
 * @throws Error if no mail can be sent now: try again.
 */
export const sendReport = async (services: Services, key: ReportKey): Promise<void> => {
  const { db } = services.database;
  const { publicationId, authorId, reporterId } = key;
  const { rows } = await sql<SavedReport>`
    select r.reason, r.text, r.comment, p.title, p.channel_id as "channelId", a.username as author, b.username as reporter
    from comment_reports r join publications p on p.id = r.publication_id join users a on a.id = r.author_id
      join users b on b.id = r.reporter_id
    where r.publication_id = ${publicationId} and r.author_id = ${authorId} and r.reporter_id = ${reporterId}
      and r.sent_at is null`.execute(db);
  const saved = rows[0];
  if (!saved) return;
  const { config, mail, now } = services;
  await mail.send({
    to: config.supportEmail,
    ...reportMail({
      ...saved,
      link: `${config.publicUrl}/watch-channel?content=${publicationId}&channelId=${saved.channelId}`,
    }),
  });
  await db
    .updateTable('comment_reports')
    .set({ sent_at: now() })
    .where('publication_id', '=', publicationId)
    .where('author_id', '=', authorId)
    .where('reporter_id', '=', reporterId)
    .execute();
};
