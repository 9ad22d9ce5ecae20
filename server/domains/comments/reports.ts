import { Problem } from '#contract/problems.ts';
import type { Handler } from '#server/calls/context.ts';
import { addReport } from '../reports/index.ts';

/**
 * Reports a comment to the operator, with its words as they are now.
 *
 * @throws Problem `comment.own`, `comment.gone`, `comment.reported_enough`.
 */
export const report: Handler<'comments.report'> = async (context, input) => {
  const { db, session } = context;
  const { publishedContentId: publicationId, commentId: personId, reason, text } = input;
  if (personId === session.userId) throw new Problem('comment.own');
  const rating = await db
    .selectFrom('ratings')
    .select('comment')
    .where('publication_id', '=', publicationId)
    .where('user_id', '=', personId)
    .where('comment', 'is not', null)
    .executeTakeFirst();
  if (!rating?.comment) throw new Problem('comment.gone');
  const subject = { kind: 'comment' as const, publicationId, personId, seen: { comment: rating.comment } };
  await addReport(context, subject, { reason, text }, 'comment.reported_enough');
};
