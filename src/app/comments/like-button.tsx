import { likeComment, unlikeComment } from '#contract/comments.ts';
import { commentsText } from '#contract/text/comments.ts';
import { LikeIcon } from '#ui/icons.ts';
import { useMe } from '../data/me.ts';
import { useAct } from '../data/use-act.ts';
import type { ListedComment } from './comment-rows.tsx';

/** Likes a comment or takes it back, with the number of its likes. Offline too. Source: D-168, decision 0049. */
export function LikeButton({ comment }: { comment: ListedComment }) {
  const act = useAct();
  const me = useMe();
  const { name, likes = 0, isLiked = false } = comment;
  const named = { publishedContentId: comment.content.id, commentId: comment.id };
  return (
    <button
      type="button"
      className="comment__like"
      aria-pressed={isLiked}
      aria-label={commentsText.likes(name, likes)}
      // Anybody likes as the person that they are, in every role.
      onClick={() => void act(isLiked ? unlikeComment : likeComment, named, me && { scope: me.scope })}
    >
      <LikeIcon aria-hidden="true" />
      {likes > 0 && <span>{likes}</span>}
    </button>
  );
}
