import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { REPORTS_PER_DAY } from '#contract/limits.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

const DAY_MS = 86_400_000;

/** What is reported, as it is now. The kept report shows it also after it was changed. */
export type Subject =
  | { kind: 'comment'; publicationId: string; personId: string; seen: { comment: string } }
  | { kind: 'content'; publicationId: string; seen: { title: string; description: string; cover: string | null } }
  | { kind: 'person'; personId: string; seen: { name: string; username: string; photo: string | null } };

/**
 * Keeps the caller's report and sends it to the operator. A second one of a person about the same subject changes nothing.
 *
 * @param tooMany The problem above the limit, which all kinds share.
 * @throws Problem `tooMany`.
 */
export const addReport = async (
  { db, services, session, now }: CallContext,
  subject: Subject,
  { reason, text }: { reason: string; text: string },
  tooMany: ProblemCode = 'report.enough',
): Promise<void> => {
  // Reports of one person are counted one after the other, so that several at once cannot pass the limit.
  await sql`select 1 from users where id = ${session.userId} for no key update`.execute(db);
  const id = newId(now.getTime());
  const added = await db
    .insertInto('reports')
    .values({
      id,
      kind: subject.kind,
      publication_id: 'publicationId' in subject ? subject.publicationId : null,
      person_id: 'personId' in subject ? subject.personId : null,
      reporter_id: session.userId,
      reason,
      text,
      seen: JSON.stringify(subject.seen),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (added.length === 0) return;
  const { count } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reporter_id', '=', session.userId)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  // The refusal rolls the report back.
  if (Number(count) > REPORTS_PER_DAY) throw new Problem(tooMany);
  await services.jobs.send(db, 'report.send', { reportId: id });
};

/** Whether somebody has reported a person. */
export const hasReported = async (db: Db, reporterId: string, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('kind', '=', 'person')
    .where('person_id', '=', personId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst()) !== undefined;
