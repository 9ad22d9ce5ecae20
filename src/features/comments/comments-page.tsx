import { listOwnComments } from '#contract/comments.ts';
import { commentsText } from '#contract/text/comments.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useUnblocked } from '#app/blocks/use-unblocked.ts';
import { CommentRows } from '#app/comments/comment-rows.tsx';
import { useScope } from '#app/data/me.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';

interface CommentsPageProps {
  /** Only those on one channel, or on one published content. */
  channelId?: string | undefined;
  content?: string | undefined;
}

/** The Creator's comments in one place: of everything, of a channel or of one content, newest first. */
export function CommentsPage({ channelId, content }: CommentsPageProps) {
  const scope = useScope();
  const name = useOwnRow(
    async (db) =>
      content
        ? (await db.publications.get(content))?.title
        : channelId
          ? (await db.channels.get(channelId))?.name
          : undefined,
    [channelId, content],
  );
  const all = usePagedAnswer(
    listOwnComments,
    `${channelId} ${content}`,
    (page) => ({
      ...(channelId && { channelId }),
      ...(content && { publishedContentId: content }),
      ...(page > 0 && { page: page + 1 }),
    }),
    scope,
  );
  const { paged, shows, list } = useUnblocked(all, true);
  return (
    <ListPage title={commentsText.title}>
      {name && <p className="t-2">{commentsText.on(name)}</p>}
      <div ref={list} tabIndex={-1}>
        <AnswerList
          paged={paged}
          shape="row"
          shows={shows}
          empty={
            <EmptyState drawing="quiet" title={commentsText.none}>
              {commentsText.noneOwn}
            </EmptyState>
          }
        >
          {(comments) => (
            <CommentRows
              comments={comments}
              owner={scope}
              hasTitles={!content}
              fetchedAtMs={paged.answered.fetchedAtMs}
              reload={paged.answered.reload}
            />
          )}
        </AnswerList>
      </div>
    </ListPage>
  );
}
