import { about, comment, just } from './example-parts.ts';

/** Calls about comments, and those of the operator's desk. */
export const COMMENT_EXAMPLES = {
  'comments.list': just({}),
  'comments.people': about((rows) => ({ input: { publishedContentId: rows.publication } })),
  'comments.answer': about((rows) => ({ input: { ...comment(rows), answer: 'Thank you.' } })),
  'comments.deleteAnswer': about((rows) => ({ input: comment(rows) })),
  'comments.hide': about((rows) => ({ input: { ...comment(rows), isHidden: true } })),
  'comments.like': about((rows) => ({ input: comment(rows) }), { of: 'others', reaches: ['owner', 'fellows'] }),
  'comments.unlike': about((rows) => ({ input: comment(rows) }), { of: 'others', after: 'comments.like' }),
  'comments.report': about((rows) => ({ input: { ...comment(rows), reason: 'spam' } }), { of: 'others' }),
  'desk.discussions': about((rows) => ({ input: { channelId: rows.channel } })),
  'desk.setCommentRemoved': about((rows) => {
    const { publishedContentId, commentId: id } = comment(rows);
    return { input: { channelId: rows.channel, id, publishedContentId, hidden: true, reason: 'It names a child.' } };
  }),
  'desk.reports': just({}),
  // The fixtures have no report; the tests of the domain have.
  'desk.decideReport': about((rows) => ({ input: { ...comment(rows), decision: 'kept', reason: 'It is only rude.' } })),
} as const;
