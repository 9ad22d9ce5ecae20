import type { WatchDetail } from '#contract/channels.ts';
import { listComments } from '#contract/ratings.ts';
import { commentsText } from '#contract/text/comments.ts';
import { watchText } from '#contract/text/watch.ts';
import { useUnblocked } from '#app/blocks/use-unblocked.ts';
import { CommentRows } from '#app/comments/comment-rows.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';

/** Comments on the content, page by page. Who acts for its owner answers and hides them. */
export function CommentsOf({ detail: { id, title, channel, isOwner } }: { detail: WatchDetail }) {
  const own = useOwnRow((db) => db.publications.get(id), [id]);
  const all = usePagedAnswer(listComments, id, (page) => ({
    publishedContentId: id,
    ...(page > 0 && { page: page + 1 }),
  }));
  const { paged, shows, list } = useUnblocked(all, isOwner);
  const content = { id, title, channelId: channel.id };
  return (
    <div ref={list} tabIndex={-1}>
      <AnswerList paged={paged} shape="row" shows={shows} empty={<p className="t-2">{commentsText.none}</p>}>
        {(comments) => (
          <CommentRows
            label={isOwner ? watchText.summaryTitle : commentsText.title}
            comments={comments.map((comment) => ({ ...comment, content }))}
            owner={own?.scope}
            fetchedAtMs={paged.answered.fetchedAtMs}
            reload={paged.answered.reload}
          />
        )}
      </AnswerList>
    </div>
  );
}
