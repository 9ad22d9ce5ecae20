import { sql } from 'kysely';
import { reportMail, type ReportOfMail } from '#contract/text/reports-mail.ts';
import type { Services } from '#server/services.ts';

type Saved = ReportOfMail & { path: string };

/**
 * Sends a report to the support address, once. The row stays for the operator also if no mail can be sent.
 *
 * @throws Error if no mail can be sent now: try again.
 */
export const sendReport = async ({ database, config, mail, now }: Services, reportId: string): Promise<void> => {
  const { rows } = await sql<Saved>`
    select r.kind, r.reason, r.text, r.seen, b.username as reporter, coalesce(a.username, '') as person, p.title as title,
      case r.kind when 'person' then '/profile/' || r.person_id
        else '/watch-channel?content=' || r.publication_id || '&channelId=' || p.channel_id end as path
    from reports r join users b on b.id = r.reporter_id left join users a on a.id = r.person_id
      left join publications p on p.id = r.publication_id
    where r.id = ${reportId} and r.sent_at is null`.execute(database.db);
  const saved = rows[0];
  if (!saved) return;
  await mail.send({
    to: config.supportEmail,
    ...reportMail({ ...saved, link: `${config.publicUrl}${saved.path}` }),
  });
  await database.db.updateTable('reports').set({ sent_at: now() }).where('id', '=', reportId).execute();
};

/** Id of the report of a comment that a job of the shipped 1.1.12 names by its key; undefined if it is gone. */
export const findCommentReport = async (
  { database }: Services,
  key: { publicationId: string; authorId: string; reporterId: string },
): Promise<string | undefined> =>
  (
    await database.db
      .selectFrom('reports')
      .select('id')
      .where('kind', '=', 'comment')
      .where('publication_id', '=', key.publicationId)
      .where('person_id', '=', key.authorId)
      .where('reporter_id', '=', key.reporterId)
      .executeTakeFirst()
  )?.id;
